import { sql } from 'kysely'
import { refuse } from '../../shared/refusals.ts'
import type { Config } from '../config.ts'
import { type Db, row } from '../db/db.ts'
import type { LimitName } from './route.ts'

interface Window {
  most: number
  seconds: number
}

/** Calls per window and key (design/security.md, Rate limits); counted in PostgreSQL, so that servers share them. */
const LIMITS: Record<LimitName, readonly Window[]> = {
  'sign-in': [{ most: 120, seconds: 60 }],
  password: [{ most: 5, seconds: 900 }],
  'public form': [
    { most: 10, seconds: 3600 },
    { most: 50, seconds: 86_400 },
  ],
  'public lookup': [
    { most: 60, seconds: 60 },
    { most: 600, seconds: 3600 },
  ],
  // A form needs one or two; a list of our customers would need thousands.
  'company lookup': [
    { most: 10, seconds: 60 },
    { most: 60, seconds: 86_400 },
  ],
  'bill lookup': [{ most: 20, seconds: 3600 }],
  'registration check': [{ most: 10, seconds: 3600 }],
  refresh: [{ most: 120, seconds: 60 }],
  'public upload': [{ most: 40, seconds: 3600 }],
  upload: [
    { most: 30, seconds: 60 },
    { most: 300, seconds: 86_400 },
  ],
  'private lookup': [
    { most: 60, seconds: 60 },
    { most: 500, seconds: 86_400 },
  ],
  'send mail': [
    { most: 30, seconds: 3600 },
    { most: 300, seconds: 86_400 },
  ],
  'send mail, all': [{ most: 2000, seconds: 86_400 }],
  'mail servers': [{ most: 30, seconds: 3600 }],
  assistant: [
    { most: 20, seconds: 60 },
    { most: 500, seconds: 86_400 },
  ],
}

/** The customers of a store send from its one line: so many times as many public forms (200 an hour) and bills as any other address. */
export const STORE_TIMES = 20

/** Counts one call and refuses it where it is one too many. */
export async function countCall(db: Db, name: keyof typeof LIMITS, who: string, factor: number): Promise<void> {
  for (const { most, seconds } of LIMITS[name]) {
    const { n, wait } = await countUp(db, `${name} ${seconds} ${who}`, seconds)
    if (n > Math.ceil(most * factor)) refuse('too many', { params: { wait: Math.max(wait, 1) } })
  }
}

/** Counts one more under a key; answers how many there were within its window, and the seconds until that is over. */
export async function countUp(db: Db, key: string, seconds: number): Promise<{ n: number; wait: number }> {
  const found = await row(
    db,
    { n: 'number', wait: 'number' },
    sql`insert into limits as l (key, n) values (${key}, 1)
        on conflict (key) do update set
          n = case when l.since <= now() - make_interval(secs => ${seconds}::int) then 1 else least(l.n + 1, 1000000) end,
          since = case when l.since <= now() - make_interval(secs => ${seconds}::int) then now() else l.since end
        returning n, ceil(extract(epoch from since + make_interval(secs => ${seconds}::int) - now()))::int as wait`,
  )
  return found ?? { n: 0, wait: 0 }
}

interface Bucket {
  tokens: number
  at: number
}
const bucketsOf = new WeakMap<Limited, Map<string, Bucket>>()
const RATE = {
  read: { perMinute: 300, burst: 120 },
  write: { perMinute: 120, burst: 40 },
  /** All calls of one API key. */
  key: { perMinute: 600, burst: 200 },
  /** What leads nowhere, of an address without a session. */
  miss: { perMinute: 30, burst: 60 },
}

/** The settings of a server, by which it is told from others in the same process. */
export type Limited = Pick<Config, 'rateLimitFactor'>

/**
 * Signed-in calls are counted in the memory of each server: a round trip per call would cost more than it protects.
 * Answers the seconds to wait.
 */
export function takeToken(config: Limited, who: number | string, kind: keyof typeof RATE): number {
  const { perMinute, burst } = RATE[kind]
  const { rateLimitFactor: factor } = config
  const now = performance.now()
  const buckets = bucketsOf.get(config) ?? new Map<string, Bucket>()
  bucketsOf.set(config, buckets)
  const key = `${kind}${who}`
  const rate = (perMinute * factor) / 60_000
  const bucket = buckets.get(key) ?? { tokens: burst * factor, at: now }
  bucket.tokens = Math.min(burst * factor, bucket.tokens + (now - bucket.at) * rate)
  bucket.at = now
  buckets.set(key, bucket)
  if (buckets.size > 50_000) buckets.clear()
  if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / rate / 1000)
  bucket.tokens -= 1
  return 0
}

/** The network of an address, a /24 or /48: many neighbours that ask together are one. */
export const networkOf = (address: string | null): string =>
  address?.includes(':') && !address.startsWith('::ffff:')
    ? address.split(':').slice(0, 3).join(':')
    : (address ?? '').split('.').slice(0, 3).join('.')

/** The address a limit counts: IPv6 by its /64, as one home or office. */
export function limitKey(address: string | null): string {
  if (!address?.includes(':') || address.startsWith('::ffff:')) return address ?? 'unknown'
  return `${address.split(':').slice(0, 4).join(':')}::/64`
}
