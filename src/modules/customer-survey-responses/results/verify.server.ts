import { sql } from 'kysely'
import { unhurried } from '#server/counters/counters.ts'
import { all, type Db, row, rows, type Tx } from '#server/db/db.ts'
import { ALL_STORES, VALUES } from './counts.server.ts'

/** Proves marks and counts against the answers themselves, in one snapshot. */
export async function verifyResults(db: Db, isRepairing: boolean): Promise<string[]> {
  const wrong = await db.transaction().setIsolationLevel('repeatable read').execute(wrongIn)
  if (wrong.length === 0 || !isRepairing) return wrong
  await db.transaction().execute(async (tx) => {
    await sql`lock table customer_survey_responses in share row exclusive mode`.execute(tx)
    await sql`update customer_survey_responses set answers = answers where ${IS_WRONG}`.execute(tx)
    await recountResults(tx)
  })
  return db.transaction().setIsolationLevel('repeatable read').execute(wrongIn)
}

/** Makes every count anew from the marks; who answers waits until it is done. */
export async function recountResults(tx: Tx): Promise<void> {
  await unhurried(tx)
  await sql`lock table customer_survey_responses in share row exclusive mode`.execute(tx)
  await sql`truncate survey_counts`.execute(tx)
  await sql`insert into survey_counts select * from survey_counted order by 1, 2, 3, 4, 5`.execute(tx)
}

/** Marks and words that are not those of the answers. */
const IS_WRONG = sql`(marks <> survey_marks(answers) or written is distinct from survey_written(answers))`

/** What was counted once and is no more stays as a row of nothing. */
const IS_ANY = sql`(n, total, ${all(VALUES, sql`, `)}) is distinct from (0, 0, ${all(
  VALUES.map(() => sql`0`),
  sql`, `,
)})`

async function wrongIn(db: Tx): Promise<string[]> {
  await unhurried(db)
  const marks = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from customer_survey_responses where ${IS_WRONG}`,
  )
  const counts = await rows(
    db,
    { survey: 'number', start: 'string', grain: 'string', store: 'number', question: 'number' },
    sql`with kept as (select * from survey_counts c where ${IS_ANY}),
        counted as materialized (select * from survey_counted),
        differ as ((select * from kept except select * from counted) union all (select * from counted except select * from kept))
        select distinct survey, start::text, grain, store, question from differ limit 20`,
  )
  return [
    ...(marks?.n ? [`Survey responses: the marks of ${marks.n} differ from their answers`] : []),
    ...counts.map(
      ({ survey, start, grain, store, question }) =>
        `Results of survey ${survey}: the ${grain} ${start}, ${store === ALL_STORES ? 'all stores' : `store ${store || '–'}`}, question ${question || '–'}: counts differ from the answers`,
    ),
  ]
}
