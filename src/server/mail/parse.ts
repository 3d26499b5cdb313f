import { Worker } from 'node:worker_threads'
import type { ReadMail } from './read-mail.ts'

const SECONDS = 5
const MEGABYTES = 200
const REST_MS = 10_000

/** A thread that reads mails and rests between them: starting one takes longer than reading. */
let resting: { worker: Worker; timer: NodeJS.Timeout } | undefined

/** Reads a mail from someone we do not trust, in bounded time and memory; throws where it cannot be read. */
export async function parseMail(raw: Uint8Array): Promise<ReadMail> {
  const worker = awake()
  const mail = await answerOf(worker, raw).catch(async (error: unknown) => {
    await worker.terminate() // whatever it choked on must not reach the next mail
    throw error
  })
  rest(worker)
  return mail
}

function awake(): Worker {
  const found = resting
  resting = undefined
  if (!found) return newWorker()
  clearTimeout(found.timer)
  return found.worker
}

const newWorker = (): Worker => {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 },
  })
  worker.on('error', () => {}) // whoever waits for an answer hears of it
  worker.on('exit', () => {
    if (resting?.worker === worker) resting = undefined
  })
  return worker
}

function rest(worker: Worker): void {
  if (resting) return void worker.terminate()
  worker.unref()
  const timer = setTimeout(() => {
    resting = undefined
    void worker.terminate()
  }, REST_MS).unref()
  resting = { worker, timer }
}

function answerOf(worker: Worker, raw: Uint8Array): Promise<ReadMail> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadMail>()
  const onMessage = (answer: { mail?: ReadMail; error?: string }) =>
    answer.mail ? resolve(answer.mail) : reject(new Error(answer.error ?? 'The mail cannot be read'))
  const onExit = () => reject(new Error('Reading the mail ended early'))
  const timer = setTimeout(() => reject(new Error('Reading the mail takes too long')), SECONDS * 1000)
  worker.ref()
  worker.on('message', onMessage).on('error', reject).on('exit', onExit)
  worker.postMessage(raw)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', onMessage).off('error', reject).off('exit', onExit)
  })
}
