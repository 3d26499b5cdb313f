import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { type Account, give, runAs } from './embedded-account.ts'

type Parents = { folder: string; account: Account; programs: { initdb: string }; password: string }

/** Runs initdb under another name and renames the result, so that a cluster is either whole or not there. */
export function initialise({ folder, account, programs, password }: Parents, env: Record<string, string>): void {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  give(draft, account)
  const secret = `${folder}-first-password`
  writeFileSync(secret, password, { mode: 0o600 })
  give(secret, account)
  const args = [`--pgdata=${draft}`, `--pwfile=${secret}`, ...birth]
  const command = runAs(account, programs.initdb, args, [join(draft, 'PG_VERSION')])
  const done = spawnSync(command.file, command.args, {
    ...command.options,
    cwd: '/',
    env,
    encoding: 'utf8',
  })
  rmSync(secret)
  if (done.status !== 0)
    throw new StartError(
      `The database could not be created in ${folder}:\n${done.error?.message ?? ''}${done.stdout}${done.stderr}`,
    )
  renameSync(draft, folder)
}

// Without the locale flags a machine with LANG=C would get SQL_ASCII, and ICU would tie the indexes to its version.
const birth = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
  '--no-instructions',
]
