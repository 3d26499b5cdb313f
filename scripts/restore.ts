import './env.mjs'
import { resolve } from 'node:path'
import { run } from '../src/server/backup/command.ts'
import { askPassphrase } from '../src/server/backup/passphrase.ts'
import { restoreBackup } from '../src/server/backup/restore.ts'

/**
 * npm run restore -- <backup> [--into <folder>]: proves a backup, recovers it into an empty folder (DATA_DIR unless named) and proves
 * what came out. Ends with 1 where the backup will not do, or something in it is wrong.
 */
const usage =
  'Usage: npm run restore -- <backup> [--into <empty folder>] [--digest <SHA-256 of the manifest>] [--passphrase-file <file>] [--new-secret] [--beside]'

const options = {
  into: { type: 'string' },
  digest: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'new-secret': { type: 'boolean' },
  beside: { type: 'boolean' },
} as const

await run(usage, options, ({ path, pathOf, values }) => {
  const { env } = process
  const text = (name: 'into' | 'digest' | 'passphrase-file') => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  const into = text('into')
  return restoreBackup({
    backup: path,
    into: into ? pathOf(into) : resolve(env.DATA_DIR?.trim() || '.data'),
    databaseUrl: env.DATABASE_URL?.trim() || undefined,
    digest: text('digest'),
    given: {
      appSecret: env.APP_SECRET?.trim() || undefined,
      dataKeys: (env.DATA_KEYS ?? '').split(',').flatMap((key) => key.trim() || []),
    },
    isNewSecret: values['new-secret'] === true,
    isBeside: values.beside === true,
    passphrase: () => askPassphrase({ file: text('passphrase-file'), env }, false),
    print: console.log,
  })
})
