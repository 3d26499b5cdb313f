import './env.mjs'
import { existsSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { takeBackup } from '../src/server/backup/backup.ts'
import { type Arguments, run } from '../src/server/backup/command.ts'
import { askPassphrase } from '../src/server/backup/passphrase.ts'
import { BackupProblem } from '../src/server/backup/problem.ts'
import type { Secrets } from '../src/server/backup/secrets.ts'
import { type Config, loadConfig } from '../src/server/config.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'

/**
 * npm run backup -- <folder> [--secrets [--passphrase-file <file>]]: copies the house into a new folder while it works, the embedded
 * database by PostgreSQL's own interface; with DATABASE_URL only files/. Ends with 1 where it cannot, or finds damage in the house.
 */
const usage = 'Usage: npm run backup -- <new folder> [--secrets [--passphrase-file <file>]]'

const QUIET = { info() {}, warn: console.error, error: console.error }

await run(usage, { secrets: { type: 'boolean' }, 'passphrase-file': { type: 'string' } }, async (given) => {
  refuseNoHouse()
  const config = loadConfig(process.env)
  const secrets = given.values.secrets ? { passphrase: await passphraseOf(given), values: secretsOf(config) } : null
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: QUIET })
  // Those who work come first; a database that was started here stays as it is, as a server may take it over.
  setPriority(19)
  try {
    const isSound = await takeBackup({
      folder: given.path,
      config,
      databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
      secrets,
      print: console.log,
    })
    if (config.databaseUrl)
      console.log('It holds files/ only: DATABASE_URL is a server of your own, whose own tools take its backup.')
    if (!secrets)
      console.log('It holds no secrets: keep APP_SECRET (DATA_DIR/secret) and DATA_KEYS elsewhere, or add --secrets.')
    return isSound
  } finally {
    await embedded?.stop()
  }
})

/** A mistyped DATA_DIR must not become a new house. */
function refuseNoHouse(): void {
  const dataDir = resolve(process.env.DATA_DIR?.trim() || '.data')
  const needed = process.env.DATABASE_URL?.trim() ? dataDir : join(dataDir, 'postgres')
  if (!existsSync(needed)) throw new BackupProblem(`There is nothing to back up: ${needed} does not exist.`)
}

function passphraseOf({ values }: Arguments): Promise<string> {
  const file = values['passphrase-file']
  return askPassphrase({ file: typeof file === 'string' ? file : undefined, env: process.env }, true)
}

function secretsOf({ secret, dataDir, databaseUrl }: Config): Secrets {
  return {
    app_secret: secret,
    data_keys: (process.env.DATA_KEYS ?? '').split(',').flatMap((key) => key.trim() || []),
    postgres_password: databaseUrl ? null : readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
  }
}
