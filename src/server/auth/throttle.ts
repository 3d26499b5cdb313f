import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { refuse } from '../../shared/refusals.ts'
import { type Db, inTransaction, rows, type Tx } from '../db/db.ts'
import type { RowOf } from '../db/shape.ts'
import { limitKey } from '../http/limits.ts'

/** Failures before waiting begins, and the waits that double from then on (design/security.md, Rate limits). */
const FREE = 5
const FIRST_WAIT = 30
const LONGEST_WAIT = 900
const FORGET_AFTER = 12 * 3600
const ADDRESS_LIMITS = [
  { most: 5, seconds: 60 },
  { most: 30, seconds: 3600 },
]
/** From here on `RATE_LIMITS` means a measurement, which no sign-in is to hold up. */
const UNLIMITED = 1000
/** A place that was not given back by then never will be: its server ended. */
const PLACE_SECONDS = 30
const LOOK_MS = 200
const LOOKS_MOST = 50

export interface Attempt {
  email: string
  address: string | null
  /** Hash of the device secret, where this account knows the device: its owner is never held up by somebody else's guesses. */
  knownDevice: string | null
  /** `RATE_LIMITS`. */
  factor: number
}

/** What guesses are counted by; times in seconds. */
interface Rule {
  key: string
  isAccount: boolean
  /** Failures count until so long after the last one (account) or the first one (address). */
  forgetAfter: number
  /** How many may be judged at a time after `n` failures. */
  places(n: number): number
  /** How long nobody is judged after the `n`th failure, `age` after the first one. */
  waitAfter(n: number, age: number): number
}

/** How a rule stands now. */
const STANDING = {
  key: 'string',
  n: 'number',
  age: 'number',
  wait: 'number',
  pending: 'number',
} as const
type Standing = RowOf<typeof STANDING>

function rulesOf({ email, address, knownDevice, factor }: Attempt): Rule[] {
  const account: Rule = {
    key: `sign-in ${knownDevice ? `device ${knownDevice}` : 'account'} ${email}`,
    isAccount: true,
    forgetAfter: FORGET_AFTER,
    places: (n) => Math.max(1, FREE - n),
    waitAfter: (n) => (n < FREE ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (n - FREE))),
  }
  if (knownDevice) return [account]
  return [
    account,
    ...ADDRESS_LIMITS.map(({ most, seconds }): Rule => {
      const limit = Math.ceil(most * factor)
      return {
        key: `sign-in address ${seconds} ${limitKey(address)}`,
        isAccount: false,
        forgetAfter: seconds,
        places: (n) => limit - n,
        waitAfter: (n, age) => (n < limit ? 0 : seconds - age),
      }
    }),
  ]
}

/**
 * Takes a place for an attempt, or refuses it where it comes too soon after failed ones; it is not judged then. Never more are judged
 * at a time, on all servers together, than may fail: the others wait until those are told right or wrong. Whoever takes a place
 * gives it back by `countFailure`, `forgetFailures` or `leavePlace`.
 */
export async function takePlace(db: Db, attempt: Attempt): Promise<void> {
  if (attempt.factor >= UNLIMITED) return
  for (let look = 0; look < LOOKS_MOST; look++) {
    const wait = await inTransaction(db, (tx) => tryToTake(tx, rulesOf(attempt)))
    if (wait === 0) return
    if (wait !== null) refuse('sign-in slowed', { params: { wait: Math.ceil(wait) } })
    await pause(LOOK_MS)
  }
  refuse('too many', { params: { wait: 5 } })
}

/** 0: taken; null: all places are taken just now; else the seconds to wait. */
async function tryToTake(tx: Tx, rules: readonly Rule[]): Promise<number | null> {
  const standings = await lock(tx, rules)
  const wait = Math.max(...standings.map(({ standing }) => standing.wait))
  if (wait > 0) return wait
  if (standings.some(({ rule, standing }) => standing.pending >= rule.places(standing.n))) return null
  for (const { standing } of standings) await write(tx, standing, standing.pending + 1)
  return 0
}

/** Counts a failure for account and address, and gives the place back; answers how many of the account's there are in a row. */
export async function countFailure(db: Db, attempt: Attempt): Promise<number> {
  if (attempt.factor >= UNLIMITED) return 0
  return inTransaction(db, async (tx) => {
    let ofAccount = 0
    for (const { rule, standing } of await lock(tx, rulesOf(attempt))) {
      const n = standing.n + 1
      const age = rule.isAccount || n === 1 ? 0 : standing.age
      if (rule.isAccount) ofAccount = n
      await write(tx, { ...standing, n, age, wait: rule.waitAfter(n, age) }, standing.pending - 1)
    }
    return ofAccount
  })
}

/** A success forgets the account's failures; the address keeps its own. Gives the place back. */
export async function forgetFailures(tx: Tx, attempt: Attempt): Promise<void> {
  if (attempt.factor >= UNLIMITED) return
  for (const { rule, standing } of await lock(tx, rulesOf(attempt)))
    await write(tx, rule.isAccount ? { ...standing, n: 0, wait: 0 } : standing, standing.pending - 1)
}

/** Gives the place of an attempt back that was not judged after all. */
export async function leavePlace(db: Db, attempt: Attempt): Promise<void> {
  if (attempt.factor >= UNLIMITED) return
  await inTransaction(db, async (tx) => {
    for (const { standing } of await lock(tx, rulesOf(attempt))) await write(tx, standing, standing.pending - 1)
  })
}

/** In the order of their keys, so that two attempts never wait for each other. */
async function lock(tx: Tx, rules: readonly Rule[]): Promise<{ rule: Rule; standing: Standing }[]> {
  const keys = rules.map(({ key }) => key)
  await sql`insert into limits (key, n) select key, 0 from unnest(${keys}::text[]) as key order by key on conflict do nothing`.execute(
    tx,
  )
  const found = await rows(
    tx,
    STANDING,
    sql`select key, n, extract(epoch from clock_timestamp() - since)::float8 as age,
          greatest(0, extract(epoch from blocked_until - clock_timestamp()))::float8 as wait,
          case when pending_at > clock_timestamp() - make_interval(secs => ${PLACE_SECONDS}) then pending else 0 end as pending
        from limits where key = any(${keys}::text[]) order by key for update`,
  )
  return found.flatMap((standing) => {
    const rule = rules.find(({ key }) => key === standing.key)
    if (!rule) return []
    const isForgotten = standing.age > rule.forgetAfter
    return [{ rule, standing: isForgotten ? { ...standing, n: 0, age: 0 } : standing }]
  })
}

async function write(tx: Tx, { key, n, age, wait }: Standing, pending: number): Promise<void> {
  await sql`update limits set n = ${n}, since = clock_timestamp() - make_interval(secs => ${age}::float8),
      blocked_until = case when ${wait}::float8 > 0 then clock_timestamp() + make_interval(secs => ${wait}::float8) end,
      pending = ${Math.max(0, pending)}, pending_at = clock_timestamp() where key = ${key}`.execute(tx)
}
