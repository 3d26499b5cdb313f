import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../shared/refusals.ts'
import type { Actor } from '../actor.ts'
import type { AppContext } from '../app-context.ts'
import { type Limited, limitKey, takeToken } from './limits.ts'

const WINDOW_MS = 5 * 60_000
const MISSES = 5
const WATCHED_MOST = 10_000

type Misses = Map<number, { n: number; since: number }>

/** Calls for records that are not there, or not open to the caller, by person; of each server. */
const missesOf = new WeakMap<Limited, Misses>()

/**
 * Leaves a trace of a refusal by right or scope in the log, in the words of OWASP's logging vocabulary, and slows down
 * who guesses addresses without a session.
 * @param actor who asked; undefined where the session was none
 * @returns what is answered: the error itself, or 'too many'
 */
export function traced(
  { log, config }: Pick<AppContext, 'log' | 'config'>,
  request: FastifyRequest,
  actor: Actor | undefined,
  error: unknown,
): unknown {
  const refusal = error instanceof Refusal ? error.refusal : null
  const facts = {
    request: request.id,
    method: request.method,
    route: request.routeOptions.url,
    user: actor?.id ?? null,
  }
  if (refusal === 'no permission' || refusal === 'more than held')
    log.warn({ event: 'authz_fail', ...facts }, 'a call was refused for want of a right')
  if (refusal !== 'not found') return error
  if (actor && actor.id !== null) {
    if (isFifth(config, actor.id)) log.warn({ event: 'malicious_direct_reference', ...facts }, FIFTH)
    return error
  }
  return tooManyMisses(config, request.ip, log) ?? error
}

const FIFTH = `a person asked ${MISSES} times in five minutes for what is not there, or not open to them`

/** Counts an address without a session that leads nowhere. */
export function tooManyMisses(config: Limited, ip: string, log: Pick<AppContext['log'], 'info'>): Refusal | null {
  const address = limitKey(ip)
  const wait = takeToken(config, address, 'miss')
  if (wait === 0) return null
  log.info({ event: 'excess_rate_limit_exceeded', address }, 'an address asks for too much that is not there')
  return new Refusal('too many', { params: { wait } })
}

/** Told once in each window. */
function isFifth(config: Limited, user: number): boolean {
  const now = performance.now()
  const misses: Misses = missesOf.get(config) ?? new Map()
  missesOf.set(config, misses)
  const known = misses.get(user)
  const seen = known && now - known.since < WINDOW_MS ? known : { n: 0, since: now }
  seen.n += 1
  if (misses.size >= WATCHED_MOST) misses.clear()
  misses.set(user, seen)
  return seen.n === MISSES
}
