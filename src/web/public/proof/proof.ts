import { pause } from '../pause.ts'
import { call } from '../request.ts'
import { solve } from './solve.ts'

/** The work a form shows so that mass sending costs more than it brings. */
export interface Proof {
  challenge: string
  nonce: string
}

interface Challenge {
  challenge: string
  difficulty: number
}

/** The server takes no form that was filled in less time than this. */
const LEAST_MS = 3200
const OLD_MS = 30 * 60_000
const CHUNK = 400

/** How a challenge is solved here. */
type Solver = (challenge: string, difficulty: number) => Promise<string>
let solver: Solver = inSlices

/** A page lets a worker do it. */
export function solveBy(given: Solver): void {
  solver = given
}

interface Started {
  /** When it was asked for, and then when the challenge was given out: the form's least time counts from there. */
  since: number
  proof: Promise<Proof>
}
let current: Started | null = null

/** Starts the work as soon as a form opens, so that it is done when the form is. */
export function startProof(): void {
  if (!current || Date.now() - current.since >= OLD_MS) current = begun()
}

/** The finished proof, not before the form's least time is over. */
export async function takeProof(): Promise<Proof> {
  startProof()
  const started = current ?? begun()
  const done = await started.proof
  current = null // a proof is good for one form
  const early = started.since + LEAST_MS - Date.now()
  if (early > 0) await pause(early)
  return done
}

function begun(): Started {
  const started: Started = {
    since: Date.now(),
    proof: work(() => {
      started.since = Date.now()
    }),
  }
  started.proof.catch(() => {
    if (current === started) current = null
  })
  return started
}

/** Work beside the form's own: for a question that must be paid for, however quickly it is asked. */
export async function work(given?: () => void): Promise<Proof> {
  const { challenge, difficulty } = await call<Challenge>('GET', '/public/challenge')
  given?.()
  const nonce = await solver(challenge, difficulty).catch(() => inSlices(challenge, difficulty))
  return { challenge, nonce }
}

/** Where workers cannot run: a few milliseconds at a time, so that typing stays smooth. */
async function inSlices(challenge: string, difficulty: number): Promise<string> {
  for (let from = 0; ; from += CHUNK) {
    const nonce = solve(challenge, difficulty, from, CHUNK)
    if (nonce !== null) return nonce
    await pause(0)
  }
}
