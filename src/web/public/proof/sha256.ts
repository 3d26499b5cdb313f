/** SHA-256 in plain code: the browser's own exists only on https, and a store may run on a plain address of its network. */

const FRACTIONS = (root: number, count: number): Int32Array => {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p !== 0)) primes.push(n)
  return Int32Array.from(primes, (p) => (p ** (1 / root) % 1) * 2 ** 32)
}
const K = FRACTIONS(3, 64)
const START = FRACTIONS(2, 8)

/** The eight words of the hash of an ASCII text. */
export const sha256 = (text: string): Int32Array => sha256After('')(text)

/** The same of texts that begin alike: the whole blocks of what they begin with are mixed once. */
export function sha256After(beginning: string): (rest: string) => Int32Array {
  const whole = beginning.length & ~63
  const begun = mixed(START, padded(beginning).subarray(0, whole / 4))
  return (rest) => mixed(begun, padded(beginning.slice(whole) + rest, whole))
}

export function hex(words: Int32Array): string {
  return Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

export function leadingZeroBits(words: Int32Array): number {
  let bits = 0
  for (const word of words) {
    const zeros = Math.clz32(word)
    bits += zeros
    if (zeros < 32) break
  }
  return bits
}

/** As the standard fills up the last block; `before` are the characters in front of the text. */
function padded(text: string, before = 0): Int32Array {
  const length = text.length
  const words = new Int32Array((((length + 8) >> 6) + 1) * 16)
  for (let i = 0; i < length; i++) words[i >> 2] = (words[i >> 2] ?? 0) | (text.charCodeAt(i) << (24 - (i & 3) * 8))
  words[length >> 2] = (words[length >> 2] ?? 0) | (0x80 << (24 - (length & 3) * 8))
  words[words.length - 1] = (before + length) * 8
  return words
}

function mixed(from: Int32Array, blocks: Int32Array): Int32Array {
  const state = from.slice()
  const w = new Int32Array(64)
  for (let at = 0; at < blocks.length; at += 16) {
    for (let i = 0; i < 16; i++) w[i] = blocks[at + i] ?? 0
    mix(state, w)
  }
  return state
}

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by))

/** One round over a block; the names are those of the standard (FIPS 180-4). */
function mix(state: Int32Array, w: Int32Array): void {
  const at = (i: number) => w[i] ?? 0
  for (let i = 16; i < 64; i++) {
    const x = at(i - 15)
    const y = at(i - 2)
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
    w[i] = at(i - 16) + s0 + at(i - 7) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + at(i)) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const after = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = (state[i] ?? 0) + (after[i] ?? 0)
}
