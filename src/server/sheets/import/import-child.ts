import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { pack } from '../../../shared/message.ts'
import { lowerPriority } from '../../lower-priority.ts'
import { processUsage } from '../../process-usage.ts'
import { BEGUN, type ImportOrder, ROWS_TOLD, sentOrder } from './import-order.ts'
import { PROBLEMS } from './unreadable.ts'

export const IMPORT_PROGRAM = fileURLToPath(new URL('import-process.ts', import.meta.url))
const SOURCE = fileURLToPath(new URL('../../../../', import.meta.url))
/** What the process may take (design/security.md, S41); MB and seconds of work by MB of the file, and by rows that it has told. */
const MEMORY_LEAST = 256
const MEMORY_PER_MB = 16
const SMALL_MB = 4
/** An old workbook has to be held whole, its words in several forms: 60,000 rows of ten columns are 15 MB and take 520. */
const OLD_MEMORY_PER_MB = 28
const OLD_SMALL_MB = 1
const MEMORY_MOST = 700
/** Beside the heap: the program, the file itself, what is being inflated. */
const BESIDE_HEAP = 96
const WORK_LEAST = 2
const WORK_PER_MB = 4
const ROWS_PER_SECOND = 4000
/** Of waiting for its turn on a busy machine nobody dies; only of hanging. */
const SECONDS_LEAST = 120
const SECONDS_PER_MB = 20
const WATCH_MS = 100

export interface BookSize {
  megabytes: number
  /** An .xls. */
  isOld: boolean
}

/** What the process may hold, in MB. */
export function memoryFor({ megabytes, isOld }: BookSize): number {
  const [small, perMegabyte] = isOld ? [OLD_SMALL_MB, OLD_MEMORY_PER_MB] : [SMALL_MB, MEMORY_PER_MB]
  return Math.min(MEMORY_MOST, MEMORY_LEAST + perMegabyte * Math.max(0, megabytes - small))
}

/** The lines that the reading process prints about a workbook, each JSON; one that grows, hangs or dies is told as a problem. */
export async function* importLines(order: ImportOrder, content: Readable, size: BookSize): AsyncGenerator<string> {
  const memory = memoryFor(size)
  const { flags, env } = guardOf(memory)
  const child = spawn(process.execPath, [...flags, IMPORT_PROGRAM], { stdio: ['pipe', 'pipe', 'ignore'], env })
  lowerPriority(child)
  const ended = once(child, 'exit')
  const watched = watch(child, memory, size.megabytes)
  child.stdin.write(`${sentOrder(order)}\n`)
  pipeline(content, child.stdin).catch(() => {}) // its exit says why
  try {
    for await (const line of linesOf(child.stdout)) {
      if (line === BEGUN) await watched.begin()
      else {
        if (line.startsWith('{"rows":')) watched.tell(ROWS_TOLD)
        yield line
      }
    }
    const [code, signal] = await ended
    const isOutOfHeap = code === 134 || signal === 'SIGABRT'
    if (code !== 0)
      yield JSON.stringify({ problem: pack(PROBLEMS[watched.problem() ?? (isOutOfHeap ? 'too large' : 'damaged')]) })
  } finally {
    watched.end()
    child.kill('SIGKILL')
  }
}

/**
 * It may read the program, write nothing, and start nothing. What was compiled before saves half of its start: the right to add to
 * that it gives away before it reads the file.
 */
export function guardOf(memory: number): { flags: string[]; env: NodeJS.ProcessEnv } {
  const compiled = process.env.NODE_COMPILE_CACHE
  return {
    flags: [
      `--max-old-space-size=${Math.round(memory - BESIDE_HEAP)}`,
      '--disallow-code-generation-from-strings',
      '--permission',
      `--allow-fs-read=${SOURCE}`,
      '--allow-fs-read=/proc/self/status',
      ...(compiled ? [`--allow-fs-read=${compiled}`, `--allow-fs-write=${compiled}`] : []),
    ],
    env: { TZ: 'UTC', MALLOC_ARENA_MAX: '1', ...(compiled && { NODE_COMPILE_CACHE: compiled }) },
  }
}

/** Stops a process that holds or works more than it may; its first word begins the count of its work, as starting is no file's fault. */
function watch(child: ChildProcess, memory: number, megabytes: number) {
  let problem: 'too large' | 'took too long' | null = null
  const stop = (why: typeof problem) => {
    problem ??= why
    child.kill('SIGKILL')
  }
  let allowed = WORK_LEAST + WORK_PER_MB * megabytes
  let workAtBegin: number | null = null
  const look = async () => {
    const { held, worked } = await processUsage(child.pid)
    if (held > memory) stop('too large')
    if (workAtBegin !== null && worked - workAtBegin > allowed) stop('took too long')
  }
  const timer = setTimeout(() => stop('took too long'), (SECONDS_LEAST + SECONDS_PER_MB * megabytes) * 1000)
  const looking = setInterval(() => void look(), WATCH_MS)
  return {
    problem: () => problem,
    begin: async () => {
      workAtBegin = (await processUsage(child.pid)).worked
    },
    tell: (rows: number) => {
      allowed += rows / ROWS_PER_SECOND
    },
    end: () => {
      clearTimeout(timer)
      clearInterval(looking)
    },
  }
}

async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest: string[] = []
  for await (const chunk of stream) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n')
    for (const part of parts.slice(0, -1)) {
      yield [...rest, part].join('')
      rest = []
    }
    rest.push(parts.at(-1) ?? '')
  }
}
