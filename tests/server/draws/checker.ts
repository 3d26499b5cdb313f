import { createHash, createHmac } from 'node:crypto'

/*
 * A checker of draws written from docs/decisions/draws.md alone. It imports nothing of the product on purpose: what the page in the
 * visitor's browser finds must be found by this one, too.
 */

/** As the rows come: `[n, version, store, day, billDigest, bill, phone, total, random, drawn, given, returned, code]`. */
export type PublishedRow = readonly [
  number,
  number,
  string,
  string,
  string,
  string,
  string,
  number,
  number,
  number,
  number,
  number | null,
  string,
]

export interface PublishedEvent {
  event: { code: string }
  plans: readonly {
    version: number
    first: number
    commitment: string
    text: string | null
    seed: string | null
  }[]
  count: number
  closing: { count: number; code: string } | null
}

interface Gift {
  gift: number
  parts: number
  stock: number
  perDay: number | null
  perStoreDay: number | null
  byStore: Record<string, number>
  minimumTotal: number
  substitute: number | null
}
interface Given {
  n: number
  gift: number
  store: string
  day: string
  returned: number | null
}

const sha = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** What is wrong, as words and the number of the draw or version: `seed 1`, `result 7`, `missing 12`. */
export function check(published: PublishedEvent, rows: readonly PublishedRow[]): string[] {
  const code = published.event.code
  const wrong: string[] = []
  const say = (what: string, n: number) => wrong.push(`${what} ${n}`)
  const plans = published.plans.map((plan) => ({
    ...plan,
    gifts: plan.text === null ? null : (JSON.parse(plan.text).gifts as Gift[]),
  }))
  const planOf = (n: number) => plans.filter(({ first }) => first <= n).sort((a, b) => b.version - a.version)[0]

  const randomOf = (seed: string, version: number, n: number, digest: string) =>
    createHmac('sha256', Buffer.from(seed, 'hex'))
      .update(`${code}|${version}|${n}|${digest}`)
      .digest()
      .readBigUInt64BE() >> 11n

  /** Seeds that are not the sealed ones: no draw can tell more. */
  const lost = new Set<number>()
  for (const { version, first, seed, text, commitment } of plans) {
    if (seed === null || text === null) continue
    const own = rows.filter((row) => row[1] === version)
    const fits = own.length === 0 || own.some((row) => randomOf(seed, version, row[0], row[4]) === BigInt(row[8]))
    const named = JSON.parse(text)
    const isNamed = named.event === code && named.version === version && named.first === first
    if (isNamed && sha(`${seed}\n${text}`) === commitment) continue
    say(fits ? 'plan' : 'seed', version)
    if (!fits) lost.add(version)
  }

  const given: Given[] = []
  let before = 0
  let last = plans.find(({ version }) => version === 1)?.commitment ?? ''
  for (const row of rows) {
    const [n, version, store, day, digest, , , total, random, drawn, gave, returned, rowCode] = row
    if (n <= before) say('added', n)
    for (let gap = before + 1; gap < n; gap++) say('missing', gap)
    before = Math.max(before, n)

    const plan = planOf(n)
    if (plan?.version !== version) say('version', n)
    const commitment = plans.find((one) => one.version === version)?.commitment ?? ''
    const said = [n, version, store, day, digest, total, random, drawn, gave].join('|')
    if (sha(`${last}\n${commitment}\n${said}`) !== rowCode) say('code', n)
    last = rowCode

    const own = plans.find((one) => one.version === version)
    if (own?.seed && own.gifts) {
      const { seed } = own
      const follows = (m: number) => randomOf(seed, version, m, digest) === BigInt(random)
      if (!lost.has(version) && !follows(n))
        say(follows(n + 1) || rows.some(([m]) => follows(m)) ? 'order' : 'random', n)
      const slot = Number((BigInt(random) * 1_000_000n) >> 53n)
      let sum = 0
      let hit = 0
      for (const { gift, parts } of own.gifts) {
        sum += parts
        if (sum > slot) {
          hit = gift
          break
        }
      }
      const right = give(own.gifts, hit, { n, store, day, total }, given)
      if (hit !== drawn || right !== gave) say('result', n)
      if (right !== 0) given.push({ n, gift: right, store, day, returned })
    }
    if (returned !== null && (gave === 0 || returned < n || (published.closing && returned > published.count)))
      say('returned', n)
  }
  const { closing } = published
  if (closing) {
    for (let gap = before + 1; gap <= closing.count; gap++) say('missing', gap)
    for (const [n] of rows) if (n > closing.count) say('added', n)
    if (closing.count === before && closing.code !== last) say('closing', before)
  }
  return wrong
}

function give(
  gifts: readonly Gift[],
  drawn: number,
  at: { n: number; store: string; day: string; total: number },
  before: readonly Given[],
): number {
  const asked = new Set<number>()
  for (let next: number | null = drawn; next && !asked.has(next); ) {
    asked.add(next)
    const gift = gifts.find((one) => one.gift === next)
    if (!gift) return 0
    const out = before.filter((one) => one.gift === gift.gift && (one.returned === null || one.returned >= at.n))
    const ofStore = out.filter(({ store }) => store === at.store)
    const today = (some: Given[]) => some.filter(({ day }) => day === at.day).length
    const isFree =
      gift.minimumTotal <= at.total &&
      out.length < gift.stock &&
      (Object.keys(gift.byStore).length === 0 || ofStore.length < (gift.byStore[at.store] ?? 0)) &&
      (gift.perDay === null || today(out) < gift.perDay) &&
      (gift.perStoreDay === null || today(ofStore) < gift.perStoreDay)
    if (isFree) return gift.gift
    next = gift.substitute
  }
  return 0
}
