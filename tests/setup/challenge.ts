import { createHash } from 'node:crypto'
import { challengeOf } from '../../src/server/http/challenge.ts'
import { hasZeroBits } from '../../src/shared/challenge.ts'
import type { Chain } from './chain.ts'

/** As many zero bits as any server of the tests asks for. */
export const CHALLENGE_BITS = 16

/** The challenge of a public form that was given out a few seconds ago unless said, solved. */
export const solvedChallenge = (chain: Chain, at = Date.now() - 5000): { challenge: string; nonce: string } =>
  solve(challengeOf(chain.running.context.config.secret, at))

/** With `most` the work is less than a server wants that asks for one bit more. */
export function solve(challenge: string, most = 256): { challenge: string; nonce: string } {
  for (let nonce = 0; ; nonce++) {
    const hex = createHash('sha256').update(`${challenge}:${nonce}`).digest('hex')
    if (hasZeroBits(hex, CHALLENGE_BITS) && !hasZeroBits(hex, most + 1)) return { challenge, nonce: String(nonce) }
  }
}
