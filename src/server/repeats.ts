import { codeOf } from './db/db.ts'

const EVERY_MS = 60_000

/** What a line is about, where many lines would say the same; null for every other. */
export function repeatOf(error: unknown): string | null {
  if (isOutage(error)) return OUTAGE
  const code = codeOf(error) ?? ''
  return CROWDED.includes(code) || EXHAUSTED.test(textOf(error))
    ? `${code} ${EXHAUSTED.exec(textOf(error)) ?? ''}`
    : null
}

export const OUTAGE = 'outage'

/** Class 08, 57P and 53300, and what the driver says of a connection that is gone: nothing can be asked. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  if (/^(08|57P|53300)/.test(code) || NETWORK.includes(code)) return true
  if (code === 'ENOENT') return error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  return /Connection terminated|Client has encountered a connection error|Connection ended|not queryable/i.test(
    textOf(error),
  )
}

const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']
/** Waited too long for a lock or a statement, stopped each other, or no room left: under load by the hundred. */
const CROWDED = ['55P03', '57014', '25P03', '25P04', '40001', '40P01', '53100', '53200', '53400']
const EXHAUSTED = /timeout exceeded when trying to connect/

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Lets one of many equal lines through each minute. */
export class Repeats {
  readonly #last = new Map<string, { at: number; held: number }>()

  /** How many were held back since the last one that went through; null where this one is held back too. */
  pass(what: string, now = performance.now()): number | null {
    const last = this.#last.get(what)
    if (last && now - last.at < EVERY_MS) {
      last.held += 1
      return null
    }
    this.#last.set(what, { at: now, held: 0 })
    return last?.held ?? 0
  }
}
