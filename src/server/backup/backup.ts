import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { type Db, openDb, row, rows } from '../db/db.ts'
import { freeSpace } from '../db/disk.ts'
import { identify, isAlive } from '../db/embedded-process.ts'
import { VERSION } from '../version.ts'
import { checkBackup } from './check.ts'
import { copyFile, syncAll, walk } from './copy.ts'
import { type CopiedDatabase, clusterBytes, copyDatabase, entryOf } from './database.ts'
import { compareFiles } from './file-rows.ts'
import { type Entry, type Manifest, readManifest, SECRETS, writeManifest, writeWhole } from './manifest.ts'
import { BackupProblem, isCode } from './problem.ts'
import { type Secrets, sealSecrets } from './secrets.ts'

export interface Backup {
  /** Where it is to lie; made under another name and renamed once it is whole. */
  folder: string
  config: Config
  databaseUrl: string
  /** Sealed into it; null leaves them out. */
  secrets: { passphrase: string; values: Secrets } | null
  print(text: string): void
}

/** What the volumes keep free while a backup is made, as PostgreSQL stops on a full one. */
const RESERVE = 256 * 2 ** 20
const LOOK_EVERY = 64 * 2 ** 20
/** Of the run that makes it; in it who runs. */
const MARK = 'unfinished'

/**
 * Makes a backup while the house works, proves it and gives it its name.
 * @returns whether all that was copied is sound
 * @throws BackupProblem where none can be made; nothing lies under its name then
 */
export async function takeBackup(wish: Backup): Promise<boolean> {
  const { config, print } = wish
  const folder = resolve(wish.folder)
  const draft = `${folder}.unfinished`
  await refuseUnfit(folder, config)
  await beginDraft(draft)
  try {
    await refuseWithoutRoom(draft, config)
    const made = await fill(draft, wish)
    const { manifest, digest } = await readManifest(draft)
    await checkBackup(draft, manifest, MARK)
    await rm(join(draft, MARK))
    await rename(draft, folder)
    await syncAll([dirname(folder)])
    const bytes = manifest.files.reduce((sum, one) => sum + one.bytes, 0)
    print(`The backup is made and was read again: ${manifest.files.length} files, ${inMegabytes(bytes)} in ${folder}.`)
    print(
      `Its manifest has the SHA-256 ${digest}: kept elsewhere, it proves the backup (npm run restore -- … --digest).`,
    )
    return made
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (isCode(error, 'ENOSPC', 'EDQUOT')) throw new BackupProblem(`There is not enough space in ${dirname(folder)}.`)
    throw error
  }
}

async function fill(draft: string, wish: Backup): Promise<boolean> {
  const { db, close } = openDb({ url: wish.databaseUrl, size: 1, statementTimeout: 0, name: 'backup' })
  try {
    const { until, ...copied } = await copyAll(draft, wish, db)
    const migrations = await rows(db, { name: 'string' }, sql`select name from kysely_migration order by name`)
    const isSound = await compareUploads(db, copied.files, until, wish.print)
    await finish(draft, wish, { ...copied, migrations: migrations.map(({ name }) => name) })
    return isSound
  } finally {
    await close()
  }
}

type Copied = Omit<CopiedDatabase, 'database'> & Pick<Manifest, 'database' | 'started_at'>

/** `until`: each upload whose row was made before has its file in the copy. */
async function copyAll(
  draft: string,
  { config, databaseUrl, secrets }: Backup,
  db: Db,
): Promise<Copied & { until: string | undefined }> {
  const started_at = new Date().toISOString()
  const pace = paceOf([draft, config.dataDir])
  const uploads = new Map<string, Entry>()
  // Twice: what is deleted while the database is copied may still have its row there, and what is uploaded meanwhile has one.
  await copyUploads(draft, config, uploads, pace)
  const cluster = join(config.dataDir, 'postgres')
  const copied = config.databaseUrl
    ? { database: null, folders: [], files: [] }
    : await copyDatabase({ url: databaseUrl, cluster, target: draft, pace })
  const stopped = await row(db, { at: 'string' }, sql`select now()::text as at`)
  await copyUploads(draft, config, uploads, pace)
  const files = [...copied.files, ...uploads.values()]
  if (secrets) {
    await writeWhole(join(draft, SECRETS), sealSecrets(secrets.values, secrets.passphrase, started_at))
    files.push(await entryOf(draft, SECRETS))
  }
  return { ...copied, started_at, files, until: stopped?.at }
}

async function finish(draft: string, { config }: Backup, copied: Copied & Pick<Manifest, 'migrations'>): Promise<void> {
  const manifest = {
    ...copied,
    version: VERSION,
    finished_at: new Date().toISOString(),
    keys: config.keys.all.map(({ id }) => id),
    files: copied.files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  }
  await writeManifest(draft, manifest, config.secret)
  const made = new Set([draft, ...manifest.folders.map((path) => join(draft, path))])
  for (const { path } of manifest.files) for (let at = path; at !== '.'; at = dirname(at)) made.add(join(draft, at))
  await syncAll(made)
}

/** Half a file, or one that only tries whether the folder may be written. */
const isUnderWay = (path: string): boolean => /\.part$|(^|\/)\.probe-[^/]*$/.test(path)

async function copyUploads(draft: string, config: Config, taken: Map<string, Entry>, pace: (bytes: number) => unknown) {
  const root = join(config.dataDir, 'files')
  // What is claimed moves from temp/ to its place meanwhile: gone from the one, it is met in the other.
  for (const within of ['temp', ''])
    for await (const { path, isFolder } of walk(root, isUnderWay, within)) {
      const to = `files/${path}`
      if (isFolder || taken.has(to)) continue
      const copied = await copyFile(join(root, path), join(draft, to), pace)
      if (copied) taken.set(to, { path: to, ...copied })
    }
}

/** Every upload's row against the copy of its file: what rotted on the house's own disk shows here. */
async function compareUploads(db: Db, files: readonly Entry[], before: string | undefined, print: Backup['print']) {
  const { missing, changed } = await compareFiles(db, files, before)
  if (missing.length > 0) print(`Missing in files/ itself, so not in the backup: ${listed(missing)}.`)
  if (changed.length > 0) print(`Damaged in files/ itself, and so in the backup: ${listed(changed)}.`)
  return missing.length + changed.length === 0
}

async function refuseUnfit(folder: string, { dataDir, databaseUrl }: Config): Promise<void> {
  for (const name of databaseUrl ? ['files'] : ['files', 'postgres'])
    if (`${folder}${sep}`.startsWith(join(dataDir, name) + sep))
      throw new BackupProblem(`${folder} lies in ${join(dataDir, name)}, which the backup copies. Name another folder.`)
  if (!existsSync(folder)) return
  const there = await readdir(folder).catch(() => ['a file'])
  if (there.length > 0) throw new BackupProblem(`${folder} is not empty. Name a new folder for each backup.`)
  const [own, parent] = await Promise.all([stat(folder), stat(dirname(folder))])
  if (own.dev !== parent.dev)
    throw new BackupProblem(`${folder} is a volume of its own. Name a folder in it, such as ${join(folder, 'backup')}.`)
}

/** Takes away what a run left that was killed; never what it did not make, or what is being made now. */
async function beginDraft(draft: string): Promise<void> {
  if (existsSync(draft)) {
    const runner = await readFile(join(draft, MARK), 'utf8').catch(() => null)
    if (runner === null) throw new BackupProblem(`${draft} is in the way and is not a backup's. Move it away.`)
    const pid = Number(runner.split(' ')[0])
    if (isAlive(pid) && identify(pid) === runner)
      throw new BackupProblem(`Another run (process ${pid}) is making this backup.`)
    await rm(draft, { recursive: true, force: true })
  }
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await writeWhole(join(draft, MARK), identify(process.pid))
}

async function refuseWithoutRoom(draft: string, { dataDir, databaseUrl }: Config): Promise<void> {
  let bytes = databaseUrl ? 0 : await clusterBytes(join(dataDir, 'postgres'))
  for await (const found of walk(join(dataDir, 'files'))) bytes += found.bytes
  const free = await freeSpace(draft)
  if (free.bytes < bytes + RESERVE)
    throw new BackupProblem(
      `There is not enough space in ${dirname(draft)}: the backup takes ${inMegabytes(bytes)} and ${inMegabytes(RESERVE)} are kept free, but only ${inMegabytes(free.bytes)} are.`,
    )
}

/** Gives up before a volume is full: the house comes before its backup. */
function paceOf(volumes: readonly string[]) {
  let since = 0
  return async (bytes: number) => {
    since += bytes
    if (since < LOOK_EVERY) return
    since = 0
    for (const volume of volumes)
      if ((await freeSpace(volume)).bytes < RESERVE)
        throw new BackupProblem(`The volume of ${volume} gets full, so this backup is given up. Free some space.`)
  }
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`

export const listed = (ids: readonly string[]): string =>
  ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ')
