import { publicPageAt } from '../modules/public-pages.ts'
import type { SessionEnd } from './public/sign-in-query.ts'

/** The access token, kept in local storage (specification section 9). */
const TOKEN_KEY = 'token'
const DEVICE_KEY = 'device'
const LEFT_KEY = 'signed-out'
const CALLED_KEY = 'called'
/** Other tabs need not know more exactly. */
const TOLD_EVERY_MS = 10_000

export const token = (): string | null => read(TOKEN_KEY)
/** The secret by which the server knows this browser again at the next sign-in. */
export const deviceSecret = (): string | null => read(DEVICE_KEY)

export function keepToken(accessToken: string, device?: string): void {
  write(TOKEN_KEY, accessToken)
  if (device) write(DEVICE_KEY, device)
  write(LEFT_KEY, null)
}

/** Before it is asked for: what the server then says of the session is no news to any tab of this browser. */
export const noteSignOut = (): void => write(LEFT_KEY, 'yes')

export function dropToken(): void {
  write(TOKEN_KEY, null)
}

let called = Date.now()
let told = 0

/** The server was asked something, and takes that for work. */
export function noteCall(): void {
  called = Date.now()
  if (called - told < TOLD_EVERY_MS) return
  told = called
  write(CALLED_KEY, String(called))
}

/** When any tab of this browser last asked the server something, in ms of the epoch. */
export const lastCall = (): number => Math.max(called, Number(read(CALLED_KEY)))

/** Hears of the token that another tab keeps, or drops; until the answer is called. */
export function followOtherTabs(hear: (accessToken: string | null) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === TOKEN_KEY) hear(newValue)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** When the token ends, in milliseconds of the epoch; 0 for what is no token. */
export const expiryOf = (accessToken: string | null): number => Number(claimsOf(accessToken).exp ?? 0) * 1000

function claimsOf(accessToken: string | null): { exp?: unknown; sub?: unknown } {
  try {
    const payload = accessToken?.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

/** Whose token it is, by their number; null for what is no token. */
export const ownerOf = (accessToken: string | null): string | null => {
  const { sub } = claimsOf(accessToken)
  return typeof sub === 'string' ? sub : null
}

export const isStillValid = (accessToken: string | null): boolean => expiryOf(accessToken) > Date.now()

const SIGN_IN = '/backoffice/login'
const VISIT_KEY = 'visit'

/** The page for visitors that was left as this browser holds a token: whose session is over is none but a visitor. */
export const noteVisit = (): void =>
  sessionStorage.setItem(VISIT_KEY, window.location.pathname + window.location.search)

/** That page, once. */
export function takeVisit(): string | null {
  const found = sessionStorage.getItem(VISIT_KEY)
  sessionStorage.removeItem(VISIT_KEY)
  return found
}

let isLeaving = false
/** A page that keeps its draft asks nobody then: the draft is there again after the sign-in. */
export const isLeavingForSignIn = (): boolean => isLeaving

/** Leads to the page that was visited, else to the sign-in page (`public/sign-in-query.ts`), which leads back to where the person was; once, however many hear that the session is over. */
export function leaveForSignIn(ended: SessionEnd | null = 'over'): void {
  const { pathname, search } = window.location
  if (isLeaving || publicPageAt(pathname)) return
  isLeaving = true
  const query = new URLSearchParams()
  if (pathname !== '/dashboard') query.set('next', pathname + search)
  if (ended && read(LEFT_KEY) === null) query.set('ended', ended)
  window.location.replace(takeVisit() ?? (query.size > 0 ? `${SIGN_IN}?${query}` : SIGN_IN))
}

/** Ends the session in this browser: the server has ended it already. */
export function endHere(ended: SessionEnd = 'over'): void {
  dropToken()
  leaveForSignIn(ended)
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage can be switched off; the session then lasts as long as the page.
  }
}
