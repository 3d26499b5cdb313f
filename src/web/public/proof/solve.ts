import { leadingZeroBits, sha256After } from './sha256.ts'

/** Tries `count` numbers from `from` on: the one whose hash with the challenge starts with enough zero bits, or null. */
export function solve(challenge: string, difficulty: number, from: number, count: number): string | null {
  const hash = sha256After(`${challenge}:`)
  for (let n = from; n < from + count; n++) {
    const nonce = n.toString(36)
    if (leadingZeroBits(hash(nonce)) >= difficulty) return nonce
  }
  return null
}
