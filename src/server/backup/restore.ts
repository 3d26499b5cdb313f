import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { keepSecret } from '../config.ts'
import { freeSpace } from '../db/disk.ts'
import { startEmbedded } from '../db/embedded.ts'
import { bundledVersion } from '../db/embedded-cluster.ts'
import { endPostmaster, findPostmaster, identify, isAlive } from '../db/embedded-process.ts'
import { UNFINISHED } from '../db/embedded-state.ts'
import { isBeforeStart, unknownMigrations } from '../db/migrate.ts'
import { keysOf } from '../private/keys.ts'
import { checkBackup } from './check.ts'
import { copyFile, syncAll } from './copy.ts'
import { inspect } from './inspect.ts'
import { type Manifest, type ReadManifest, readManifest, SECRETS, writeWhole } from './manifest.ts'
import { checkPages } from './pages.ts'
import { BackupProblem, isCode } from './problem.ts'
import { makeHome, recover } from './recover.ts'
import { openSecrets, type Secrets } from './secrets.ts'

export interface Restore {
  backup: string
  /** The DATA_DIR to be. */
  into: string
  /** Of a server of one's own, which has its backup from elsewhere. */
  databaseUrl: string | undefined
  /** Of the manifest, as the backup told it. */
  digest: string | undefined
  /** The house's own, as far as the environment has them. */
  given: { appSecret: string | undefined; dataKeys: readonly string[] }
  /** Does without the house's secrets. */
  isNewSecret: boolean
  isBeside: boolean
  /** Asked for only where the backup holds secrets. */
  passphrase(): Promise<string>
  print(text: string): void
}

/**
 * Makes a house of a backup: proves the backup first, then copies, recovers and proves what came out.
 * @returns whether all is right
 * @throws BackupProblem where the backup or the folder will not do; the folder is untouched then, or says that it is unfinished
 */
export async function restoreBackup(wish: Restore): Promise<boolean> {
  const { print } = wish
  const backup = resolve(wish.backup)
  const into = resolve(wish.into)
  const read = await readManifest(backup)
  const { manifest } = read
  refuseForeign(read, wish)
  const secrets = await secretsOf(backup, read, wish)
  await refuseFull(into)
  await checkBackup(backup, manifest)
  await refuseWithoutRoom(into, manifest)
  print(
    `The backup is whole: ${manifest.files.length} files, taken from ${manifest.started_at} to ${manifest.finished_at}.`,
  )
  await begin(into)
  try {
    await copyAll(backup, into, manifest)
    await placeSecrets(into, manifest, secrets)
    const isRight = await bringToLife(into, manifest, wish)
    await rm(join(into, UNFINISHED))
    await syncAll([into])
    sayWhatNext(into, secrets, wish)
    return isRight
  } catch (error) {
    if (isCode(error, 'ENOSPC', 'EDQUOT')) throw new BackupProblem(`There is not enough space for ${into}.`)
    throw error
  }
}

function refuseForeign({ manifest, digest }: ReadManifest, wish: Restore): void {
  if (wish.digest && wish.digest.toLowerCase() !== digest)
    throw new BackupProblem('The manifest has another SHA-256 than --digest says: it is not the backup you mean.')
  const [unknown] = unknownMigrations(manifest.migrations)
  if (unknown)
    throw new BackupProblem(
      isBeforeStart(unknown)
        ? `The backup was made by a version from before the first release (${manifest.version}, which knows ${unknown}). Restore it with that one.`
        : `The backup was made by a later version of the product (${manifest.version}, which knows ${unknown}). Restore it with that one.`,
    )
  if (!manifest.database && !wish.databaseUrl)
    throw new BackupProblem(
      'This backup holds files/ only. Restore the database with its own tools first, and set DATABASE_URL to it.',
    )
  if (!manifest.database) return
  if (wish.databaseUrl)
    throw new BackupProblem('This backup holds an embedded database. Unset DATABASE_URL to restore it.')
  const [major] = manifest.database.version.split('.')
  if (major !== bundledVersion())
    throw new BackupProblem(
      `The backup is of PostgreSQL ${major}, and this version of the product brings ${bundledVersion()}. Restore it with the version that made it (${manifest.version}).`,
    )
}

/** The house's secrets, from the backup or from the environment; null where one does without. */
async function secretsOf(
  backup: string,
  { manifest, isSealedWith }: ReadManifest,
  wish: Restore,
): Promise<Secrets | null> {
  const { appSecret, dataKeys } = wish.given
  if (manifest.files.some(({ path }) => path === SECRETS)) {
    const text = await readFile(join(backup, SECRETS), 'utf8').catch(() => {
      throw new BackupProblem(`The backup is damaged: ${SECRETS} is missing.`)
    })
    const secrets = openSecrets(text, await wish.passphrase(), manifest.started_at)
    if (!isSealedWith(secrets.app_secret))
      throw new BackupProblem('manifest.json was changed after the backup was made: the house did not seal it.')
    if (appSecret && appSecret !== secrets.app_secret)
      throw new BackupProblem('APP_SECRET in the environment is not the one in this backup. Unset it.')
    return secrets
  }
  if (!appSecret) {
    if (wish.isNewSecret) return null
    throw new BackupProblem(
      'This backup holds no secrets. Set APP_SECRET to that of its house (it lay in DATA_DIR/secret) and DATA_KEYS if it had them; or say --new-secret to do without: nobody stays signed in then, and sealed data (numbers of papers, birth dates, cards, signatures, passwords of the mailbox) stays closed.',
    )
  }
  if (!isSealedWith(appSecret))
    throw new BackupProblem(
      'APP_SECRET is not that of the house that made this backup, or manifest.json was changed after it.',
    )
  const [newest = appSecret, ...older] = [...dataKeys, appSecret]
  const ids = new Set(keysOf([newest, ...older]).all.map(({ id }) => id))
  const lacking = manifest.keys.filter((id) => !ids.has(id))
  if (lacking.length > 0)
    throw new BackupProblem(`DATA_KEYS lacks ${lacking.length} of the ${manifest.keys.length} keys that the house had.`)
  return { app_secret: appSecret, data_keys: [], postgres_password: null }
}

/** An empty folder, or one in which a restore was interrupted. */
async function refuseFull(into: string): Promise<void> {
  const there = await namesIn(into)
  if (there.length === 0) return
  const runner = await readFile(join(into, UNFINISHED), 'utf8').catch(() => null)
  if (runner === null) throw new BackupProblem(`${into} is not empty. Name an empty folder with --into or DATA_DIR.`)
  const pid = Number(runner.split(' ')[0])
  if (pid > 0 && isAlive(pid) && identify(pid) === runner)
    throw new BackupProblem(`Another run (process ${pid}) is restoring into ${into}.`)
}

const namesIn = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) return []
  const names = await readdir(folder).catch(() => {
    throw new BackupProblem(`${folder} is not a folder that can be read.`)
  })
  return names.filter((name) => name !== 'lost+found')
}

async function refuseWithoutRoom(into: string, { files }: Manifest): Promise<void> {
  let volume = into
  while (!existsSync(volume)) volume = dirname(volume)
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0)
  const needed = Math.ceil(bytes / 2 ** 20) + 256
  const free = Math.floor((await freeSpace(volume)).bytes / 2 ** 20)
  if (free < needed)
    throw new BackupProblem(`There is not enough space for ${into}: it takes ${needed} MB, and ${free} MB are free.`)
}

/** From here on the folder says that it is no house yet; what an interrupted run left goes, its mark last of all. */
async function begin(into: string): Promise<void> {
  await makeHome(into)
  const running = findPostmaster(join(into, 'postgres'))
  if (running) await endPostmaster(running.pid)
  const names = await namesIn(into)
  for (const name of names) if (name !== UNFINISHED) await rm(join(into, name), { recursive: true })
  await rm(join(into, UNFINISHED), { force: true })
  await writeWhole(join(into, UNFINISHED), identify(process.pid))
  await syncAll([into])
}

async function copyAll(backup: string, into: string, { files, folders }: Manifest): Promise<void> {
  const made = new Set([into])
  for (const path of folders) {
    await mkdir(join(into, path), { recursive: true, mode: 0o700 })
    made.add(join(into, path))
  }
  for (const { path, bytes, sha256 } of files) {
    if (path === SECRETS) continue
    const to = join(into, path.startsWith('wal/') ? join('postgres', `pg_${path}`) : path)
    const copied = await copyFile(join(backup, path), to)
    if (copied?.bytes !== bytes || copied.sha256 !== sha256)
      throw new BackupProblem(`The backup is damaged: ${path} changed while it was restored.`)
    made.add(to).add(dirname(to))
  }
  await syncAll(made)
}

async function placeSecrets(into: string, { database }: Manifest, secrets: Secrets | null): Promise<void> {
  if (secrets) await writeWhole(join(into, 'secret'), secrets.app_secret)
  if (secrets && secrets.data_keys.length > 0)
    await writeWhole(join(into, 'data-keys'), `${secrets.data_keys.join(',')}\n`)
  if (database && secrets?.postgres_password)
    await writeWhole(join(into, 'postgres-password'), secrets.postgres_password)
  else if (database) keepSecret(into, 'postgres-password')
}

async function bringToLife(
  into: string,
  manifest: Manifest,
  { databaseUrl, isBeside, print }: Restore,
): Promise<boolean> {
  if (!manifest.database) return inspect({ url: databaseUrl ?? '', dataDir: into, manifest, isBeside, print })
  const { timeline, lsn } = await recover(into)
  print(`The database was recovered up to ${lsn} of its log and goes on as timeline ${timeline}.`)
  const { pages, damaged } = await checkPages(join(into, 'postgres'))
  print(
    damaged.length === 0
      ? `All ${pages.toLocaleString('en')} pages of the database have the right checksum.`
      : `DAMAGED before the backup was made: ${damaged.join('; ')}. Take an older backup for what is in there.`,
  )
  const log = { info() {}, warn: print, error: print }
  const embedded = await startEmbedded({ dataDir: into, log, isRestoring: true })
  try {
    const isRight = await inspect({ url: embedded.url, dataDir: into, manifest, isBeside, print })
    return isRight && damaged.length === 0
  } finally {
    await embedded.stop()
  }
}

function sayWhatNext(into: string, secrets: Secrets | null, { print }: Restore): void {
  if (secrets && secrets.data_keys.length > 0)
    print(
      `The house had DATA_KEYS: they lie in ${join(into, 'data-keys')}. Set them before the first start and delete that file.`,
    )
  if (!secrets) print('The first start makes a new secret: everybody signs in anew, and sealed data stays closed.')
  print(`The restore is finished: start the server with DATA_DIR=${into}.`)
}
