import { randomFillSync } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

export type FreeSpace = { bytes: number; share: number }

/** Free space of the volume that holds `path`: what an ordinary process may still write. */
export async function freeSpace(path: string): Promise<FreeSpace> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { bytes: bavail * bsize, share: blocks === 0 ? 1 : bavail / blocks }
}

export const RESERVE: FreeSpace = { bytes: 2 ** 30, share: 0.1 }

/** The watermark for uploads, imports and exports; below it they are refused while sign-in and reading go on. */
export async function hasRoom(path: string, reserve = RESERVE): Promise<boolean> {
  const free = await freeSpace(path)
  return free.bytes >= reserve.bytes && free.share >= reserve.share
}

export type Ballast = { release(): Promise<boolean>; restore(): Promise<void> }

/**
 * A file that only takes up room. PostgreSQL stops at a full disk and cannot even recover there;
 * releasing the ballast gives it the room to come back, and it is restored when space has returned.
 */
export function ballast(folder: string, megabytes: number): Ballast {
  const file = join(folder, 'ballast')
  const size = megabytes * 2 ** 20
  let work = Promise.resolve()
  const release = async () => {
    const had = await sizeOf(file)
    await Promise.all([rm(file, { force: true }), rm(`${file}.part`, { force: true })])
    return had > 0
  }
  const restore = async () => {
    if (size === 0 || (await sizeOf(file)) >= size) return
    const free = await freeSpace(folder)
    if (free.bytes > size * 2) await fill(file, megabytes)
  }
  return {
    release,
    restore: () => {
      work = work.then(restore).catch(() => release().then(() => undefined))
      return work
    },
  }
}

async function sizeOf(file: string) {
  return stat(file).then(
    (entry) => entry.size,
    () => 0,
  )
}

// Random bytes, because a file system that compresses or leaves holes would keep no room with zeros.
async function fill(file: string, megabytes: number) {
  const block = randomFillSync(Buffer.allocUnsafe(2 ** 20))
  const part = await open(`${file}.part`, 'w', 0o600)
  try {
    for (let written = 0; written < megabytes; written += 1) await part.write(block)
  } finally {
    await part.close()
  }
  await rename(`${file}.part`, file)
}
