import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { processUsage } from '../process-usage.ts'
import type { CleanMail, OutgoingWords, Unclean } from './personal/clean-mail.ts'
import type { ReadMail } from './read-mail.ts'

const SECONDS = 5
/** MB of heap, and of everything the process holds. */
const HEAP_MOST = 128
const MEMORY_MOST = 256
const WATCH_MS = 100
const REST_MS = 10_000
const READER = fileURLToPath(new URL('./parse-process.ts', import.meta.url))
const SOURCE = fileURLToPath(new URL('../../../', import.meta.url))

/** A process that reads mails and rests between them: starting one takes longer than reading. */
let resting: { reader: ChildProcess; timer: NodeJS.Timeout } | undefined

/**
 * Reads a mail from someone we do not trust, in bounded time and memory; throws where it cannot be read. In a process and not a
 * thread: a thread that fills its memory can no longer be ended.
 * @param program what reads
 */
export const parseMail = (raw: Uint8Array, program = READER): Promise<ReadMail> => answered<ReadMail>(raw, program)

/** Makes the words of a mail safe to show, in the same bounds. */
export const cleanApart = (unclean: Unclean): Promise<CleanMail> => answered<CleanMail>(unclean, READER)

/** Words that somebody wrote here, as they go out; what they quote came from elsewhere. */
export const cleanOutgoing = (html: string): Promise<OutgoingWords> => answered<OutgoingWords>(html, READER)

async function answered<R>(given: Uint8Array | Unclean | string, program: string): Promise<R> {
  const reader = awake(program)
  try {
    const mail = await answerOf<R>(reader, given)
    rest(reader, program)
    return mail
  } catch (error) {
    reader.kill('SIGKILL') // whatever it choked on must not reach the next mail
    throw error
  }
}

function awake(program: string): ChildProcess {
  const found = program === READER ? resting : undefined
  if (!found) return newReader(program)
  resting = undefined
  clearTimeout(found.timer)
  return found.reader
}

/** It may read the program, write nothing, and start nothing; it has no database and no secret. */
function newReader(program: string): ChildProcess {
  const reader = fork(program, {
    execArgv: [
      `--max-old-space-size=${HEAP_MOST}`,
      '--max-semi-space-size=8',
      '--disallow-code-generation-from-strings',
      '--permission',
      `--allow-fs-read=${SOURCE}`,
    ],
    env: { TZ: 'UTC', MALLOC_ARENA_MAX: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  reader.on('error', () => {}) // whoever waits for an answer hears of it
  reader.on('exit', () => {
    if (resting?.reader === reader) resting = undefined
  })
  return reader
}

function rest(reader: ChildProcess, program: string): void {
  if (resting || program !== READER) return void reader.kill('SIGKILL')
  reader.unref()
  reader.channel?.unref()
  const timer = setTimeout(() => {
    resting = undefined
    reader.kill('SIGKILL')
  }, REST_MS).unref()
  resting = { reader, timer }
}

function answerOf<R>(reader: ChildProcess, given: Uint8Array | Unclean | string): Promise<R> {
  const { promise, resolve, reject } = Promise.withResolvers<R>()
  const onMessage = (answer: { mail?: R; error?: string }) =>
    answer.mail ? resolve(answer.mail) : reject(new Error(answer.error ?? 'The mail cannot be read'))
  const onExit = () => reject(new Error('Reading the mail ended early'))
  const timer = setTimeout(() => reject(new Error('Reading the mail takes too long')), SECONDS * 1000)
  const watch = setInterval(() => {
    void processUsage(reader.pid).then(
      ({ held }) => held > MEMORY_MOST && reject(new Error('Reading the mail takes too much')),
    )
  }, WATCH_MS)
  reader.ref()
  reader.channel?.ref()
  reader.on('message', onMessage).on('error', reject).on('exit', onExit)
  reader.send(given)
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(watch)
    reader.off('message', onMessage).off('error', reject).off('exit', onExit)
  })
}
