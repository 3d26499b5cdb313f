import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { erase } from '../../../src/modules/customer-survey-responses/customer-survey-responses.server.ts'
import { customerSurveyResponses } from '../../../src/modules/customer-survey-responses/customer-survey-responses.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { forgetOld } from '../../../src/server/private/retention.ts'
import { eraseSubject } from '../../../src/server/private/subject.ts'
import { newSurveyToken, surveyTokenHash } from '../../../src/server/surveys/tokens.ts'
import { surveyConsent } from '../../../src/shared/consents/survey.ts'
import { startChain } from '../../setup/chain.ts'
import { CHALLENGE_BITS, solvedChallenge } from '../../setup/challenge.ts'
import { stopWatch } from '../../setup/process/stop-watch.ts'

const chain = await startChain({ CHALLENGE_BITS: String(CHALLENGE_BITS) })
const admin = await chain.person()
const manager = await chain.person({
  permissions: { 'customer-survey-responses': { read: true, edit: true, other: true } },
  scope: 'store',
  store: chain.stores[0],
})

interface Question {
  id: number
  kind: string
  text: { vi: string }
  is_retired: boolean
  replaced_by: number | null
  has_answers: boolean
}
interface Survey {
  id: number
  version: number
}

const CHOICES = {
  options: [
    { key: 'o1', vi: 'Giá' },
    { key: 'o2', vi: 'Thái độ' },
  ],
}
const RATING = { kind: 'rating', text: { vi: 'Hài lòng?' }, is_required: true }
const WHY = { kind: 'long', text: { vi: 'Vì sao?' }, shown_if: { at: 0, is: ['1', '2'] } }

async function survey(more: object = {}, questions: object[] = [RATING, WHY]) {
  const made = await chain.call<Survey>('POST', 'survey', { by: admin, body: { title: 'Mua sắm', ...more } })
  expect(made.status, made.text).toBe(201)
  const { id } = made.data
  const asked = await ask(id, questions)
  const opened = await chain.call('POST', `survey/${id}/open`, { by: admin, body: {} })
  expect(opened.status, opened.text).toBe(200)
  return { id, questions: asked }
}

async function ask(id: number, questions: object[]): Promise<Question[]> {
  const { data: now } = await chain.call<{ version: number }>('GET', `survey/${id}/questions`, { by: admin })
  const body = { version: now.version, questions }
  const { status, data } = await chain.call<{ questions: Question[] }>('PUT', `survey/${id}/questions`, {
    by: admin,
    body,
  })
  expect(status, JSON.stringify(data)).toBe(200)
  return data.questions
}

interface Link {
  store: { id: number } | null
  token: string
}
const linksOf = async (id: number, by = admin) =>
  (await chain.call<{ links: Link[] }>('POST', `survey/${id}/links`, { by })).data.links
const tokenOf = async (id: number, store = chain.stores[0]) =>
  (await linksOf(id)).find((link) => link.store?.id === store)?.token ?? expect.unreachable()

let serial = 0
const submit = (token: string, answers: object, more: object = {}, headers: Record<string, string> = {}) =>
  chain.call<{ number: string; fields?: Record<string, string> }>('POST', 'customer-survey-responses/submit', {
    body: { token, answers, device: `d${++serial}`, ...solvedChallenge(chain), ...more },
    headers: { 'x-forwarded-for': `203.0.113.${serial % 250}`, ...headers },
  })
const idOf = (number: string) => Number(number.replace(/\D/g, ''))
const shown = async (token: string) =>
  (
    await chain.call<{ state: string; questions: Question[]; survey: { asks_call_consent: boolean } }>(
      'GET',
      `customer-survey-responses/show-info?token=${token}`,
    )
  ).data

describe('What is asked', () => {
  test('follows from what was answered: a question that was not shown keeps no answer', async () => {
    const { id, questions } = await survey()
    const [rating, why] = questions.map((one) => String(one.id))
    const token = await tokenOf(id)
    const good = await submit(token, { [rating ?? '']: 5, [why ?? '']: 'bị ẩn' })
    expect(good.status, good.text).toBe(201)
    const bad = await submit(token, { [rating ?? '']: 2, [why ?? '']: 'Chờ lâu' })
    const of = async (number: string) =>
      (await row(
        chain.db,
        sql`select answers, score from customer_survey_responses where id = ${idOf(number)}`,
      )) as object
    expect(await of(good.data.number)).toEqual({ answers: { [rating ?? '']: 5 }, score: 100 })
    expect(await of(bad.data.number)).toEqual({ answers: { [rating ?? '']: 2, [why ?? '']: 'Chờ lâu' }, score: 25 })
  })

  test('must be answered where it is required, and by an answer that it has', async () => {
    const { id, questions } = await survey({}, [RATING, { kind: 'choices', text: { vi: 'Điều gì?' }, ...CHOICES }])
    const [rating, what] = questions.map((one) => String(one.id))
    const token = await tokenOf(id)
    const none = await submit(token, {})
    expect(none.status).toBe(422)
    expect(Object.keys(none.data.fields ?? {})).toEqual([`answers.${rating}`])
    for (const wrong of [6, '5', 0, true, [5]])
      expect((await submit(token, { [rating ?? '']: wrong })).status, JSON.stringify(wrong)).toBe(422)
    for (const wrong of [['o3'], 'o1', 5])
      expect((await submit(token, { [rating ?? '']: 5, [what ?? '']: wrong })).status).toBe(422)
    expect((await submit(token, { [rating ?? '']: 5, [what ?? '']: ['o2'] })).status).toBe(201)
  })

  test('depends on an earlier question alone', async () => {
    const { id } = await survey()
    const { data: now } = await chain.call<{ version: number }>('GET', `survey/${id}/questions`, { by: admin })
    for (const at of [0, 1, 7]) {
      const questions = [{ ...RATING, shown_if: { at, is: ['1'] } }, RATING]
      const refused = await chain.call<{ fields: object }>('PUT', `survey/${id}/questions`, {
        by: admin,
        body: { version: now.version, questions },
      })
      expect([refused.status, Object.keys(refused.data.fields)]).toEqual([422, ['questions.0.shown_if']])
    }
  })

  test('is replaced once it has answers, so that figures never mix; without answers it is changed', async () => {
    const { id, questions } = await survey({}, [RATING])
    const [first] = questions
    const changed = await ask(id, [{ ...RATING, id: first?.id, text: { vi: 'Rất hài lòng?' } }])
    expect(changed.map((one) => one.id)).toEqual([first?.id])
    const token = await tokenOf(id)
    expect((await submit(token, { [first?.id ?? 0]: 4 })).status).toBe(201)
    const translated = await ask(id, [
      { ...RATING, id: first?.id, text: { vi: 'Rất hài lòng?', en: 'Very satisfied?' } },
    ])
    expect(translated).toHaveLength(1)
    const replaced = await ask(id, [{ ...RATING, id: first?.id, text: { vi: 'Hài lòng về giá?' } }])
    const [old, next] = replaced.toSorted((a, b) => a.id - b.id)
    expect(old).toMatchObject({ id: first?.id, is_retired: true, replaced_by: next?.id })
    expect((await shown(token)).questions.map((one) => one.id)).toEqual([next?.id])
    // Who had the page open answers what they were asked.
    expect((await submit(token, { [first?.id ?? 0]: 1 })).status).toBe(201)
    const counted = await rows(
      chain.db,
      sql`select mark / 100 as question, (mark % 100)::int as value from customer_survey_responses r, unnest(r.marks) mark where r.survey = ${id} order by mark % 100`,
    )
    expect(counted).toEqual([
      { question: first?.id, value: 1 },
      { question: first?.id, value: 4 },
    ])
  })

  test('keeps the answer to what followed from a question that was replaced meanwhile', async () => {
    const { id, questions } = await survey({}, [RATING, { ...WHY, is_required: true }])
    const [rating, why] = questions
    const token = await tokenOf(id)
    await submit(token, { [rating?.id ?? 0]: 5 })
    await ask(id, [
      { ...RATING, id: rating?.id, text: { vi: 'Hài lòng về giá?' } },
      { ...WHY, is_required: true, id: why?.id },
    ])
    const answers = { [rating?.id ?? 0]: 1, [why?.id ?? 0]: 'Nhân viên thô lỗ' }
    const late = await submit(token, answers)
    expect(late.status, late.text).toBe(201)
    const kept = await row(
      chain.db,
      sql`select answers from customer_survey_responses where id = ${idOf(late.data.number)}`,
    )
    expect(kept).toEqual({ answers })
  })

  test('is answered as it was asked although it was removed meanwhile, and missed by nobody else', async () => {
    const asked = [RATING, WHY, { kind: 'recommendation', text: { vi: 'Giới thiệu?' }, is_required: true }]
    const { id, questions } = await survey({}, asked)
    const [rating, why, recommend] = questions.map((one) => String(one.id))
    const token = await tokenOf(id)
    const answers = { [rating ?? '']: 1, [why ?? '']: 'Chờ lâu', [recommend ?? '']: 10 }
    await submit(token, answers)
    await ask(id, [{ ...asked[2], id: Number(recommend) }])
    const late = await submit(token, answers)
    expect(late.status, late.text).toBe(201)
    expect(
      await row(
        chain.db,
        sql`select answers, score from customer_survey_responses where id = ${idOf(late.data.number)}`,
      ),
    ).toEqual({ answers, score: 50 })
    expect((await shown(token)).questions.map((one) => one.id)).toEqual([Number(recommend)])
    expect((await submit(token, { [recommend ?? '']: 10 })).status).toBe(201)
  })

  test('is removed again before it has answers, where it took the place of one that has', async () => {
    const { id, questions } = await survey({}, [RATING, WHY])
    const [rating] = questions
    await submit(await tokenOf(id), { [rating?.id ?? 0]: 1 })
    const other = { ...RATING, text: { vi: 'Giá?' } }
    await ask(id, [{ ...RATING, id: rating?.id, text: { vi: 'Hàng tươi?' } }, other])
    const left = await ask(id, [other])
    expect(left).toHaveLength(2)
    expect(left).toContainEqual(expect.objectContaining({ id: rating?.id, is_retired: true, replaced_by: null }))
  })

  test('is told in the history of its survey', async () => {
    const { id } = await survey({}, [RATING, WHY])
    const { data } = await chain.call<{ data: { changes: object }[] }>('GET', `survey/${id}/history`, { by: admin })
    expect(data.data.map(({ changes }) => changes)).toContainEqual({ questions: [null, 'Hài lòng? · Vì sao?'] })
  })

  test('comes along in a copy, conditions and all, as a draft', async () => {
    const { id } = await survey()
    const copy = await chain.call<{ id: number; stage: string; title: string }>('POST', `survey/${id}/duplicate`, {
      by: admin,
    })
    expect(copy.data).toMatchObject({ stage: 'draft', title: 'Mua sắm (2)' })
    const { data } = await chain.call<{ questions: (Question & { shown_if: { question: number } | null })[] }>(
      'GET',
      `survey/${copy.data.id}/questions`,
      { by: admin },
    )
    expect(data.questions.map(({ kind }) => kind)).toEqual(['rating', 'long'])
    expect(data.questions[1]?.shown_if?.question).toBe(data.questions[0]?.id)
  })
})

describe('What is answered', () => {
  const SCRIPTS = [
    'Việt ngữ ấợ',
    '한국어 말',
    'العربية',
    'עברית',
    'ไทยแลนด์',
    'हिन्दी',
    '中文繁體',
    '👩‍👩‍👧‍👦🇻🇳',
    'Ελληνικά',
    '\u0301e\u0323\n\ttab  ',
  ]

  test('is kept to the letter, 5,000 characters of every script, and a script is text', async () => {
    const { id, questions } = await survey({}, [{ kind: 'long', text: { vi: 'Ý kiến' } }])
    const question = String(questions[0]?.id)
    const token = await tokenOf(id)
    for (const part of [...SCRIPTS, '<script>alert(1)</script>"\'&']) {
      const text = [...part.repeat(5000)].slice(0, 5000).join('')
      const { status, data, text: why } = await submit(token, { [question]: text })
      expect(status, why).toBe(201)
      const read = await chain.call<{ answers: { answer: string }[] }>(
        'GET',
        `customer-survey-responses/${idOf(data.number)}/answers`,
        { by: admin },
      )
      expect(read.data.answers[0]?.answer === text, part).toBe(true)
    }
    expect((await submit(token, { [question]: 'x'.repeat(5001) })).status).toBe(422)
    expect((await submit(token, { [question]: 'a\u0000b' })).status).toBe(422)
    expect((await submit(token, { [question]: '\ud83d' })).status).toBe(422)
  })

  test('comes in once, however often it is sent', async () => {
    const { id, questions } = await survey({}, [RATING])
    const token = await tokenOf(id)
    const body = { token, answers: { [questions[0]?.id ?? 0]: 3 }, device: 'once', ...solvedChallenge(chain) }
    const sent = await Promise.all(
      Array.from({ length: 4 }, () =>
        chain.call<{ number: string }>('POST', 'customer-survey-responses/submit', {
          body,
          headers: { 'idempotency-key': 'survey-letter-1', 'x-forwarded-for': '203.0.113.9' },
        }),
      ),
    )
    expect(new Set(sent.map(({ data }) => data.number)).size).toBe(1)
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  })

  test('once per device, or per phone number in a race, and no more than are wanted', async () => {
    const device = await survey({}, [RATING])
    const token = await tokenOf(device.id)
    const answer = { [device.questions[0]?.id ?? 0]: 3 }
    expect((await submit(token, answer, { device: 'same' })).status).toBe(201)
    expect((await submit(token, answer, { device: 'same' })).code).toBe(1593)
    expect((await submit(token, answer, { device: 'other' })).status).toBe(201)

    const phone = await survey({ once_per: 'phone', asks_phone: true }, [RATING])
    const byPhone = await tokenOf(phone.id)
    const mine = { [phone.questions[0]?.id ?? 0]: 3 }
    const who = { phone: '0912345678', agreed: true, terms: surveyConsent.version }
    expect((await submit(byPhone, mine)).data.fields).toHaveProperty('phone')
    expect((await submit(byPhone, mine, { ...who, agreed: false })).data.fields).toHaveProperty('agreed')
    const raced = await Promise.all(Array.from({ length: 4 }, () => submit(byPhone, mine, who)))
    expect(raced.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])

    const few = await survey({ most_responses: 2 }, [RATING])
    const fewToken = await tokenOf(few.id)
    const all = await Promise.all(Array.from({ length: 5 }, () => submit(fewToken, { [few.questions[0]?.id ?? 0]: 5 })))
    expect(all.filter(({ status }) => status === 201)).toHaveLength(2)
    expect((await shown(fewToken)).state).toBe('full')
  })

  test('a call is agreed to only where there is a number to call', async () => {
    const wanted = { title: 'Gọi lại', asks_call_consent: true }
    const refused = await chain.call<{ fields: object }>('POST', 'survey', { by: admin, body: wanted })
    expect([refused.status, Object.keys(refused.data.fields)]).toEqual([422, ['asks_phone']])
    const { id, questions } = await survey({ asks_call_consent: true, asks_phone: true }, [RATING])
    const answer = { [questions[0]?.id ?? 0]: 3 }
    const token = await tokenOf(id)
    const offers = async (link: string) => (await shown(link)).survey.asks_call_consent
    expect(await offers(token)).toBe(true)
    expect((await submit(token, answer, { may_be_called: true })).data.fields).toHaveProperty('phone')
    // As one that was made before this was refused.
    await sql`update surveys set asks_phone = false where id = ${id}`.execute(chain.db)
    expect(await offers(token)).toBe(false)
    const ticket = await chain.ticket(admin)
    const own = newSurveyToken()
    await sql`insert into survey_links (survey, channel, token_hash, module, record)
      values (${id}, 'complaint', ${surveyTokenHash(own)}, 'complaints', ${ticket.id})`.execute(chain.db)
    expect(await offers(own)).toBe(true)
    const shownEnd = async (link: string) =>
      (await chain.call<{ phone_end: string | null }>('GET', `customer-survey-responses/show-info?token=${link}`)).data
        .phone_end
    expect([await shownEnd(own), await shownEnd(token)]).toEqual(['678', null])
    const kept = async (link: string) =>
      row(
        chain.db,
        sql`select may_be_called, phone from customer_survey_responses
            where id = ${idOf((await submit(link, answer, { may_be_called: true })).data.number)}`,
      )
    expect(await kept(token)).toEqual({ may_be_called: false, phone: null })
    expect(await kept(own)).toEqual({ may_be_called: true, phone: '0912345678' })
  })

  test('machines are held off: without the challenge, with the trap, or twice with one challenge', async () => {
    const { id, questions } = await survey({}, [RATING])
    const token = await tokenOf(id)
    const answer = { [questions[0]?.id ?? 0]: 5 }
    expect((await submit(token, answer, { nonce: 'none' })).status).toBe(422)
    expect((await submit(token, answer, { website: 'http://x' })).status).toBe(422)
    const challenge = solvedChallenge(chain)
    expect((await submit(token, answer, challenge)).status).toBe(201)
    expect((await submit(token, answer, challenge)).status).toBe(422)
  })

  test('not by a link that is not open yet, closed, or none of ours', async () => {
    const early = await survey({ opens_at: '2036-01-01T00:00:00Z' }, [RATING])
    const token = await tokenOf(early.id)
    expect((await shown(token)).state).toBe('not_open')
    expect((await submit(token, { [early.questions[0]?.id ?? 0]: 5 })).code).toBe(1590)
    const closed = await survey({}, [RATING])
    const closedToken = await tokenOf(closed.id)
    await chain.call('POST', `survey/${closed.id}/close`, { by: admin, body: {} })
    expect((await shown(closedToken)).state).toBe('closed')
    const openedAfter = solvedChallenge(chain, Date.now() + 1000)
    await setTimeout(5000)
    expect((await submit(closedToken, { [closed.questions[0]?.id ?? 0]: 5 }, openedAfter)).code).toBe(1591)
    expect((await shown('nothing')).state).toBe('unknown')
    expect((await submit('nothing', {})).status).toBe(404)
  })

  test('by a form that was opened before the survey was closed', async () => {
    const { id, questions } = await survey({}, [RATING])
    const token = await tokenOf(id)
    const answer = { [questions[0]?.id ?? 0]: 5 }
    await chain.call('POST', `survey/${id}/close`, { by: admin, body: {} })
    const late = await submit(token, answer, solvedChallenge(chain))
    expect(late.status, late.text).toBe(201)
    expect((await shown(token)).state).toBe('closed')
  })
})

describe('A low score', () => {
  const lowest = async (number: string) =>
    (
      await rows(
        chain.db,
        { complaint: 'number?', is_low: 'boolean' },
        sql`select complaint, is_low from customer_survey_responses where id = ${idOf(number)}`,
      )
    )[0]

  test('opens one complaint for its store within a second, linked both ways, with the words as text', async () => {
    const { id, questions } = await survey({ low_below: 60, complaint_type: chain.types[1] })
    const [rating, why] = questions.map((one) => String(one.id))
    const token = await tokenOf(id)
    const sent = await submit(token, { [rating ?? '']: 2, [why ?? '']: 'Sữa hết hạn <b onload=x>' })
    const passed = stopWatch()
    await expect.poll(async () => (await lowest(sent.data.number))?.complaint, { interval: 40 }).toBeTruthy()
    expect(passed()).toBeLessThan(1000)
    const complaint = (await lowest(sent.data.number))?.complaint
    const { data } = await chain.call<Record<string, unknown>>('GET', `ticket/${complaint}`, { by: admin })
    expect(data).toMatchObject({
      source: 'survey',
      store: { id: chain.stores[0] },
      feedback_type: { id: chain.types[1] },
    })
    expect(String(data.content)).toContain('&#60;b onload=x&#62;')
    const linked = async () =>
      (
        await chain.call<{ complaint: object }>('GET', `customer-survey-responses/${idOf(sent.data.number)}/answers`, {
          by: admin,
        })
      ).data.complaint
    expect(await linked()).toMatchObject({ id: complaint, status: 'new' })
    await chain.call('POST', `ticket/${complaint}/complete`, {
      by: admin,
      body: { solution: 'apology', origin: 'Kho', comment: 'Đã xin lỗi', version: data.version },
    })
    expect(await linked()).toMatchObject({ status: 'completed' })
    await chain.call('POST', `customer-survey-responses/${idOf(sent.data.number)}/completed`, { by: admin, body: {} })
    const seen = await chain.call<{ data: object[] }>('GET', `customer-survey-responses?complaint=${complaint}`, {
      by: admin,
    })
    expect(seen.data.data).toMatchObject([{ id: idOf(sent.data.number), state: 'done' }])
    const good = await submit(token, { [rating ?? '']: 4 })
    expect(await lowest(good.data.number)).toEqual({ complaint: null, is_low: false })
  })

  test('opens it once, however many servers read of it', async () => {
    const others = await Promise.all([chain.another(), chain.another()])
    const { id, questions } = await survey({ low_below: 60, complaint_type: chain.types[0] }, [RATING])
    const token = await tokenOf(id)
    const sent = await Promise.all(Array.from({ length: 5 }, () => submit(token, { [questions[0]?.id ?? 0]: 1 })))
    for (const { data } of sent) await expect.poll(async () => (await lowest(data.number))?.complaint).toBeTruthy()
    const made = await rows(chain.db, sql`select id from complaints where source = 'survey' and title like '% 0/100:%'`)
    expect(made).toHaveLength(5)
    expect(others).toHaveLength(2)
  })
})

describe('A response', () => {
  test('is seen and handled by its store, which changes no survey of the chain', async () => {
    const { id, questions } = await survey({}, [RATING])
    const answer = { [questions[0]?.id ?? 0]: 3 }
    const own = await submit(await tokenOf(id), answer)
    const other = await submit(await tokenOf(id, chain.stores[1]), answer)
    const read = (number: string) => chain.call('GET', `customer-survey-responses/${idOf(number)}`, { by: manager })
    expect([(await read(own.data.number)).status, (await read(other.data.number)).status]).toEqual([200, 404])
    expect((await linksOf(id, manager)).map(({ store }) => store?.id)).toEqual([chain.stores[0]])
    const path = `customer-survey-responses/${idOf(own.data.number)}`
    const contacted = await chain.call<{ version: number; handler: { id: number } }>('POST', `${path}/contacted`, {
      by: manager,
      body: { note: 'Đã gọi' },
    })
    expect(contacted.data.handler.id).toBe(manager.id)
    const done = await chain.call('POST', `${path}/completed`, { by: manager, body: {} })
    expect(done.data).toMatchObject({ state: 'done', note: 'Đã gọi', completed_by: { id: manager.id } })
    const mine = await chain.call<{ total: number }>('GET', 'customer-survey-responses?with=me', { by: manager })
    expect(mine.data.total).toBe(1)
    const refused = await chain.call('PUT', `survey/${id}/questions`, {
      by: manager,
      body: { version: 1, questions: [RATING] },
    })
    expect(refused.status).toBe(403)
    expect((await chain.call('POST', 'survey', { by: manager, body: { title: 'X' } })).status).toBe(403)
  })
})

describe('What a customer wrote', () => {
  const beside = { [customerSurveyResponses.name]: erase }

  /** Two of one customer: asked for a phone, with words. */
  async function written(phone: string) {
    const { id, questions } = await survey({ asks_phone: true, asks_name: true })
    const [rating, why] = questions.map((one) => String(one.id))
    const who = { name: 'Bà Tư', phone, agreed: true, terms: surveyConsent.version }
    const answers = { [rating ?? '']: 2, [why ?? '']: 'Cô Ba ở quầy 4' }
    const { status, data, text } = await submit(await tokenOf(id), answers, who)
    expect(status, text).toBe(201)
    return { id: idOf(data.number), left: { [rating ?? '']: 2 }, answers }
  }
  const kept = (id: number) =>
    row(
      chain.db,
      sql`select customer_name, phone, answers, score, written from customer_survey_responses where id = ${id}`,
    )

  test('goes with the customer who asks for it, of all they answered; the figures stay', async () => {
    const [theirs, another] = [await written('0988000001'), await written('0988000002')]
    const { keys } = chain.running.context.config
    expect(await eraseSubject(chain.db, keys, { phone: '0988000001' }, beside)).toMatchObject({
      'customer-survey-responses': 1,
    })
    expect(await kept(theirs.id)).toEqual({
      ...{ customer_name: '–', phone: null, answers: theirs.left, score: 25, written: null },
    })
    expect(await kept(another.id)).toMatchObject({ phone: '0988000002', answers: another.answers })
  })

  test('goes by itself two years after it was done, and not while it waits or sooner', async () => {
    const [old, young, waiting] = [
      await written('0988000003'),
      await written('0988000004'),
      await written('0988000005'),
    ]
    for (const { id } of [old, young])
      await chain.call('POST', `customer-survey-responses/${id}/completed`, { by: admin, body: {} })
    await sql`update customer_survey_responses set is_low = id = ${waiting.id},
        updated_at = now() - make_interval(days => case id when ${young.id} then 729 else 731 end)
      where id = any(${[old.id, young.id, waiting.id]}::bigint[])`.execute(chain.db)
    await forgetOld({ db: chain.db, keys: chain.running.context.config.keys, log: chain.running.context.log, beside })
    expect(await kept(old.id)).toMatchObject({ phone: null, answers: old.left, score: 25 })
    for (const one of [young, waiting]) expect(await kept(one.id)).toMatchObject({ answers: one.answers })
  })

  test('goes once from the trash, and not anew every night, whether there was a name or none', async () => {
    const [named, nameless] = [await written('0988000006'), await written('0988000007')]
    await sql`update customer_survey_responses set deleted_at = now() - interval '181 days',
        customer_name = case when id = ${named.id} then customer_name end
      where id = any(${[named.id, nameless.id]}::bigint[])`.execute(chain.db)
    const night = () =>
      forgetOld({ db: chain.db, keys: chain.running.context.config.keys, log: chain.running.context.log, beside })
    expect(await night()).toEqual({ 'customer-survey-responses trashed': 2 })
    for (const one of [named, nameless]) expect(await kept(one.id)).toMatchObject({ phone: null, answers: one.left })
    expect(await night()).toEqual({})
  })
})
