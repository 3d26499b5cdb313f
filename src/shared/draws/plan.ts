import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { WHOLE } from './parts.ts'

/** The rule of a draw (docs/decisions/draws.md). Engine, fairness page and demo read it here; the checker of the tests shares nothing with it. */

/** Gifts of an event in their fixed order, as they were from draw number `first` on. */
export interface Plan {
  event: string
  version: number
  first: number
  gifts: readonly PlanGift[]
}
export interface PlanGift {
  gift: number
  name: string
  /** Millionths: a chance of 2.5 % is 25000. */
  parts: number
  stock: number
  perDay: number | null
  perStoreDay: number | null
  /** By the store's code; empty where every store may give as many as there are. */
  byStore: Readonly<Record<string, number>>
  minimumTotal: number
  /** What is given instead where it is not available. */
  substitute: number | null
}

/** The very text that is kept, committed to and published. */
export const planText = ({ event, version, first, gifts }: Plan): string =>
  JSON.stringify({
    event,
    version,
    first,
    gifts: gifts.map(({ gift, name, parts, stock, perDay, perStoreDay, byStore, minimumTotal, substitute }) => ({
      gift,
      name,
      parts,
      stock,
      perDay,
      perStoreDay,
      byStore,
      minimumTotal,
      substitute,
    })),
  })

export const readPlan = (text: string): Plan => JSON.parse(text) as Plan // written by `planText`, and committed to

/** What is told of a plan before its seed is: SHA-256 of both. */
export const commitmentOf = (seed: string, text: string): string => hashOf(`${seed}\n${text}`)

/** What stands for the bills of a draw, as a rule one; no number can be told from it by looking. */
export const billDigest = (event: string, keys: readonly string[]): string =>
  hashOf(`${event}|${[...new Set(keys)].sort().join('+')}`)

export interface Drawn {
  /** A whole number from 0 to 2^53 - 1. */
  random: number
  /** 0 to 999,999: where the wheel stops. */
  slot: number
  /** The gift the number says, before anybody asks whether it is there; 0 is none. */
  drawn: number
}

/** What draw number `n` draws, by the seed and the gifts of its plan. */
export function drawnBy(
  seed: string,
  event: string,
  version: number,
  n: number,
  digest: string,
  { gifts }: Pick<Plan, 'gifts'>,
): Drawn {
  const random = randomsOf(seed, event, version)(n, digest)
  const slot = slotOf(random)
  return { random, slot, drawn: giftAt(gifts, slot) }
}

/** The random value of each draw of a version, by its number and bills; the key is made of the seed once, as ten thousand draws ask for it. */
export function randomsOf(seed: string, event: string, version: number): (n: number, digest: string) => number {
  let keyed: ReturnType<typeof hmac.create> | undefined
  return (n, digest) => {
    keyed ??= hmac.create(sha256, hexToBytes(seed))
    return first53Bits(
      keyed
        .clone()
        .update(bytesOf(`${event}|${version}|${n}|${digest}`))
        .digest(),
    )
  }
}

/** In whole numbers, as a product of this size is no longer exact in a double. */
export const slotOf = (random: number): number => Number((BigInt(random) * BigInt(WHOLE)) >> 53n)

/** The first gift whose chances, added up in the order of the plan, lie above the slot. */
export function giftAt(gifts: readonly PlanGift[], slot: number): number {
  let sum = 0
  for (const { gift, parts } of gifts) {
    sum += parts
    if (slot < sum) return gift
  }
  return 0
}

/** What a row of the log says, in the order in which its code holds it. */
export interface DrawRow {
  n: number
  version: number
  /** Code of the store. */
  store: string
  /** `YYYY-MM-DD` at the chain's place. */
  day: string
  digest: string
  /** Đồng. */
  total: number
  random: number
  drawn: number
  given: number
}

/**
 * The code of a row holds that of the row before and the seal of its plan: none is changed, added or left out without all later ones
 * changing.
 */
export const rowCode = (
  before: string,
  commitment: string,
  { n, version, store, day, digest, total, random, drawn, given }: DrawRow,
): string =>
  hashOf(`${before}\n${commitment}\n${n}|${version}|${store}|${day}|${digest}|${total}|${random}|${drawn}|${given}`)

/** So much of a code a slip shows. */
export const shortCode = (code: string): string => code.slice(0, 12).toUpperCase()

const hashOf = (text: string): string => bytesToHex(sha256(bytesOf(text)))

/** Numbers, digests and codes are ASCII, and copied ten thousand times over; names of a plan are not. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return utf8ToBytes(text)
    bytes[at] = code
  }
  return bytes
}

function first53Bits(bytes: Uint8Array): number {
  const at = (place: number) => bytes[place] ?? 0 // 32 bytes
  const high = at(0) * 2 ** 24 + at(1) * 2 ** 16 + at(2) * 2 ** 8 + at(3)
  const low = at(4) * 2 ** 16 + at(5) * 2 ** 8 + at(6)
  return high * 2 ** 21 + Math.floor(low / 8)
}
