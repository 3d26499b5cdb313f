import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from '../../lower-priority.ts'
import type { ExportOrder, ExportProgress } from './export-order.ts'

const PROGRAM = fileURLToPath(new URL('export-process.ts', import.meta.url))
/** MB of heap; a batch of the widest rows needs a tenth of it. */
const HEAP_MOST = 256
/** MB for what lives for one batch only: with less of it such rows are copied on as if they were to stay. */
const YOUNG_MOST = 32

/**
 * The bytes of an export as another process writes them. They end only when that process says it wrote every row; whatever ends it
 * earlier throws, and leaving off reading ends it.
 */
export async function* exportBytes(
  order: ExportOrder,
  seen: (progress: ExportProgress) => void,
  secondsMost: number,
): AsyncGenerator<Uint8Array> {
  const flags = [`--max-old-space-size=${HEAP_MOST}`, `--max-semi-space-size=${YOUNG_MOST}`]
  const child = spawn(process.execPath, [...flags, PROGRAM], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      TZ: 'UTC',
      MALLOC_ARENA_MAX: '1',
    },
  })
  lowerPriority(child)
  const complaints = tailOf(child)
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), secondsMost * 1000)
  let isDone = false
  child.on('message', (message: ExportProgress) => {
    isDone = message.isDone
    seen(message)
  })
  child.stdin?.on('error', () => {}) // it ended before it was told: its exit says why
  child.stdin?.end(JSON.stringify(order))
  try {
    for await (const chunk of child.stdout ?? []) yield chunk as Uint8Array // a pipe without an encoding
    const [code, signal] = await ended
    if (code !== 0 || !isDone) throw new Error(`The export ended early (${code ?? signal}): ${complaints()}`)
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** The last words on its error output. */
function tailOf(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-4000)
  })
  return () => tail.trim()
}
