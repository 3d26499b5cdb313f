import { leadingZeroBits, sha256 } from './sha256.ts'

/** Tries `count` numbers from `from` on: the one whose hash with the challenge starts with enough zero bits, or null. */
export function solve(challenge: string, difficulty: number, from: number, count: number): string | null {
  for (let n = from; n < from + count; n++) {
    const nonce = n.toString(36)
    if (leadingZeroBits(sha256(`${challenge}:${nonce}`)) >= difficulty) return nonce
  }
  return null
}
