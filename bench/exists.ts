import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { hasZeroBits, LEAST_SECONDS } from '../src/shared/challenge.ts'
import { send } from './http.ts'
import type { Line } from './table.ts'

const PHONE = '0912345678'
const TIMES = 300
const MOST_MS = 5
/** How often a guesser who sees only the time may be right: half is chance, and of 300 answers each chance alone makes up to this. */
const MOST_SHARE = 0.58

/**
 * What the time of an answer tells of whether a person is registered (design/security.md, S14): as many questions about somebody who
 * is there as about others, in random order, and the best that anybody could guess from the times alone.
 */
export async function measureExists(url: string): Promise<Line[]> {
  const known = await registerOne(url)
  const times: Record<'there' | 'not there', number[]> = { there: [], 'not there': [] }
  const asked = Array.from({ length: 2 * TIMES }, (_, at) => at % 2 === 0).toSorted(() => Math.random() - 0.5)
  for (const [at, isKnown] of asked.entries()) {
    const number = isKnown ? known : `0791${String(10_000_000 + at)}`
    const began = performance.now()
    const answer = await send(url, null, {
      method: 'POST',
      path: '/api/member-register/check-is-exists',
      body: { phone: PHONE, identity_number: number },
    })
    times[isKnown ? 'there' : 'not there'].push(performance.now() - began)
    if (answer.exists !== isKnown)
      throw new Error(`The answer about ${isKnown ? 'the known' : 'an unknown'} one is wrong`)
  }
  const [there, not] = [times.there.toSorted((a, b) => a - b), times['not there'].toSorted((a, b) => a - b)]
  const apart = (share: number) => Math.abs(atShare(there, share) - atShare(not, share))
  const guessed = bestGuess(there, not)
  const at = `${TIMES} questions each`
  return [
    {
      what: 'check-is-exists, found beside not found',
      at,
      measured: `p50 ${atShare(there, 0.5).toFixed(1)} and ${atShare(not, 0.5).toFixed(1)} ms, p95 ${atShare(there, 0.95).toFixed(1)} and ${atShare(not, 0.95).toFixed(1)} ms`,
      goal: `≤ ${MOST_MS} ms apart`,
      isMet: apart(0.5) <= MOST_MS && apart(0.95) <= MOST_MS,
    },
    {
      what: 'check-is-exists, guessed from the time alone',
      at,
      measured: `${(guessed * 100).toFixed(1)} % right`,
      goal: `≤ ${MOST_SHARE * 100} %`,
      isMet: guessed <= MOST_SHARE,
    },
  ]
}

const atShare = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0

/** The share of right guesses of whoever knows the best threshold there is, in either direction. */
function bestGuess(there: readonly number[], not: readonly number[]): number {
  const below = (times: readonly number[], most: number) => times.filter((time) => time <= most).length / times.length
  return Math.max(...[...there, ...not].map((time) => 0.5 + Math.abs(below(there, time) - below(not, time)) / 2))
}

async function registerOne(url: string): Promise<string> {
  const { challenge, difficulty } = await send(url, null, { method: 'GET', path: '/api/public/challenge' })
  const number = `0790${String(10_000_000 + Math.floor(Math.random() * 89_999_999))}`
  let nonce = 0
  while (
    !hasZeroBits(
      createHash('sha256')
        .update(`${String(challenge)}:${nonce}`)
        .digest('hex'),
      Number(difficulty),
    )
  )
    nonce++
  await pause((LEAST_SECONDS + 1) * 1000)
  await send(url, null, {
    method: 'POST',
    path: '/api/public/member-register',
    body: {
      ...{ full_name: 'Nguyễn Thị Thảo', request_type: 'new', birth_date: '1990-05-17', document: 'citizen' },
      ...{ identity_number: number, nationality: 'Việt Nam', phone: PHONE, store: 1, agreed: true, website: '' },
      ...{ challenge, nonce: String(nonce) },
    },
  })
  return number
}
