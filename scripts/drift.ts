import { openDb } from '../src/server/db/db.ts'
import { draftMigration } from '../src/server/db/draft.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { scratchDatabase } from './scratch.ts'

/** Fails while the migrated database differs from the definitions. */
const scratch = await scratchDatabase()
try {
  await migrate(scratch.url)
  const { db, close } = openDb({ url: scratch.url, size: 2, statementTimeout: 0, name: 'drift' })
  const statements = await draftMigration(db)
  await close()
  if (statements.length > 0) {
    console.error(
      `The migrations do not lead to the definitions; \`npm run migration\` drafts what is missing:\n${statements.join('\n')}`,
    )
    process.exitCode = 1
  } else console.log('The migrated database equals the definitions.')
} finally {
  await scratch.drop()
}
