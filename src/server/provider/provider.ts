import { sql } from 'kysely'
import { refuse } from '../../shared/refusals.ts'
import type { AppContext } from '../app-context.ts'
import { row } from '../db/db.ts'
import { countUp } from '../http/limits.ts'
import { callOutside } from '../outgoing/post.ts'
import { chat } from './chat.ts'
import { generative } from './generative.ts'
import { hear, Nonsense, parsed } from './hear.ts'
import { keyFilter, withoutKey } from './key-filter.ts'
import type { Piece, Provider, Question, Shape, ToolCall, Turn } from './talk.ts'

const SHAPES: Record<Provider['shape'], Shape> = { generative, chat }
/** Characters of an answer that are taken (design/security.md, F15). */
const TEXT_MOST = 64_000
const CALLS_MOST = 16
/** Signs that no text of ours may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is about
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const INPUT_MOST = 20_000
const MONTH_SECONDS = 31 * 86_400

/** After so many failures in a row nobody waits for it for a while. */
const FAILURES_MOST = 5
const REST_MS = 30_000
const states = new WeakMap<object, { failures: number; restUntil: number }>()

/** Why there is no answer. */
export type Failure = 'not set up' | 'resting' | 'unreachable' | 'too slow' | 'refused' | 'nonsense' | 'gone'
export class ProviderFailed extends Error {
  readonly why: Failure
  constructor(why: Failure) {
    super(`The generative service failed: ${why}`)
    this.why = why
  }
}

export interface Asking {
  /** Hears words as they come. */
  hears?: (text: string) => void
  /** Whoever waits has gone. */
  ended?: AbortSignal
}

/** Counts a call that a person makes against what all may make in a month; a turn of several looks is one. */
export async function countProviderCall({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  if (!config.assistant) refuse('no assistant')
  const month = await row(db, { key: 'string' }, sql`select to_char(now(), 'YYYY-MM') as key`)
  const { n, wait } = await countUp(db, `assistant, all ${month?.key ?? ''}`, MONTH_SECONDS)
  if (n > config.assistant.callsAMonth) refuse('too many', { params: { wait: Math.max(wait, 1) } })
}

/**
 * Asks the generative service that the operator set up, and nobody else. What is said is masked by the caller; the log says how much it
 * was, and none of its words.
 * @throws ProviderFailed
 */
export async function askProvider(context: AppContext, question: Question, asking: Asking = {}): Promise<Turn> {
  const { config, log } = context
  const provider = config.assistant ?? fail('not set up')
  const state = states.get(config) ?? { failures: 0, restUntil: 0 }
  states.set(config, state)
  if (performance.now() < state.restUntil) fail('resting')
  const shape = SHAPES[provider.shape]
  const { url, headers, body } = shape.request(provider, question)
  const sent = JSON.stringify(body)
  const answer = new Answer(shape, provider.key, asking.hears)
  const outcome = await callOutside(
    {
      url,
      headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json', ...headers },
      body: sent,
    },
    {
      isPrivate: provider.isInternal,
      wholeMs: provider.silenceMs * 3,
      ...(asking.ended && { ended: asking.ended }),
      silenceMs: provider.silenceMs,
    },
    async (response) => {
      const status = response.statusCode ?? 0
      if (status < 200 || status > 299) return status
      await hear(response, provider.silenceMs, (event) => answer.take(event)).catch((error: unknown) => {
        if (!(error instanceof Nonsense)) throw error
      })
      return status
    },
  )
  answer.end()
  const failure = asking.ended?.aborted ? 'gone' : failureOf(outcome, answer)
  log.info(
    {
      provider: provider.shape,
      bytes: Buffer.byteLength(sent),
      answered: answer.length,
      looks: answer.looks,
      ms: outcome.ms,
      failure,
    },
    'the generative service was asked',
  )
  if (failure === undefined) {
    state.failures = 0
    return answer.turn()
  }
  if (failure !== 'gone') {
    state.failures += 1
    if (state.failures >= FAILURES_MOST) Object.assign(state, { failures: 0, restUntil: performance.now() + REST_MS })
  }
  return fail(failure)
}

const fail = (why: Failure): never => {
  throw new ProviderFailed(why)
}

function failureOf(outcome: { heard: number } | { trouble: string }, answer: Answer): Failure | undefined {
  // What was said before the line broke is an answer, if a short one.
  if ('trouble' in outcome)
    return answer.length > 0 ? undefined : outcome.trouble === 'too slow' ? 'too slow' : 'unreachable'
  if (outcome.heard < 200 || outcome.heard > 299) return 'refused'
  return answer.isSomething ? undefined : 'nonsense'
}

/** An answer as it grows. */
class Answer {
  readonly #shape: Shape
  readonly #key: string | undefined
  readonly #words: ReturnType<typeof keyFilter>
  readonly #calls = new Map<string, { id: string; name: string; input: string }>()
  #text = ''
  #isCut = false
  #events = 0
  isSomething = false

  /** @param key which a service that repeats what it was sent tells nobody */
  constructor(shape: Shape, key: string | undefined, hears: ((text: string) => void) | undefined) {
    this.#shape = shape
    this.#key = key
    this.#words = keyFilter(key, (text) => {
      this.#text += text
      hears?.(text)
    })
  }

  get length(): number {
    return this.#text.length
  }
  get looks(): number {
    return this.#calls.size
  }

  /** Takes one event; false once there is enough. */
  take(event: unknown): boolean {
    const piece = this.#shape.read(event)
    this.#events += 1
    if (piece.text) this.#say(piece.text)
    for (const call of piece.calls ?? []) this.#add(call)
    return !this.#isCut
  }

  #say(text: string): void {
    this.isSomething = true
    const room = TEXT_MOST - this.#text.length
    this.#isCut = text.length > room
    this.#words.take(text.slice(0, room).replace(UNSEEN, ''))
  }

  #add({ at, id, name, input }: NonNullable<Piece['calls']>[number]): void {
    this.isSomething = true
    // Of a service that tells whole calls, each event begins to count anew.
    const key = this.#shape === chat ? String(at) : `${this.#events} ${at}`
    const held = this.#calls.get(key) ?? { id: '', name: '', input: '' }
    if (this.#calls.size >= CALLS_MOST && !this.#calls.has(key)) return
    held.id ||= (id ?? '').slice(0, 100)
    held.name ||= (name ?? '').slice(0, 64)
    held.input = (held.input + input).slice(0, INPUT_MOST)
    this.#calls.set(key, held)
  }

  /** Nothing more comes. */
  end(): void {
    this.#words.end()
  }

  turn(): Turn {
    const calls = [...this.#calls.values()].map(({ id, name, input }, at): ToolCall => {
      const read = parsed(withoutKey(this.#key, input))
      const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
      return { id: id || `call_${at}`, name, input: isObject ? (read as Record<string, unknown>) : {} } // narrowed on this line
    })
    return { text: this.#text, calls, isCut: this.#isCut }
  }
}
