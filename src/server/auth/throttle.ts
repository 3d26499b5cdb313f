import { sql } from 'kysely'
import { refuse } from '../../shared/refusals.ts'
import { type Db, row } from '../db/db.ts'
import { limitKey } from '../http/limits.ts'

/** Failures before waiting begins, and the waits that double from then on (design/security.md, Rate limits). */
const FREE = 5
const FIRST_WAIT = 30
const LONGEST_WAIT = 900
const FORGET_HOURS = 12
const ADDRESS_LIMITS = [
  { most: 5, seconds: 60 },
  { most: 30, seconds: 3600 },
]

export interface Attempt {
  email: string
  address: string | null
  /** Hash of the device secret, where this account knows the device: its owner is never held up by somebody else's guesses. */
  knownDevice: string | null
}

const accountKey = ({ email, knownDevice }: Attempt) =>
  `sign-in ${knownDevice ? `device ${knownDevice}` : 'account'} ${email}`
const addressKey = ({ address }: Attempt, seconds: number) => `sign-in address ${seconds} ${limitKey(address)}`

/** Refuses an attempt that comes too soon after failed ones; it is not evaluated. */
export async function refuseTooSoon(db: Db, attempt: Attempt, factor: number): Promise<void> {
  const found = await row<{ wait: number | null }>(
    db,
    sql`select ceil(extract(epoch from max(blocked_until) - now()))::int as wait from limits
        where blocked_until > now() and key = any(${[accountKey(attempt), ...(attempt.knownDevice ? [] : ADDRESS_LIMITS.map(({ seconds }) => addressKey(attempt, seconds)))]}::text[])`,
  )
  if (found?.wait && factor < 1000) refuse('sign-in slowed', { params: { seconds: found.wait } })
}

/** Counts a failure for account and address. */
export async function countFailure(db: Db, attempt: Attempt, factor: number): Promise<void> {
  await sql`insert into limits as l (key, n) values (${accountKey(attempt)}, 1) on conflict (key) do update set
      n = case when l.since < now() - make_interval(hours => ${FORGET_HOURS}) then 1 else least(l.n + 1, 1000) end, since = now(),
      blocked_until = case when l.n + 1 > ${FREE}::int and l.since >= now() - make_interval(hours => ${FORGET_HOURS})
        then now() + make_interval(secs => least(${LONGEST_WAIT}, ${FIRST_WAIT} * power(2, least(l.n - ${FREE}::int, 10)))) end`.execute(
    db,
  )
  if (attempt.knownDevice) return
  for (const { most, seconds } of ADDRESS_LIMITS)
    await sql`insert into limits as l (key, n) values (${addressKey(attempt, seconds)}, 1) on conflict (key) do update set
        n = case when l.since <= now() - make_interval(secs => ${seconds}::int) then 1 else least(l.n + 1, 100000) end,
        since = case when l.since <= now() - make_interval(secs => ${seconds}::int) then now() else l.since end,
        blocked_until = case when l.n + 1 >= ${Math.ceil(most * factor)}::int and l.since > now() - make_interval(secs => ${seconds}::int) then l.since + make_interval(secs => ${seconds}::int) end`.execute(
      db,
    )
}

/** A success forgets the account's failures; the address keeps its own. */
export const forgetFailures = async (db: Db, attempt: Attempt): Promise<void> => {
  await sql`delete from limits where key = ${accountKey(attempt)}`.execute(db)
}
