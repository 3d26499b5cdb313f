import { writeFile } from 'node:fs/promises'
import { openDb } from '../src/server/db/db.ts'
import { draftMigration, reservedNames } from '../src/server/db/draft.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { unlistedDefinitions } from '../src/server/db/unlisted.ts'
import { scratchDatabase } from './scratch.ts'

/** Drafts the migration from the difference between the definitions and the migrated database: npm run migration -- name-of-it */
const name = process.argv[2] ?? 'change'
const folder = new URL('../src/server/db/migrations/', import.meta.url)
const unlisted = await unlistedDefinitions()
for (const sentence of unlisted) console.error(sentence)
if (unlisted.length > 0) process.exitCode = 1
const scratch = await scratchDatabase()
try {
  await migrate(scratch.url)
  const { db, close } = openDb({ url: scratch.url, size: 2, statementTimeout: 0, name: 'migration' })
  const reserved = await reservedNames(db)
  const statements = await draftMigration(db)
  await close()
  if (reserved.length > 0) {
    console.error(reserved.join('\n'))
    process.exitCode = 1
  } else if (statements.length === 0)
    console.log('The listed definitions and the migrations agree; there is nothing to draft.')
  else {
    // Named by the minute (UTC), so that branches that grow side by side do not take the same number.
    const minute = new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, '')
    const file = new URL(`${minute}_${name.replaceAll(/[^a-z0-9_]+/gi, '_')}.sql`, folder)
    await writeFile(file, `${statements.join('\n')}\n`)
    console.log(`Drafted ${file.pathname.split('/').slice(-5).join('/')}; read it before you commit it.`)
  }
} finally {
  await scratch.drop()
}
