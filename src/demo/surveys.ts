import { sql } from 'kysely'
import type { Tx } from '../server/db/db.ts'
import { scoreOf } from '../shared/surveys/questions.ts'
import { DAY_MS, HOUR_MS } from '../shared/time/units.ts'
import { atHour, iso } from './clock.ts'
import { insertAll, numberOn, type Record_ } from './insert.ts'
import { type Person, personName, phoneNumber } from './people.ts'
import type { Chance } from './random.ts'
import { storeId } from './registers.ts'
import { STORES } from './words/places.ts'
import { BAD, FINE, GOOD, QUESTIONS, SURVEYS } from './words/surveys.ts'

const ANSWERS = 1200
const LOW_BELOW = 40
const SHOPS = STORES.filter(({ code }) => code !== 'HO').map(({ code }) => code)

/** A survey that runs for a year, one that is over and one that is being written; low scores became complaints, most of them dealt with. */
export async function keepSurveys(tx: Tx, people: readonly Person[], chance: Chance, now: number): Promise<void> {
  const born = (days: number) => ({
    created_at: iso(now - days * DAY_MS),
    updated_at: iso(now - days * DAY_MS),
    created_by: 1,
  })
  await insertAll(
    tx,
    'surveys',
    SURVEYS.map((survey, at) => ({ id: at + 1, ...born([372, 300, 3][at] ?? 3), ...NOTHING, ...survey })),
  )
  await insertAll(
    tx,
    'survey_questions',
    QUESTIONS.map((question) => ({ created_at: iso(now - 372 * DAY_MS), shown_if: null, ...question })),
  )
  const made = Array.from({ length: ANSWERS }, () => now - chance.between(0.2, 365) * DAY_MS)
    .toSorted((a, b) => a - b)
    .map((at, index) => answered(index + 1, at, people, chance, now))
  await insertAll(tx, 'customer_survey_responses', made)
  await linkComplaints(tx)
  await sql`update surveys s set answered = (select count(*) from customer_survey_responses r where r.survey = s.id)`.execute(
    tx,
  )
  await numberOn(tx, 'surveys', 'survey_questions', 'customer_survey_responses')
}

/** A low score and the complaint it opened are of one customer, and say the same. */
async function linkComplaints(tx: Tx): Promise<void> {
  await sql`with pairs as (
      select distinct on (c.id) r.id as response, c.id, c.customer_name, c.phone, c.title from customer_survey_responses r
        join complaints c on c.store = r.store and c.created_at between r.answered_at and r.answered_at + interval '4 days' and c.deleted_at is null
      where r.is_low order by c.id, r.answered_at),
    firsts as (select distinct on (response) * from pairs order by response, id)
    update customer_survey_responses r set complaint = f.id, customer_name = f.customer_name, phone = f.phone, language = 'vi', may_be_called = true,
      answers = r.answers || jsonb_build_object('8', f.title)
    from firsts f where f.response = r.id`.execute(tx)
}

const NOTHING: Record_ = {
  ...{
    intro: null,
    thanks: null,
    title_en: null,
    intro_en: null,
    thanks_en: null,
    title_ko: null,
    intro_ko: null,
    thanks_ko: null,
  },
  ...{
    stores: [],
    opens_at: null,
    closes_at: null,
    most_responses: null,
    answered: 0,
    once_per: 'device',
    sent_after: [],
  },
  ...{ asks_name: true, asks_phone: true, asks_call_consent: true, low_below: null, complaint_type: null, version: 1 },
}

/** How much a store pleases in what it is asked about, so that the stores differ and one question pulls each down. */
const LIKING = new Map(SHOPS.map((code, at) => [code, { base: 0.62 + ((at * 7) % 11) / 40, weak: 1 + (at % 4) }]))
const LANGUAGES = ['vi', 'vi', 'vi', 'vi', 'vi', 'vi', 'vi', 'vi', 'en', 'ko'] as const
const CHANNELS = ['poster', 'poster', 'poster', 'link', 'complaint', 'delivery', 'vat'] as const

function answered(id: number, moment: number, people: readonly Person[], chance: Chance, now: number): Record_ {
  const shop = chance.pick(SHOPS)
  const { base, weak } = LIKING.get(shop) ?? { base: 0.7, weak: 1 }
  const at = Math.min(atHour(moment, chance.between(8, 21)), now - 600_000)
  const language = chance.pick(LANGUAGES)
  // The mood of a visit colours all of its answers.
  const mood = Math.min(1, Math.max(0, base + chance.between(-0.45, 0.35)))
  const part = (question: number) =>
    Math.min(1, Math.max(0, mood + chance.between(-0.18, 0.18) - (question === weak ? 0.22 : 0)))
  const isOld = now - at > 200 * DAY_MS
  const answers: Record<string, number | string | string[]> = {
    1: 1 + Math.round(4 * part(1)),
    [isOld ? 9 : 2]: 1 + Math.round(4 * part(2)),
    3: 1 + Math.round(4 * part(3)),
    4: part(4) > 0.35 ? 'yes' : 'no',
    5: Math.round(10 * Math.min(1, mood + 0.12)),
    6: chance.pick(['often', 'often', 'weekly', 'weekly', 'monthly', 'first']),
  }
  const reasons = ['fresh', 'price', 'near', 'range', 'staff'].filter(() => chance.happens(0.4))
  if (reasons.length > 0) answers[7] = reasons
  if (chance.happens(mood < 0.5 ? 0.75 : 0.4))
    answers[8] = chance.pick((mood < 0.5 ? BAD : mood < 0.75 ? FINE : GOOD)[language])
  const questions = QUESTIONS.map((question) => ({ ...question, shown_if: null }))
  const score = scoreOf(questions, answers)
  const isLow = score !== null && score < LOW_BELOW
  const days = (now - at) / DAY_MS
  const state = isLow
    ? days > 6 || chance.happens(0.3)
      ? 'done'
      : chance.happens(0.4)
        ? 'contacted'
        : 'new'
    : days > 30 && chance.happens(0.15)
      ? 'done'
      : 'new'
  const handler = people.find(({ store, role }) => store === shop && role !== 'Staff')?.id ?? 1
  const handled = Math.min(now - 60_000, at + chance.between(2, 60) * HOUR_MS)
  const hasName = chance.happens(0.45)
  return {
    ...{
      id,
      created_at: iso(at),
      updated_at: iso(state === 'new' ? at : handled),
      created_by: null,
      version: 1,
      deleted_at: null,
    },
    ...{
      survey: 1,
      store: storeId(shop),
      score,
      is_low: isLow,
      channel: chance.pick(CHANNELS),
      language,
      answered_at: iso(at),
    },
    customer_name: hasName ? personName(chance, chance.happens(0.6)) : null,
    phone: hasName && chance.happens(0.8) ? phoneNumber(chance) : null,
    may_be_called: hasName && chance.happens(0.7),
    state,
    handler: state === 'new' ? null : handler,
    note:
      state !== 'new' && isLow
        ? chance.pick([
            'Đã gọi xin lỗi và hẹn khách quay lại.',
            'Đã gọi, khách hài lòng với cách giải quyết.',
            'Gọi hai lần, khách nghe máy; đã nhắc lại bộ phận.',
          ])
        : null,
    contacted_by: state !== 'new' && isLow ? handler : null,
    contacted_at: state !== 'new' && isLow ? iso(handled) : null,
    completed_by: state === 'done' ? handler : null,
    completed_at: state === 'done' ? iso(handled) : null,
    complaint: null,
    ...{ answers, marks: [], written: null, once_key: null, link: null },
  }
}
