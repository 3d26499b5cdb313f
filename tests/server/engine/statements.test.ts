import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkStatements } from '../../../scripts/sql/check.ts'
import { row } from '../../../src/server/db/db.ts'
import { openFresh } from '../../setup/database/database.ts'

const ofTags = (file: string) => file.startsWith('src/modules/tags/')

test('PostgreSQL knows every name in the statements of the source, and not those of a renamed column', async () => {
  const { pool } = await openFresh()
  const client = await pool.connect()
  expect((await checkStatements(client, [], ofTags)).findings).toEqual([])
  await client.query('alter table tags rename column name to label')
  const { findings } = await checkStatements(client, [], ofTags)
  client.release()
  expect(findings.map(({ place, says }) => [place.replace(/:\d+$/, ''), says])).toEqual([
    ['src/modules/tags/tags.server.ts', 'column "name" does not exist'],
    ['src/modules/tags/tags.server.ts', 'column "name" does not exist'],
  ])
})

test('A shape of rows that PostgreSQL describes otherwise is found before its statement runs', async () => {
  const { pool } = await openFresh()
  const client = await pool.connect()
  const check = async () =>
    (await checkStatements(client, [], (file) => file.startsWith('src/modules/presence/'))).shapes
  const before = await check()
  expect([before.compared, before.findings]).toEqual([before.total, []])
  await client.query('alter table users rename column user_name to old_name; alter table users add user_name boolean')
  const { findings: found } = await check()
  client.release()
  expect(found.map(({ says }) => says)).toContain(
    'The shape of a row says that name is string; PostgreSQL gives type 16',
  )
})

test('A row that is not what PostgreSQL describes fails whoever reads it', async () => {
  const { db } = await openFresh()
  await expect(row(db, { n: 'string' }, sql`select 1 as n`)).rejects.toThrow('says that n is string')
  await expect(row(db, { m: 'number' }, sql`select 1 as n`)).rejects.toThrow('names m')
  expect(await row(db, { n: 'number', at: 'date?' }, sql`select 1 as n, null::timestamptz as at`)).toEqual({
    n: 1,
    at: null,
  })
})
