import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupProblem } from './problem.ts'

export const MANIFEST = 'manifest.json'
export const SEAL = 'manifest.seal'
export const SECRETS = 'secrets.sealed'

/** Grows when an older restore could no longer read what a newer backup writes. */
const FORMAT = 1

const entry = z.strictObject({
  path: z.string().refine(isOurs, 'must lie in the backup'),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const lsn = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/)

const schema = z.strictObject({
  format: z.literal(FORMAT),
  /** The product's version. */
  version: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** Null where only `files/` are in the backup, as the database is a server of one's own. */
  database: z
    .strictObject({
      version: z.string(),
      system_identifier: z.string().regex(/^\d+$/),
      timeline: z.int().positive(),
      start_lsn: lsn,
      stop_lsn: lsn,
      wal_segment_bytes: z.int().positive(),
    })
    .nullable(),
  migrations: z.array(z.string()),
  /** Names of the keys of private data, which tell nothing of the keys. */
  keys: z.array(z.string()),
  /** Folders that must be there though they hold nothing. */
  folders: z.array(z.string().refine(isOurs)),
  files: z.array(entry),
})

export type Entry = z.output<typeof entry>
export type Manifest = z.output<typeof schema>

// A manifest is also read from places that one does not control: it must not lead a restore out of its folder.
function isOurs(path: string) {
  const parts = path.split('/')
  const top = parts[0] ?? ''
  return (
    (path === SECRETS || (parts.length > 1 && ['postgres', 'wal', 'files'].includes(top))) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))
  )
}

/** Writes the manifest and its seal into a backup; answers the manifest's SHA-256. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>, secret: string) {
  const { files, ...head } = { format: FORMAT, ...manifest }
  const lines = files.map((file) => `    ${JSON.stringify(file)}`).join(',\n')
  const text = `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "files": [\n${lines}\n  ]\n}\n`
  const digest = createHash('sha256').update(text).digest('hex')
  await writeWhole(join(folder, MANIFEST), text)
  await writeWhole(join(folder, SEAL), `sha256 ${digest}\nhmac ${sealOf(secret, text)}\n`)
  return digest
}

export interface ReadManifest {
  manifest: Manifest
  digest: string
  /** Whether it was sealed with this secret of a house. */
  isSealedWith(secret: string): boolean
}

/**
 * Reads the manifest of a backup.
 * @throws BackupProblem where it is missing, changed, damaged or of a later format
 */
export async function readManifest(folder: string): Promise<ReadManifest> {
  const text = await read(folder, MANIFEST)
  const seal = await read(folder, SEAL)
  const digest = createHash('sha256').update(text).digest('hex')
  const match = /^sha256 ([0-9a-f]{64})\nhmac ([0-9a-f]{64})\n$/.exec(seal)
  if (!match) throw new BackupProblem(`${SEAL} is damaged.`)
  if (match[1] !== digest) throw new BackupProblem(`${MANIFEST} was changed after the backup was made.`)
  const parsed = schema.safeParse(parse(text))
  if (!parsed.success)
    throw new BackupProblem(`${MANIFEST} is none that this version can read: ${z.prettifyError(parsed.error)}`)
  return {
    manifest: parsed.data,
    digest,
    isSealedWith: (secret) => timingSafeEqual(Buffer.from(sealOf(secret, text)), Buffer.from(match[2] ?? '')),
  }
}

// Whoever can write to the backup can make a digest anew, but not this without the house's secret.
const sealOf = (secret: string, text: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, 'backup', 'manifest', 32)))
    .update(text)
    .digest('hex')

async function read(folder: string, name: string) {
  try {
    return await readFile(join(folder, name), 'utf8')
  } catch {
    throw new BackupProblem(`${folder} is no whole backup: ${name} is missing.`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes a small file so that it lasts. */
export async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
