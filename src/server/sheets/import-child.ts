import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { pack } from '../../shared/message.ts'
import type { ImportOrder } from './import-order.ts'
import { PROBLEMS } from './unreadable.ts'

const PROGRAM = fileURLToPath(new URL('import-process.ts', import.meta.url))
const SOURCE = fileURLToPath(new URL('../../../', import.meta.url))
/** MB of heap, and of everything the process holds. */
const HEAP_MOST = 384
const MEMORY_MOST = 700
const WATCH_MS = 250
/** Reading takes a fraction of this even on a busy machine. */
const SECONDS_LEAST = 20
const SECONDS_PER_MB = 8

/** The lines that the reading process prints about a workbook, each JSON; one that grows, hangs or dies is told as a problem. */
export async function* importLines(order: ImportOrder, content: Readable, megabytes: number): AsyncGenerator<string> {
  const flags = [
    `--max-old-space-size=${HEAP_MOST}`,
    '--disallow-code-generation-from-strings',
    // It may read the program, write nothing, and start nothing.
    '--permission',
    `--allow-fs-read=${SOURCE}`,
  ]
  const child = spawn(process.execPath, [...flags, PROGRAM], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { TZ: 'UTC', MALLOC_ARENA_MAX: '1' },
  })
  const ended = once(child, 'exit')
  let problem: 'too large' | 'took too long' | null = null
  const stop = (why: typeof problem) => {
    problem = why
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => stop('took too long'), (SECONDS_LEAST + SECONDS_PER_MB * megabytes) * 1000)
  const watch = setInterval(() => {
    void megabytesOf(child.pid).then((held) => held > MEMORY_MOST && stop('too large'))
  }, WATCH_MS)
  child.stdin.write(`${JSON.stringify(order)}\n`)
  pipeline(content, child.stdin).catch(() => {}) // its exit says why
  try {
    yield* linesOf(child.stdout)
    const [code] = await ended
    if (code !== 0)
      yield JSON.stringify({ problem: pack(PROBLEMS[problem ?? (code === 134 ? 'too large' : 'damaged')]) })
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    child.kill('SIGKILL')
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

/** What a process holds in memory; 0 where the system does not say. */
async function megabytesOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
