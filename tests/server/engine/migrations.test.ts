import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { departments } from '../../../src/modules/departments/departments.ts'
import { draftMigration, reservedNames } from '../../../src/server/db/draft.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { tableOf } from '../../../src/server/db/schema.ts'
import { unlistedDefinitions } from '../../../src/server/db/unlisted.ts'
import { flag, text } from '../../../src/shared/fields.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { openFresh } from '../../setup/database/database.ts'

test.for([
  ['0002_modules', 'made before the first release (migration 0002_modules)'],
  ['99990101T0000_later', 'brought forward by a later version of the product (migration 99990101T0000_later)'],
])('a database with the migration %s is refused in a sentence and left as it is', async ([name, sentence]) => {
  const { db, url } = await openFresh()
  await sql`insert into kysely_migration (name, timestamp) values (${name}, now())`.execute(db)
  const found = () => sql`select name from kysely_migration order by name`.execute(db)
  const before = await found()
  await expect(migrate(url)).rejects.toThrow(sentence)
  expect((await found()).rows).toEqual(before.rows)
})

test('a definition that is not in the list of modules is named, with its file', async () => {
  expect(await unlistedDefinitions()).toEqual([])
  const folder = newFolder('modules')
  mkdirSync(join(folder, 'cold-checks'))
  const file = join(folder, 'cold-checks', 'cold-checks.ts')
  writeFileSync(file, `export const it = { name: 'cold-checks', table: 'cold_checks', permission: 'x', fields: {} }`)
  writeFileSync(join(folder, 'cold-checks', 'cold-checks.server.ts'), `throw new Error('run')`)
  expect(await unlistedDefinitions(pathToFileURL(`${folder}/`))).toEqual([
    'src/modules/cold-checks/cold-checks.ts defines cold-checks, which is not in the list of src/modules/index.ts.',
  ])
})

test('a field named by a word that SQL keeps for itself is named, as no migration could make its column', async () => {
  const { db } = await openFresh()
  expect(await reservedNames(db)).toEqual([])
  const fields = { ...departments.fields, check: text('Check'), checked: text('Checked'), left: flag('Left') }
  expect(await reservedNames(db, [tableOf({ ...departments, fields })])).toEqual([
    'check, a field of departments, is a word that SQL keeps for itself: name it otherwise.',
    'left, a field of departments, is a word that SQL keeps for itself: name it otherwise.',
  ])
})

test('a search that reads other fields than its definition says is drafted anew', async () => {
  const { db } = await openFresh()
  expect(await draftMigration(db)).toEqual([])
  await sql`alter table departments alter column search_text set expression as (fold(' ' || coalesce(name, '')))`.execute(
    db,
  )
  const [draft = '', ...more] = await draftMigration(db)
  expect(draft).toMatch(/^alter table departments alter column search_text set expression as .*name_ko/)
  expect(more).toEqual([])
  await sql.raw(draft).execute(db)
  expect(await draftMigration(db)).toEqual([])
})
