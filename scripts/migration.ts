import { readdir, writeFile } from 'node:fs/promises'
import { openDb } from '../src/server/db/db.ts'
import { draftMigration } from '../src/server/db/draft.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { scratchDatabase } from './scratch.ts'

/** Drafts the migration from the difference between the definitions and the migrated database: npm run migration -- name-of-it */
const name = process.argv[2] ?? 'change'
const folder = new URL('../src/server/db/migrations/', import.meta.url)
const scratch = await scratchDatabase()
try {
  await migrate(scratch.url)
  const { db, close } = openDb({ url: scratch.url, size: 2, statementTimeout: 0, name: 'migration' })
  const statements = await draftMigration(db)
  await close()
  if (statements.length === 0) console.log('The definitions and the migrations agree; there is nothing to draft.')
  else {
    const number = String((await readdir(folder)).filter((file) => file.endsWith('.sql')).length + 1).padStart(4, '0')
    const file = new URL(`${number}_${name.replace(/[^a-z0-9_]+/gi, '_')}.sql`, folder)
    await writeFile(file, `${statements.join('\n')}\n`)
    console.log(`Drafted ${file.pathname.split('/').slice(-5).join('/')}; read it before you commit it.`)
  }
} finally {
  await scratch.drop()
}
