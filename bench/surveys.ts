import { customerSurveyResponses } from '../src/modules/customer-survey-responses/customer-survey-responses.ts'
import { recountResults, verifyResults } from '../src/modules/customer-survey-responses/results/verify.server.ts'
import { wrongCounts } from '../src/server/counters/counters.ts'
import { inTransaction, openDb } from '../src/server/db/db.ts'
import { fill, STORES } from './fill.ts'
import { countAll, fillTable } from './fill-registers.ts'
import { ask, type Filling, openGround } from './fixture-db.ts'
import { measureOpened, type Opened } from './opened.ts'
import type { Line } from './table.ts'

const COMPLAINTS = 1000
const GOAL_MS = 100
const { table } = customerSurveyResponses

const SURVEYS: Filling = {
  folder: 'back-office-bench-surveys',
  fill: fillSurveys,
  files: ['fill.ts', 'surveys.ts', 'words.ts'],
  tables: { [table]: (rows) => rows },
}

/** Two years of answers to one survey of a large chain: lists, and results by question, store and month, all told exactly. */
export async function measureSurveys(rows: number, isFresh: boolean): Promise<Line[]> {
  const ground = await openGround(SURVEYS, rows, isFresh)
  try {
    const lines = await measureOpened(ground, opened(), GOAL_MS)
    const { db, close } = openDb({ url: ground.embedded.url, size: 2, statementTimeout: 0, name: 'bench' })
    try {
      const wrong = [...(await verifyResults(db, false)), ...(await wrongCounts(db, customerSurveyResponses))]
      const [measured, isMet] = [`${wrong.length} wrong`, wrong.length === 0]
      return [...lines, { what: 'results beside a full count', at: '', measured, isMet }]
    } finally {
      await close()
    }
  } finally {
    await ground.embedded.stop()
  }
}

const WIRE = `/api/${customerSurveyResponses.wire}`
function opened(): Opened {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const [year, quarter] = [`from=${day(365)}&to=${day(1)}`, `from=${day(90)}&to=${day(0)}`]
  const list = `${WIRE}?page=1&perpage=20`
  const answered = `&answered_at[]=${day(90)}&answered_at[]=${day(0)}`
  return {
    'surveys: list': list,
    'surveys: new ones': `${list}&state=new`,
    'surveys: low scores': `${list}&is_low=true`,
    'surveys: list of a store, 90 days': `${list}&store=7${answered}`,
    'surveys: list of an answer': `${list}&survey=1&answer=5:10${answered}`,
    'surveys: list of a rare answer of a store': `${list}&survey=1&answer=1:1&store=7${answered}`,
    'surveys: page 20,000': `${WIRE}?page=20000&perpage=20`,
    'surveys: show': `${WIRE}/54321`,
    'results: a year': `${WIRE}/results?survey=1&${year}`,
    'results: 90 days': `${WIRE}/results?survey=1&${quarter}`,
    'results: of a store, a year': `${WIRE}/results?survey=1&${year}&store=7`,
    'results: by store, a year': `${WIRE}/results/by?rows=store&survey=1&${year}`,
    'results: by month, a year': `${WIRE}/results/by?rows=month&survey=1&${year}`,
    'results: newest texts': `${WIRE}/results/texts?survey=1&question=8&${quarter}`,
    'results: newest texts of a store, a year': `${WIRE}/results/texts?survey=1&question=8&${year}&store=7`,
    'results: words most used': `${WIRE}/results/words?survey=1&question=8&${quarter}`,
    'results: words, read anew': (at) => `${WIRE}/results/words?survey=1&question=8&from=${day(90 + at)}&to=${day(0)}`,
    'results: words of a store, read anew': (at) =>
      `${WIRE}/results/words?survey=1&question=8&from=${day(365 + at)}&to=${day(0)}&store=7`,
  }
}

/** Eight questions; a quarter of all write something. */
async function fillSurveys({ url }: { url: string }, rows: number): Promise<void> {
  await fill(url, COMPLAINTS)
  await ask(url, `insert into surveys (title, stage) values ('Khảo sát mua sắm', 'open')`)
  for (const [position, kind] of [
    'rating',
    'rating',
    'rating',
    'yes-no',
    'recommendation',
    'choice',
    'choices',
    'long',
  ].entries())
    await ask(
      url,
      `insert into survey_questions (survey, position, kind, text, options) values (1, ${position}, '${kind}', '{"vi": "Câu ${position + 1}"}', $1::jsonb)`,
      [JSON.stringify(kind.startsWith('choice') ? ['a', 'b', 'c', 'd'].map((key) => ({ key, vi: key })) : [])],
    )
  await fillTable(url, table, INSERT, rows)
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'bench fill' })
  await inTransaction(db, recountResults)
  await close()
  await countAll(url, customerSurveyResponses)
  await ask(url, 'vacuum (freeze, analyze)')
  await ask(url, 'checkpoint')
}

/** Marks are told beside the answers, as the trigger would make them. */
const INSERT = `
  insert into ${table} (id, created_at, updated_at, survey, store, score, is_low, channel, language, answered_at, state, answers, marks, written)
  select i, at, at, 1, store, score, score < 40, 'poster', 'vi', at, case when i % 3 = 0 then 'done' else 'new' end,
    jsonb_strip_nulls(jsonb_build_object('1', a, '2', b, '3', c, '4', (array['no', 'yes'])[1 + d], '5', e, '6', (array['a', 'b', 'c', 'd'])[1 + f], '7', jsonb_build_array('b', 'd'), '8', words)),
    array[100 + a, 200 + b, 300 + c, 400 + d, 500 + e, 600 + f, 701, 703] || case when words is null then '{}' else '{899}' end::bigint[], fold(words)
  from (
    select i, at, store, a, b, c, d, e, f, round((a - 1 + b - 1 + c - 1) * 25 / 3.0)::int as score,
      case when i % 4 = 0 then (array['Nhân viên nhiệt tình', 'Chờ lâu ở quầy thu ngân', 'Rau củ tươi ngon', 'Giá cả hợp lý'])[1 + i / 4 % 4] || ' ' || i end as words
    from (
      select i, now() - interval '729 days' + i * (interval '729 days' / $3::int) as at, 1 + h % ${STORES} as store, 1 + h / 7 % 5 as a, 1 + h / 11 % 5 as b,
        1 + h / 13 % 5 as c, h / 17 % 2 as d, h / 19 % 11 as e, h / 23 % 4 as f
      from (select i, hashint4(i) & 1048575 as h from generate_series($1::int, $2::int) i) x) y) z
  order by i`
