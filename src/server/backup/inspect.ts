import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { verifyFigures } from '../counters/counters.ts'
import { type Db, openDb, row } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { setPersonalAside } from '../mail/personal/sender.ts'
import { setAsideOpen } from '../mail/postman.ts'
import { loadModules } from '../module-registry.ts'
import { listed } from './backup.ts'
import { compareFiles, type Misplaced } from './file-rows.ts'
import type { Manifest } from './manifest.ts'

interface Inspection {
  url: string
  dataDir: string
  manifest: Manifest
  /** The restored house is to stand beside the one it was taken of. */
  isBeside: boolean
  print(text: string): void
}

/**
 * Brings a restored database forward and proves it: each upload has its file, each figure its rows. Mails that were on their way wait
 * for a person.
 * @returns whether all is right
 */
export async function inspect({ url, dataDir, manifest, isBeside, print }: Inspection): Promise<boolean> {
  const applied = await migrate(url)
  if (applied.length > 0) print(`The database was brought forward by ${applied.length} steps of this version.`)
  const { db, close } = openDb({ url, size: 2, statementTimeout: 0, isAlone: true, name: 'restore' })
  try {
    const areFilesRight = await inspectFiles(db, dataDir, manifest, print)
    await inspectMails(db, manifest.database !== null, isBeside, print)
    const { servers } = await loadModules()
    const checks = servers.flatMap(({ server }) => server.verify ?? [])
    const areFiguresRight = await verifyFigures(db, { checks, isRepairing: false, print })
    return areFilesRight && areFiguresRight
  } finally {
    await close()
  }
}

async function inspectFiles(
  db: Db,
  dataDir: string,
  { files }: Manifest,
  print: Inspection['print'],
): Promise<boolean> {
  const { missing, changed, strays, misplaced } = await compareFiles(db, files)
  // Uploaded after the moment that the database stands at, or deleted before it: nobody would ever find them.
  for (const path of strays) await rm(join(dataDir, 'files', path), { force: true })
  await putBack(join(dataDir, 'files'), misplaced)
  if (missing.length > 0) print(`Uploads whose file is not in the backup: ${listed(missing)}.`)
  if (changed.length > 0) print(`Uploads whose file was damaged before the backup: ${listed(changed)}.`)
  if (missing.length + changed.length > 0) return false
  print('Every upload has its file.')
  return true
}

/** Moves files, with their thumbnails, to where their rows look for them. */
export async function putBack(root: string, misplaced: readonly Misplaced[]): Promise<void> {
  for (const { path, to } of misplaced) {
    await mkdir(dirname(join(root, to)), { recursive: true, mode: 0o700 })
    await rename(join(root, path), join(root, to))
    const thumbnail = join(root, `${path}.thumbnail`)
    if (existsSync(thumbnail)) await rename(thumbnail, join(root, `${to}.thumbnail`))
  }
}

async function inspectMails(db: Db, isOurs: boolean, isBeside: boolean, print: Inspection['print']): Promise<void> {
  if (isOurs || isBeside) {
    const mails = (await setAsideOpen(db)) + (await setPersonalAside(db))
    if (mails > 0)
      print(`${mails} mails were on their way when the backup was made. They are not sent again by themselves.`)
  } else {
    const waiting = await row(
      db,
      { mails: 'number' },
      sql`select count(*)::int as mails from mails where state in ('waiting', 'sending')`,
    )
    if (waiting?.mails) print(`${waiting.mails} mails wait in this database. The next start sends them.`)
  }
  if (!isBeside) return
  await sql`update mailboxes set settings = settings || '{"smtp": null, "imap": null}', version = version + 1`.execute(
    db,
  )
  print('The mailbox is disconnected here, as this copy is to stand beside the original.')
}
