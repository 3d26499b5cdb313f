import { createHash } from 'node:crypto'
import { mkdir, open, opendir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupProblem, isCode } from './problem.ts'

/** Large enough to be fast, small enough to leave memory alone: one such block is all that a copy holds. */
const BLOCK = 2 ** 20

export interface Copied {
  bytes: number
  sha256: string
}

/**
 * Copies the bytes that a file holds now; null where there is no such file any more. They last once `syncAll` was told of it.
 * @param pace called after each block, with its bytes
 */
export async function copyFile(
  from: string,
  to: string,
  pace: (bytes: number) => unknown = () => {},
): Promise<Copied | null> {
  const source = await openIfThere(from)
  if (!source) return null
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'wx', 0o600)
    try {
      return await digest(source, async (block) => {
        await target.writeFile(block)
        await pace(block.length)
      })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Size and SHA-256 of a file; null where there is none. */
export async function measureFile(path: string): Promise<Copied | null> {
  const file = await openIfThere(path)
  if (!file) return null
  try {
    return await digest(file)
  } finally {
    await file.close()
  }
}

type File = Awaited<ReturnType<typeof open>>

/** Most files of a database are far smaller than a block: a new one for each would cost more than reading them. */
const spareBlocks: Buffer[] = []

async function digest(file: File, use?: (block: Buffer) => Promise<void>): Promise<Copied> {
  const hash = createHash('sha256')
  const block = spareBlocks.pop() ?? Buffer.allocUnsafe(BLOCK)
  try {
    for (let bytes = 0; ; ) {
      const { bytesRead } = await file.read(block, 0, BLOCK, null)
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
      const part = block.subarray(0, bytesRead)
      hash.update(part)
      await use?.(part)
      bytes += bytesRead
    }
  } finally {
    spareBlocks.push(block)
  }
}

async function openIfThere(path: string): Promise<File | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

export interface Found {
  /** Relative, with `/`. */
  path: string
  isFolder: boolean
  bytes: number
}

/**
 * All below a folder, links followed; what vanishes meanwhile is left out.
 * @param isLeftOut of what is found, told before a folder is entered
 */
export async function* walk(
  root: string,
  isLeftOut: (path: string) => boolean = () => false,
  within = '',
  above: readonly string[] = [],
): AsyncGenerator<Found> {
  const here = await realpath(join(root, within)).catch(() => null)
  if (here === null) return
  if (above.includes(here)) throw new BackupProblem(`${join(root, within)} is a link that leads in a circle.`)
  const entries = await opendir(here).catch(() => null)
  if (!entries) return
  for await (const { name } of entries) {
    const path = within === '' ? name : `${within}/${name}`
    if (isLeftOut(path)) continue
    const found = await stat(join(root, path)).catch(() => null)
    if (found?.isDirectory()) {
      yield { path, isFolder: true, bytes: 0 }
      yield* walk(root, isLeftOut, path, [...above, here])
    } else if (found?.isFile()) yield { path, isFolder: false, bytes: found.size }
  }
}

/** As many as Node works at beside each other in its pool of threads. */
const SYNCS_AT_ONCE = 4

/**
 * Makes files and the names in folders last. Several at a time, as one commit of a file system's journal serves all who wait for
 * it: one after the other, a database's thousand small files each wait for one of their own.
 */
export async function syncAll(paths: Iterable<string>): Promise<void> {
  const left = new Set(paths).values()
  const syncNext = async () => {
    for (const path of left) {
      const handle = await open(path, 'r')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    }
  }
  await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, syncNext))
}
