import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { refuse } from '../../shared/refusals.ts'
import { hasRoom, RESERVE } from '../db/disk.ts'

export type ByteRange = { start: number; end: number }
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/** Where the bytes of files lie; a path is relative, with `/`, and made by us only. */
export interface FileStore {
  /** Writes a file so that it is there whole, and lasts, or not at all; answers its size. */
  put(path: string, content: Content): Promise<number>
  /** The bytes, or null where there is no such file. `end` is inclusive. */
  get(path: string, range?: ByteRange): Promise<Readable | null>
  size(path: string): Promise<number | null>
  move(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** Every file below a folder, with when it was written. */
  list(folder: string): AsyncIterable<{ path: string; written_at: Date }>
  /** Keeps bytes for as long as one request works on them. */
  setAside(content: Content): Promise<Aside>
  /** Whether uploads may go on: the volume stands above its reserve; the public stops at twice that, so that staff can go on. */
  hasRoom(who?: 'staff' | 'public'): Promise<boolean>
  /** Why nothing can be kept here, e.g. a volume that is read-only; null where it can. A full one takes nothing either, and is none. */
  problem(): Promise<string | null>
}

export interface Aside {
  read(): Promise<Buffer>
  remove(): Promise<void>
}

/** Files in a folder of this machine. */
export function localStore(folder: string, reserve = RESERVE): FileStore {
  const root = resolve(folder)
  const at = (path: string) => inside(root, path)
  return {
    put: async (path, content) => write(at(path), content),
    get: async (path, range) => ((await sizeOf(at(path))) === null ? null : createReadStream(at(path), range)),
    size: async (path) => sizeOf(at(path)),
    move: async (from, to) => {
      await mkdir(dirname(at(to)), { recursive: true, mode: 0o700 })
      await rename(at(from), at(to))
      await keepEntry(dirname(at(to)))
    },
    remove: async (path) => rm(at(path), { force: true }),
    list: (path) => walk(root, at(path)),
    setAside: async (content) => setAside(at(`temp/aside/${randomBytes(12).toString('hex')}`), content),
    hasRoom: async (who = 'staff') => {
      await mkdir(root, { recursive: true, mode: 0o700 })
      return hasRoom(root, who === 'public' ? { bytes: reserve.bytes * 2, share: reserve.share * 2 } : reserve)
    },
    problem: () => problemOf(root),
  }
}

/** Tried, as permissions say nothing of a volume that was mounted anew. */
async function problemOf(root: string): Promise<string | null> {
  const probe = join(root, `.probe-${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(root, { recursive: true, mode: 0o700 })
    await writeFile(probe, '')
    await rm(probe)
    return null
  } catch (error) {
    if (isFull(error)) return null
    return `${root} cannot be written (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`
  }
}

function inside(root: string, path: string) {
  const full = join(root, path)
  if (!full.startsWith(root + sep) || path.includes('\0')) throw new Error('A file path led out of the store')
  return full
}

// A reader never meets half a file: it gets its name only once its bytes are on the disk.
async function write(path: string, content: Content) {
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const bytes = await writePart(part, content)
    await rename(part, path)
    await keepEntry(dirname(path))
    return bytes
  } catch (error) {
    await rm(part, { force: true })
    if (isFull(error)) refuse('no space')
    throw error
  }
}

// Nothing of it need last, so that it waits for no disk.
async function setAside(path: string, content: Content): Promise<Aside> {
  const remove = () => rm(path, { force: true })
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, content, { mode: 0o600, flag: 'wx' })
    return { read: () => readFile(path), remove }
  } catch (error) {
    await remove()
    if (isFull(error)) refuse('no space')
    throw error
  }
}

async function writePart(part: string, content: Content) {
  const file = await open(part, 'wx', 0o600)
  let bytes = 0
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      await file.writeFile(chunk)
      bytes += chunk.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return bytes
}

// The name of a new file is kept by its folder, which has to reach the disk as well.
async function keepEntry(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
const isFull = (error: unknown) => error instanceof Error && 'code' in error && FULL.includes(String(error.code))

async function sizeOf(path: string) {
  return stat(path).then(
    (entry) => (entry.isFile() ? entry.size : null),
    () => null,
  )
}

async function* walk(root: string, folder: string): AsyncIterable<{ path: string; written_at: Date }> {
  const entries = await opendir(folder, { recursive: true }).catch(() => null)
  if (!entries) return
  for await (const entry of entries) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    const found = await stat(full).catch(() => null)
    if (found) yield { path: relative(root, full).replaceAll(sep, '/'), written_at: found.mtime }
  }
}
