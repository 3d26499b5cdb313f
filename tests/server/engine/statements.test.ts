import { expect, test } from 'vitest'
import { checkStatements } from '../../../scripts/sql/check.ts'
import { openFresh } from '../../setup/database.ts'

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
