import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb, rows } from '../../../src/server/db/db.ts'
import { challengeOf } from '../../../src/server/http/challenge.ts'
import { surveyTokenHash } from '../../../src/server/surveys/tokens.ts'
import { atTheEnd } from '../../setup/at-the-end.ts'
import { solve } from '../../setup/challenge.ts'
import { freshDatabase } from '../../setup/database/database.ts'
import { serverProcess } from '../../setup/process/server-process.ts'

const SECRET = 'a secret of this test alone, long enough to be one'
const ANSWERS = 8

test('a server killed between an answer and the complaint that it opens: each low score has one, none is lost', async () => {
  const url = await freshDatabase()
  const { db, close } = openDb({ url, size: 1, statementTimeout: 20_000, name: 'kill' })
  atTheEnd(close)
  const server = await serverProcess({ DATABASE_URL: url, APP_SECRET: SECRET })
  await server.start()
  await sql`with s as (insert into stores (code, name) values ('S01', 'Cầu Giấy') returning id),
      t as (insert into ticket_types (name) values ('Sai giá') returning id),
      v as (insert into surveys (title, stage, once_per, low_below, complaint_type) select 'Mua sắm', 'open', 'nothing', 60, t.id from t returning id),
      q as (insert into survey_questions (survey, position, kind, text) select v.id, 0, 'rating', '{"vi": "Hài lòng?"}' from v)
    insert into survey_links (survey, store, channel, token, token_hash)
      select v.id, s.id, 'poster', 'here', ${surveyTokenHash('here')} from v, s`.execute(db)
  const [question] = await rows(db, { id: 'number' }, sql`select id from survey_questions`)
  const answer = () =>
    fetch(`${server.url}/api/customer-survey-responses/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: 'here',
        answers: { [question?.id ?? 0]: 1 },
        ...solve(challengeOf(SECRET, Date.now() - 5000)),
      }),
    }).then(({ status }) => status)
  const cursor = sql`select from feed_cursors where name = 'low-scores'`
  await expect.poll(async () => (await rows(db, cursor)).length).toBe(1)
  const taken: number[] = []
  // As long as its place in the feed is held, the reader waits: all are acknowledged, and none is read when the process is gone.
  await db.transaction().execute(async (tx) => {
    await sql`${cursor} for update`.execute(tx)
    for (let n = 0; n < ANSWERS; n++) taken.push(await answer())
    await server.kill()
  })
  expect(taken).toEqual(Array.from({ length: ANSWERS }, () => 201))
  const open = () =>
    rows(
      db,
      { complaint: 'number?', made: 'number' },
      sql`select r.complaint, (select count(*)::int from complaints where source = 'survey') as made from customer_survey_responses r order by r.id`,
    )
  expect((await open()).every(({ complaint }) => complaint === null)).toBe(true)
  await server.start()
  await expect.poll(async () => (await open()).every(({ complaint }) => complaint !== null)).toBe(true)
  const found = await open()
  expect(new Set(found.map(({ complaint }) => complaint)).size).toBe(ANSWERS)
  expect(found[0]?.made).toBe(ANSWERS)
})
