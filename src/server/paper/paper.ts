import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../../shared/refusals.ts'
import { limitConcurrency } from '../concurrency-limit.ts'
import { type Located, otherPlaceOf, pathOf } from '../files/paths.ts'
import type { FileStore } from '../files/store.ts'
import type { Paper } from './blocks.ts'

const SECONDS_MOST = 90
const HEAP_MEGABYTES = 256
const CHILD = fileURLToPath(new URL('paper-child.ts', import.meta.url))

export interface Drawn {
  bytes: number
  /** The PDF; what it took is cleared away when it has been read, or was let go of. */
  content: Readable
}

/** Drawing takes a core for a second or more: never more than one core of a server. */
const inTurn = limitConcurrency(1)

/**
 * Draws a paper as a PDF in a process of its own, with its memory and time limited; whole, or not at all.
 * @param pictures key to stored file; they are made small there as well
 */
export async function drawPaper(
  paper: Omit<Paper, 'pictures'>,
  pictures: ReadonlyMap<string, Located>,
  files: FileStore,
): Promise<Drawn> {
  const folder = await mkdtemp(join(tmpdir(), 'paper-'))
  const clear = () => rm(folder, { recursive: true, force: true })
  try {
    await inTurn(async () => {
      const found = await fetched(pictures, files, folder)
      await writeFile(join(folder, 'paper.json'), JSON.stringify({ ...paper, pictures: found } satisfies Paper))
      await run(folder)
    })
    const path = join(folder, 'paper.pdf')
    const { size } = await stat(path)
    const content = createReadStream(path)
    content.once('close', () => void clear())
    return { bytes: size, content }
  } catch (error) {
    await clear()
    throw error
  }
}

/** The stored pictures as files of this machine, wherever the store keeps them. */
async function fetched(pictures: ReadonlyMap<string, Located>, files: FileStore, folder: string) {
  const found: Record<string, string> = {}
  for (const [key, place] of pictures) {
    const bytes = (await files.get(pathOf(place))) ?? (await files.get(pathOf(otherPlaceOf(place))))
    if (!bytes) continue
    const path = join(folder, `${key}.picture`)
    await pipeline(bytes, createWriteStream(path))
    found[key] = path
  }
  return found
}

/** Ends well only with a whole PDF; too long, too large or broken, it is the caller's to hear. */
function run(folder: string): Promise<void> {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MEGABYTES}`, CHILD, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '1' },
    timeout: SECONDS_MOST * 1000,
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-2000)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else if (signal === 'SIGKILL') reject(new Refusal('unavailable'))
      else reject(new Error(`The paper could not be drawn (${code ?? signal}): ${said}`))
    })
  })
}
