import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type {
  AskedQuestion,
  Results,
  ResultsBy,
  Tally,
  UsedWords,
} from '../../../src/modules/customer-survey-responses/results/answer.ts'
import { markOf, WRITTEN } from '../../../src/modules/customer-survey-responses/results/answer.ts'
import { startsOf } from '../../../src/modules/customer-survey-responses/results/counts.server.ts'
import { meanOf, npsOf } from '../../../src/modules/customer-survey-responses/results/nps.ts'
import { pullsOf, ranked } from '../../../src/modules/customer-survey-responses/results/pulls.ts'
import { recountResults, verifyResults } from '../../../src/modules/customer-survey-responses/results/verify.server.ts'
import { mostUsed, wordsOf } from '../../../src/modules/customer-survey-responses/results/words.ts'
import { json, row, rows } from '../../../src/server/db/db.ts'
import { jsonOf } from '../../../src/server/db/shape.ts'
import { rowsOf } from '../../../src/server/sheets/xlsx/read-book.ts'
import type { Answers } from '../../../src/shared/surveys/questions.ts'
import { partsOf } from '../../../src/shared/time/spans.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const { db, stores } = chain
const boss = await chain.person()
const PERMISSIONS = { 'customer-survey-responses': { read: true, report: true } }

interface Asked {
  kind: AskedQuestion['kind']
  options?: readonly string[]
}
const WORDS = (vi: string) => ({ vi, en: `${vi} en`, ko: `${vi} ko` })

/** A survey of these questions, in their order; its id and theirs. */
async function surveyOf(asked: readonly Asked[], title = 'Mua sắm'): Promise<{ survey: number; questions: number[] }> {
  const made = await row(
    db,
    { id: 'number' },
    sql`insert into surveys (title, stage) values (${title}, 'open') returning id`,
  )
  const survey = made?.id ?? 0
  const questions: number[] = []
  for (const [position, { kind, options = [] }] of asked.entries()) {
    const written = options.map((key) => ({ key, ...WORDS(key) }))
    const one = await row(
      db,
      { id: 'number' },
      sql`insert into survey_questions (survey, position, kind, text, options) values (${survey}, ${position}, ${kind}, ${json(WORDS(`Câu ${position}`))}, ${json(written)}) returning id`,
    )
    questions.push(one?.id ?? 0)
  }
  return { survey, questions }
}

interface Given {
  store: number | null
  /** `YYYY-MM-DD`, at noon where the chain is. */
  day: string
  score?: number | null
  answers: Answers
}
async function answered(survey: number, given: readonly Given[]): Promise<number[]> {
  const made = await rows(
    db,
    { id: 'number' },
    sql`insert into customer_survey_responses (survey, store, answered_at, score, answers)
        select ${survey}, (g ->> 'store')::bigint, (g ->> 'day')::timestamp at time zone chain_zone() + interval '12 hours', (g ->> 'score')::int, g -> 'answers'
        from jsonb_array_elements(${json(given)}) g returning id`,
  )
  return made.map(({ id }) => id)
}

const told = async <D>(path: string, by: Parameters<typeof chain.call>[2] = { by: boss }): Promise<D> => {
  const answer = await chain.call<D>('GET', path, by)
  expect(answer.status, `${path}: ${answer.text}`).toBe(200)
  return answer.data
}
const YEAR = 'from=2026-01-01&to=2026-12-31'
const results = (survey: number, query = YEAR, by?: Parameters<typeof chain.call>[2]) =>
  told<Results>(`customer-survey-responses/results?survey=${survey}&${query}`, by)

beforeEach(async () => {
  await sql`truncate customer_survey_responses`.execute(db)
})

test('the net promoter score and its margin are those that a pen gives', () => {
  // Of 10: five promoters, three passives, two detractors: p = 5.75/13, d = 2.75/13.
  const ten = npsOf([0, 0, 1, 0, 0, 0, 1, 1, 2, 2, 3])
  expect(ten).toMatchObject({ score: 30, promoters: 5, passives: 3, detractors: 2, n: 10 })
  expect(ten?.margin).toBeCloseTo(1.96 * 100 * Math.sqrt((8.5 / 13 - (3 / 13) ** 2) / 13), 6)
  expect(ten?.margin).toBeCloseTo(42.12, 1)
  // A hundred times as many answers: a tenth of the margin, nearly.
  const thousand = npsOf([0, 0, 100, 0, 0, 0, 100, 100, 200, 200, 300])
  expect(thousand?.score).toBe(30)
  expect(thousand?.margin).toBeCloseTo(4.84, 1)
  // Ten who all say 10 are no proof of 100 without a margin, and six is a detractor, seven none.
  expect(npsOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10])?.margin).toBeGreaterThan(10)
  expect(npsOf([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])?.score).toBe(-100)
  expect(npsOf([0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0])?.score).toBe(0)
  expect(npsOf([])).toBeNull()
  expect(meanOf([0, 1, 0, 0, 0, 3])).toMatchObject({ mean: 4, n: 4, error: 1 })
})

test('stores are placed from ten answers on, and a question pulls one down only beyond chance', () => {
  const lines = [
    { name: 'few', n: 9, value: 90 },
    { name: 'low', n: 10, value: -5 },
    { name: 'none', n: 0, value: null },
    { name: 'high', n: 400, value: 40 },
  ]
  const { placed, tooFew } = ranked(lines, (line) => line)
  expect(placed.map(({ name }) => name)).toEqual(['high', 'low'])
  expect(tooFew.map(({ name }) => name)).toEqual(['few', 'none'])

  const asked = (id: number, kind: AskedQuestion['kind']): AskedQuestion => ({
    ...{ id, kind, text: `Q${id}`, options: [], is_retired: false, replaced_by: null, replaces: null },
  })
  const tally = (...counts: number[]): Tally => ({ n: counts.reduce((all, n) => all + n, 0), counts })
  const questions = [
    asked(1, 'recommendation'),
    asked(2, 'rating'),
    asked(3, 'rating'),
    asked(4, 'yes-no'),
    asked(5, 'rating'),
  ]
  const here = { 1: tally(10), 2: tally(0, 5, 10, 5), 3: tally(0, 0, 0, 1, 10, 9), 4: tally(12, 8), 5: tally(0, 9) }
  const all = {
    1: tally(0, 0, 0, 0, 0, 0, 0, 0, 0, 99),
    2: tally(0, 0, 0, 0, 200),
    3: tally(0, 0, 0, 0, 100, 100),
    4: tally(5, 195),
    5: tally(0, 0, 0, 0, 0, 99),
  }
  // The recommendation itself is what is explained, the third lies within chance, the fifth stands on nine.
  expect(pullsOf(questions, here, all).map(({ question }) => question.id)).toEqual([4, 2])
})

test('a period is whole months, and the fewer days of those that are cut: added, or taken away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 500 }), (first, length) => {
      const day = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10)
      const span = { from: day(first), to: day(first + length) }
      const { months, days, less } = startsOf(span)
      const added = [...days, ...months.flatMap((month) => daysOf(month))]
      expect(less.every((one) => added.includes(one))).toBe(true)
      expect(added.filter((one) => !less.includes(one)).toSorted()).toEqual(partsOf(span, 'day'))
      expect(days.length + less.length).toBeLessThanOrEqual(32)
    }),
    { numRuns: 200 },
  )
})
const daysOf = (month: string): string[] => {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)
  return partsOf({ from: month, to: last }, 'day')
}

test('words that say something are found in three languages, of two syllables as one', () => {
  const words = wordsOf([
    'Nhân viên thu ngân rất nhiệt tình, thanh toán nhanh!',
    'nhan vien thu ngan cham qua, cho lau',
    'Chờ lâu ở quầy thu ngân. Nhân viên ít quá',
    'Không gian rộng, nhưng rau củ không tươi lắm ạ',
    'Không gian thoáng; rau củ tươi',
    'Bún riêu ngon',
    'thích bún riêu ở đây',
    'Bún riêu hơi mặn',
    'The staff were friendly but the queue is long',
    'Queue was too long, friendly staff',
    '직원이 친절해요. 계산대가 너무 느려요',
    '계산대 줄이 길어요, 직원은 친절합니다',
  ])
  const used = new Map(mostUsed(words, 50).map(({ word, n }) => [word, n]))
  expect(Object.fromEntries(used)).toMatchObject({
    ...{ 'nhân viên': 3, 'thu ngân': 3, 'chờ lâu': 2, 'không gian': 2, 'rau củ': 2, 'bún riêu': 3 },
    ...{ staff: 2, queue: 2, friendly: 2, 직원: 2, 계산대: 2, 친절: 2 },
  })
  // What says nothing, half a word, and what one text alone has.
  for (const word of ['rất', 'quá', 'ở', 'viên', 'thu', 'bún', 'the', 'was', 'but', '너무', 'nhanh', 'nhan vien'])
    expect(used.has(word), word).toBe(false)
  // Two syllables that stand beside each other by chance are two words, and none reaches over a comma.
  const apart = wordsOf([
    'thịt tươi',
    'cá tươi',
    'rau tươi',
    'thịt, tươi',
    'tươi thịt',
    'thịt đắt',
    'thịt hôi',
    'thịt dai',
  ])
  expect([...(apart[0] ?? [])].toSorted()).toEqual(['thịt', 'tươi'])
  // Whoever says it ten times is one who said it.
  expect(mostUsed(wordsOf(['ngon ngon ngon', 'ngon']), 9)).toEqual([{ word: 'ngon', n: 2 }])
})

test('counts are those of a full count, whatever is answered, changed, thrown away, fetched back and replaced', async () => {
  const { survey, questions } = await surveyOf([
    ...([{ kind: 'rating' }, { kind: 'recommendation' }, { kind: 'yes-no' }, { kind: 'long' }] as const),
    { kind: 'choices', options: ['a', 'b', 'c'] },
    { kind: 'choice', options: ['x', 'y'] },
  ])
  const [rating = 0, nps = 0, yes = 0, long = 0, several = 0, single = 0] = questions
  const answers = fc.record(
    {
      [rating]: fc.integer({ min: 1, max: 5 }),
      [nps]: fc.integer({ min: 0, max: 10 }),
      [yes]: fc.constantFrom('yes', 'no'),
      [long]: fc.constantFrom('Rau tươi', '100% "ngon"', '가격이 좋아요', '<b>ok</b>'),
      [several]: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
      [single]: fc.constantFrom('x', 'y'),
    },
    { requiredKeys: [] },
  )
  const given = fc.record({
    store: fc.constantFrom(...stores, null),
    day: fc.integer({ min: 0, max: 500 }).map((n) => new Date(Date.UTC(2025, 8, 1 + n)).toISOString().slice(0, 10)),
    score: fc.option(fc.integer({ min: 0, max: 100 })),
    answers,
  })
  const act = fc.record({
    what: fc.constantFrom('add', 'trash', 'restore', 'delete', 'move', 'answer', 'note'),
    given,
    at: fc.nat(999),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { minLength: 5, maxLength: 25 }),
      fc.array(act, { maxLength: 12 }),
      async (first, acts) => {
        await sql`truncate customer_survey_responses`.execute(db)
        const ids = await answered(survey, first)
        for (const { what, given: more, at } of acts) {
          const id = ids[at % ids.length] ?? 0
          if (what === 'add') ids.push(...(await answered(survey, [more])))
          else await changes[what]?.(id, more)
        }
        expect(await verifyResults(db, false)).toEqual([])
        await everyNumberIsCounted(survey)
      },
    ),
    { numRuns: 12 },
  )
})

const on = (id: number, change: ReturnType<typeof sql>) =>
  sql`update customer_survey_responses set ${change} where id = ${id}`.execute(db)
const changes: Record<string, (id: number, given: Given) => Promise<unknown>> = {
  trash: (id) => on(id, sql`deleted_at = now()`),
  restore: (id) => on(id, sql`deleted_at = null`),
  delete: (id) => sql`delete from customer_survey_responses where id = ${id}`.execute(db),
  move: (id, { store, day }) =>
    on(id, sql`store = ${store}, answered_at = ${day}::timestamp at time zone chain_zone()`),
  answer: (id, { answers }) => on(id, sql`answers = ${json(answers)}`),
  note: (id) => on(id, sql`note = 'Đã gọi', state = 'done'`),
}

/** Every number of the results is what the answers themselves come to, by all, store and month, and opens as many rows. */
async function everyNumberIsCounted(survey: number): Promise<void> {
  const span = { from: '2025-10-07', to: '2026-11-19' }
  const query = `from=${span.from}&to=${span.to}&compare=none`
  const live = await rows(
    db,
    { store: 'number?', month: 'string', answers: jsonOf<Answers>(), score: 'number?' },
    sql`select store, to_char(answered_at at time zone chain_zone(), 'YYYY-MM') as month, answers, score from customer_survey_responses
        where deleted_at is null and (answered_at at time zone chain_zone())::date between ${span.from} and ${span.to}`,
  )
  const all = await results(survey, query)
  const lines = await Promise.all(
    (['store', 'month'] as const).map((by) =>
      told<ResultsBy>(`customer-survey-responses/results/by?survey=${survey}&rows=${by}&${query}`),
    ),
  )
  const tallyIn = (found: typeof live, question: AskedQuestion): Tally => {
    const values = found.flatMap(({ answers }) => valuesIn(question, answers))
    const length = Math.max(-1, ...values) + 1
    const counts = Array.from({ length }, (_, at) => values.filter((value) => value === at).length)
    return { n: found.filter(({ answers }) => answers[question.id] !== undefined).length, counts }
  }
  expect(all.responses.n).toBe(live.length)
  const scores = live.flatMap(({ score }) => score ?? [])
  expect(all.responses.score ?? 0).toBeCloseTo(
    scores.length ? scores.reduce((sum, one) => sum + one, 0) / scores.length : 0,
    9,
  )
  for (const { tally, ...question } of all.questions) expect(tally).toEqual(tallyIn(live, question))
  for (const { rows: found, questions } of lines)
    for (const { key, tallies, responses } of found) {
      const own = live.filter(({ store, month }) =>
        key.includes('-') ? month === key : String(store ?? 'none') === key,
      )
      expect(responses.n).toBe(own.length)
      for (const question of questions)
        expect(tallies[question.id] ?? { n: 0, counts: [] }).toEqual(tallyIn(own, question))
    }
  const list = (more: string) =>
    told<{ total: number; data: { id: number }[] }>(
      `customer-survey-responses?survey=${survey}&answered_at[]=${span.from}&answered_at[]=${span.to}&perpage=100${more}`,
    )
  for (const { tally, id } of all.questions.slice(0, 2)) {
    const whole = await list(`&answer=${id}`)
    expect([whole.total, whole.data.length]).toEqual([tally.n, tally.n])
    for (const [value, n] of tally.counts.entries()) {
      if (n === 0) continue
      const opened = await list(`&answer=${id}:${value}`)
      expect([opened.total, opened.data.length]).toEqual([n, n])
    }
  }
}

function valuesIn({ id, kind, options }: AskedQuestion, answers: Answers): number[] {
  const answer = answers[id]
  if (answer === undefined || kind === 'long') return []
  if (typeof answer === 'number') return [answer]
  if (kind === 'yes-no') return [answer === 'yes' ? 1 : 0]
  return options.flatMap(({ key }, place) => ((Array.isArray(answer) ? answer : [answer]).includes(key) ? [place] : []))
}

test('what was replaced stays apart from what took its place, and both are named', async () => {
  const { survey, questions } = await surveyOf([{ kind: 'rating' }, { kind: 'rating' }])
  const [old = 0, other = 0] = questions
  await answered(survey, [{ store: stores[0], day: '2026-03-01', answers: { [old]: 2, [other]: 5 } }])
  const made = await row(
    db,
    { id: 'number' },
    sql`insert into survey_questions (survey, position, kind, text) values (${survey}, 0, 'rating', ${json(WORDS('Câu mới'))}) returning id`,
  )
  await sql`update survey_questions set is_retired = true, replaced_by = ${made?.id} where id = ${old}`.execute(db)
  await answered(survey, [{ store: stores[0], day: '2026-03-02', answers: { [made?.id ?? 0]: 4 } }])
  const { questions: told } = await results(survey, YEAR, { by: boss, headers: { 'x-language': 'vi' } })
  expect(
    told.map(({ id, replaced_by, replaces, tally }) => ({
      id,
      replaced_by,
      replaces,
      n: tally.n,
      counts: tally.counts,
    })),
  ).toEqual([
    { id: made?.id, replaced_by: null, replaces: old, n: 1, counts: [0, 0, 0, 0, 1] },
    { id: old, replaced_by: made?.id, replaces: null, n: 1, counts: [0, 0, 1] },
    { id: other, replaced_by: null, replaces: null, n: 1, counts: [0, 0, 0, 0, 0, 1] },
  ])
})

test('who runs one store is told of that store alone, and of no other by asking for it', async () => {
  const { survey, questions } = await surveyOf([{ kind: 'recommendation' }, { kind: 'long' }])
  const [nps = 0, long = 0] = questions
  const [mine, other] = stores
  await answered(survey, [
    { store: mine, day: '2026-05-01', answers: { [nps]: 10, [long]: 'Rau tươi' } },
    { store: other, day: '2026-05-01', answers: { [nps]: 0, [long]: 'Cá ươn' } },
    { store: null, day: '2026-05-02', answers: { [nps]: 5 } },
  ])
  const manager = await chain.person({ permissions: PERMISSIONS, scope: 'store', store: mine })
  const by = { by: manager }
  expect((await results(survey, YEAR, by)).questions[0]?.tally).toEqual({
    n: 1,
    counts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  })
  expect((await results(survey, `${YEAR}&store=${other}`, by)).responses.n).toBe(0)
  const lines = await told<ResultsBy>(`customer-survey-responses/results/by?survey=${survey}&rows=store&${YEAR}`, by)
  expect(lines.rows.map(({ key }) => key)).toEqual([String(mine)])
  expect(lines.total.responses.n).toBe(1)
  const texts = await told<{ data: { text: string }[]; total: number }>(
    `customer-survey-responses/results/texts?survey=${survey}&question=${long}&${YEAR}`,
    by,
  )
  expect([texts.total, texts.data.map(({ text }) => text)]).toEqual([1, ['Rau tươi']])
  const list = await told<{ total: number }>(`customer-survey-responses?survey=${survey}&answer=${nps}`, by)
  expect(list.total).toBe(1)
  // Without the right to reports nobody is told anything, nor of a survey of other stores.
  const reader = await chain.person({ permissions: { 'customer-survey-responses': { read: true } }, scope: 'chain' })
  expect((await chain.call('GET', `customer-survey-responses/results?survey=${survey}`, { by: reader })).status).toBe(
    403,
  )
  await sql`update surveys set stores = ${[other]}::bigint[] where id = ${survey}`.execute(db)
  expect((await chain.call('GET', `customer-survey-responses/results?survey=${survey}`, by)).status).toBe(404)
})

test('texts are found whatever their accents, and a word opens exactly the texts that it counts', async () => {
  const { survey, questions } = await surveyOf([{ kind: 'long' }, { kind: 'short' }])
  const [long = 0, short = 0] = questions
  const texts = ['Nhân viên dễ thương', 'Nhân viên chậm 50%', 'Chờ lâu', 'Chờ lâu quá nên về', '직원이 친절해요']
  await answered(survey, [
    ...texts.map((text) => ({
      store: stores[0],
      day: '2026-06-01',
      answers: { [long]: text, [short]: 'chờ ở bãi xe' },
    })),
  ])
  const asked = `survey=${survey}&question=${long}&${YEAR}`
  const found = async (more: string) =>
    (
      await told<{ data: { text: string }[]; total: number }>(
        `customer-survey-responses/results/texts?${asked}&${more}`,
      )
    ).data
      .map(({ text }) => text)
      .toSorted()
  expect(await found('search=nhan%20vien')).toEqual([texts[1], texts[0]].toSorted())
  expect(await found('search=50%25')).toEqual([texts[1]])
  expect(await found('search=%25')).toEqual([texts[1]])
  // What was written below another question is none of this one's.
  expect(await found('search=bai%20xe')).toEqual([])
  expect(await found('search=%EC%A7%81%EC%9B%90')).toEqual([texts[4]])
  const { words, read } = await told<UsedWords>(`customer-survey-responses/results/words?${asked}`)
  expect(read).toBe(5)
  expect(words).toEqual([
    { word: 'chờ lâu', n: 2 },
    { word: 'nhân viên', n: 2 },
  ])
  for (const { word, n } of words) expect(await found(`word=${encodeURIComponent(word)}`)).toHaveLength(n)
  expect(await found('word=về')).toEqual([])
})

test('months and totals stand against the period before, as far as it has gone', async () => {
  const { survey, questions } = await surveyOf([{ kind: 'rating' }])
  const [rating = 0] = questions
  await answered(survey, [
    { store: stores[0], day: '2026-05-10', score: 50, answers: { [rating]: 3 } },
    { store: stores[0], day: '2026-06-10', score: 100, answers: { [rating]: 5 } },
    { store: stores[0], day: '2025-06-10', score: 0, answers: { [rating]: 1 } },
  ])
  const june = 'from=2026-06-01&to=2026-06-30'
  const [previous, year] = await Promise.all([results(survey, june), results(survey, `${june}&compare=year`)])
  expect(previous.compared).toEqual({ from: '2026-05-01', to: '2026-05-31' })
  expect([previous.responses.score, previous.before?.score, year.before?.score]).toEqual([100, 50, 0])
  expect(previous.questions[0]?.before?.counts).toEqual([0, 0, 0, 1])
  const { rows: months } = await told<ResultsBy>(
    `customer-survey-responses/results/by?survey=${survey}&rows=month&from=2026-05-01&to=2026-06-30&compare=year`,
  )
  expect(months.map(({ key, responses, before }) => [key, responses.n, before?.responses.n])).toEqual([
    ['2026-05', 1, 0],
    ['2026-06', 1, 1],
  ])
  const wrong = await chain.call(
    'GET',
    `customer-survey-responses/results?survey=${survey}&from=2026-06-30&to=2026-06-01`,
    { by: boss },
  )
  expect(wrong.status).toBe(422)
})

test('an answer that is none is refused as a filter, and wrong counts are found and made right', async () => {
  const { survey, questions } = await surveyOf([{ kind: 'rating' }])
  const [rating = 0] = questions
  await answered(survey, [{ store: stores[0], day: '2026-05-10', answers: { [rating]: 3 } }])
  for (const wrong of ['x', '1:', '1:77', '1;drop', `${rating}:3:4`]) {
    const answer = await chain.call('GET', `customer-survey-responses?answer=${encodeURIComponent(wrong)}`, {
      by: boss,
    })
    expect(answer.status, wrong).toBe(422)
  }
  expect(markOf(12, WRITTEN)).toBe(1299)
  // One wrong number in a single count, of the chain or of a store, also where nobody answered by now.
  const wrongly = async (change: ReturnType<typeof sql>) => {
    await sql`update survey_counts set ${change}`.execute(db)
    const found = await verifyResults(db, false)
    expect(await verifyResults(db, true)).toEqual([])
    return found
  }
  const ofMonth = sql`grain = 'month' and question = ${rating}`
  expect(await wrongly(sql`v3 = v3 + 1 where ${ofMonth} and store = -1`)).toEqual([
    `Results of survey ${survey}: the month 2026-05-01, all stores, question ${rating}: counts differ from the answers`,
  ])
  expect(await wrongly(sql`v29 = 1, n = 0 where ${ofMonth} and store = ${stores[0]}`)).toHaveLength(1)
  expect(await wrongly(sql`total = 1 where grain = 'day' and question = 0 and store = -1`)).toHaveLength(1)
  await sql`update survey_counts set v3 = 7 where survey = ${survey}`.execute(db)
  await sql`alter table customer_survey_responses disable trigger marks`.execute(db)
  await sql`update customer_survey_responses set marks = '{1}'`.execute(db)
  await sql`alter table customer_survey_responses enable trigger marks`.execute(db)
  expect((await verifyResults(db, false)).length).toBeGreaterThan(1)
  expect(await verifyResults(db, true)).toEqual([])
  expect((await results(survey)).questions[0]?.tally).toEqual({ n: 1, counts: [0, 0, 0, 1] })
})

test('what is answered in many stores at the same moment is counted, of each and of all of them', async () => {
  const { survey, questions } = await surveyOf([{ kind: 'rating' }])
  const [rating = 0] = questions
  const given = Array.from({ length: 40 }, (_, at) => ({
    ...{ store: stores[at % 2] ?? null, day: '2026-05-10', score: 25 * (at % 5) },
    answers: { [rating]: 1 + (at % 5) },
  }))
  await Promise.all(given.map((one) => answered(survey, [one])))
  const all = await results(survey)
  expect(all.responses).toEqual({ n: 40, scored: 40, score: 50 })
  expect(all.questions[0]?.tally.counts).toEqual([0, 8, 8, 8, 8, 8])
  expect((await results(survey, `${YEAR}&store=${stores[1]}`)).responses.n).toBe(20)
  expect(await verifyResults(db, false)).toEqual([])
})

test('answers are named to whoever reads responses, of the surveys they see', async () => {
  const { survey, questions } = await surveyOf([{ kind: 'rating' }, { kind: 'choice', options: ['a'] }])
  const reader = await chain.person({
    permissions: { 'customer-survey-responses': { read: true } },
    scope: 'store',
    store: stores[0],
  })
  const named = async (query: string) =>
    (await told<AskedQuestion[]>(`customer-survey-responses/questions?${query}`, { by: reader })).map(({ id }) => id)
  expect(await named(`survey=${survey}`)).toEqual(questions)
  expect(await named(`question=${questions[1]}`)).toEqual(questions)
  expect([await named('question=999999'), await named('survey=x'), await named('')]).toEqual([[], [], []])
  await sql`update surveys set stores = ${[stores[1]]}::bigint[] where id = ${survey}`.execute(db)
  expect(await named(`question=${questions[0]}`)).toEqual([])
})

test('another zone of the chain makes other days of the answers', async () => {
  const { survey, questions } = await surveyOf([{ kind: 'rating' }])
  const [rating = 0] = questions
  await answered(survey, [{ store: stores[0], day: '2026-06-01', answers: { [rating]: 3 } }])
  // Noon in Vietnam is the evening before in Samoa.
  const inSamoa = sql`create or replace function chain_zone() returns text immutable parallel safe language sql return 'Pacific/Pago_Pago'`
  const may = async () => (await results(survey, 'from=2026-05-31&to=2026-05-31')).responses.n
  await inSamoa.execute(db)
  expect(await verifyResults(db, false)).not.toEqual([])
  await db.transaction().execute(recountResults)
  expect([await verifyResults(db, false), await may()]).toEqual([[], 1])
  // A server that starts with the zone of its own settings counts anew.
  await chain.another()
  expect([await verifyResults(db, false), await may()]).toEqual([[], 0])
})

test('the workbook has a column for each question, and nothing in it is a formula', async () => {
  const { survey, questions } = await surveyOf([
    { kind: 'choices', options: ['a', 'b'] },
    { kind: 'long' },
    { kind: 'yes-no' },
  ])
  const [several = 0, long = 0, yes = 0] = questions
  await answered(survey, [
    { store: stores[0], day: '2026-05-10', score: 88, answers: { [several]: ['b', 'a'], [long]: '=1+1', [yes]: 'no' } },
  ])
  const response = await fetch(`${chain.url}/api/customer-survey-responses/results/export?survey=${survey}&${YEAR}`, {
    headers: { authorization: `Bearer ${boss.token}` },
  })
  expect(response.status).toBe(200)
  const lines = []
  for await (const batch of rowsOf(Buffer.from(await response.arrayBuffer()))) lines.push(...batch)
  expect(lines[1]?.cells.slice(2)).toEqual(['Siêu thị Cầu Giấy', 88, 'a; b', "'=1+1", 'Không'])
})
