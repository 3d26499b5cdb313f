import { createHash, createHmac, hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { billKey } from './bill-key.ts'
import { partsOf, WHOLE } from './parts.ts'
import { billDigest, drawnBy, giftAt, type PlanGift, slotOf } from './plan.ts'

const gift = (id: number, parts: number): PlanGift => ({
  ...{ gift: id, name: `Quà ${id}`, parts, stock: 1, perDay: null, perStoreDay: null, byStore: {}, minimumTotal: 0 },
  substitute: null,
})
const SEED = '7'.repeat(64)
const GIFTS = [gift(1, 1), gift(2, 25_000), gift(3, 333_333), gift(4, 500_000)]

test('a chance has up to four decimals', () => {
  expect([2.5, 0.0001, 33.3333, 100, 0].map(partsOf)).toEqual([25_000, 1, 333_333, 1_000_000, 0])
  expect([0.00001, 33.33333, 1 / 3].map(partsOf)).toEqual([null, null, null])
})

test('the slots of a gift are as many as its parts, and what is left is no gift', () => {
  expect(
    [0, 1, 25_000, 25_001, 358_333, 358_334, 858_333, 858_334, 999_999].map((slot) => giftAt(GIFTS, slot)),
  ).toEqual([...[1, 2, 2, 3, 3, 4, 4, 0, 0]])
  expect([0, 2 ** 53 - 1].map(slotOf)).toEqual([0, WHOLE - 1])
  // As a double the product of the second one would be rounded up to the next slot.
  const first = Number((2n ** 53n + 999_999n) / 1_000_000n)
  expect([first - 1, first].map(slotOf)).toEqual([0, 1])
})

test('the draw is HMAC-SHA-256 over event, version, number and bill', () => {
  const digest = billDigest('TET', ['A1'])
  expect(digest).toBe(createHash('sha256').update('TET|A1').digest('hex'))
  const bytes = createHmac('sha256', Buffer.from(SEED, 'hex')).update(`TET|2|17|${digest}`).digest()
  const random = Number(bytes.readBigUInt64BE(0) >> 11n)
  expect(drawnBy(SEED, 'TET', 2, 17, digest, { gifts: GIFTS })).toMatchObject({ random, slot: slotOf(random) })
})

test('a bill is the same however it is typed; several stand together in any order', () => {
  expect(['s01 000.137', 'S01-000137', 'Ｓ０１０００１３７'].map(billKey)).toEqual([
    'S01000137',
    'S01000137',
    'S01000137',
  ])
  expect(billKey(' .-/ ')).toBe('')
  expect(billDigest('TET', ['B', 'A', 'B'])).toBe(billDigest('TET', ['A', 'B']))
})

test('over a million draws each gift comes as often as its chance, and the values are uniform', () => {
  const n = 1_000_000
  const macOf = quickHmac(Buffer.from(SEED, 'hex'))
  const counts = new Map<number, number>()
  const values = new Float64Array(n)
  for (let at = 0; at < n; at++) {
    // The same as `drawnBy`, as the test above shows, made quicker.
    const random = Number(macOf(`TET|1|${at + 1}|bill`).readBigUInt64BE(0) >> 11n)
    values[at] = random / 2 ** 53
    const drawn = giftAt(GIFTS, slotOf(random))
    counts.set(drawn, (counts.get(drawn) ?? 0) + 1)
  }
  const rest = WHOLE - GIFTS.reduce((sum, { parts }) => sum + parts, 0)
  for (const { gift: id, parts } of [...GIFTS, gift(0, rest)]) {
    const chance = parts / WHOLE
    const error = Math.sqrt(n * chance * (1 - chance))
    expect(Math.abs((counts.get(id) ?? 0) - n * chance), `gift ${id}`).toBeLessThanOrEqual(4 * error)
  }
  // Kolmogorov and Smirnov: 1.9495 / sqrt(n) is what chance exceeds once in a thousand.
  values.sort()
  const distance = values.reduce((most, value, at) => Math.max(most, value - at / n, (at + 1) / n - value), 0)
  expect(distance).toBeLessThan(1.9495 / Math.sqrt(n))
})

/** HMAC-SHA-256 in two hashes, each in one call. */
function quickHmac(key: Buffer): (message: string) => Buffer {
  const [inner, outer] = [Buffer.alloc(256), Buffer.alloc(96)]
  inner.fill(0x36, 0, 64)
  outer.fill(0x5c, 0, 64)
  for (const [at, byte] of key.entries()) {
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  return (message) => {
    const end = 64 + inner.write(message, 64, 'latin1')
    hash('sha256', inner.subarray(0, end), 'buffer').copy(outer, 64)
    return hash('sha256', outer, 'buffer')
  }
}

test('the quicker way is the same', () => {
  const key = Buffer.from(SEED, 'hex')
  expect(quickHmac(key)('TET|1|9|bill')).toEqual(createHmac('sha256', key).update('TET|1|9|bill').digest())
})
