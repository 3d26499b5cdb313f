import { createHash } from 'node:crypto'
import { challengeOf } from '../../src/server/http/challenge.ts'
import { DIFFICULTY_BITS, hasZeroBits } from '../../src/shared/challenge.ts'
import type { Chain } from './chain.ts'

/** The riddle of a public form that was given out a few seconds ago, solved. */
export const solvedRiddle = (chain: Chain): { challenge: string; nonce: string } =>
  solve(challengeOf(chain.running.context.config.secret, Date.now() - 5000))

export function solve(challenge: string): { challenge: string; nonce: string } {
  for (let nonce = 0; ; nonce++) {
    const hex = createHash('sha256').update(`${challenge}:${nonce}`).digest('hex')
    if (hasZeroBits(hex, DIFFICULTY_BITS)) return { challenge, nonce: String(nonce) }
  }
}
