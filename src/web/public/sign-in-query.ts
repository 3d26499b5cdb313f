import { publicPageAt } from '../../modules/public-pages.ts'

// What `leaveForSignIn` writes into the address of the sign-in page.

/** How a session ended that its person did not end: it gave way to younger ones of theirs, or it was over. */
export type SessionEnd = 'over' | 'displaced'

/** How the session ended that leads here; null where none did. */
export function endOf(search: string): SessionEnd | null {
  const ended = new URLSearchParams(search).get('ended')
  return ended === null || ended === 'displaced' ? ended : 'over'
}

/** The wished address: only ever a path of this application. */
export function wishedPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return /^\/(?![/\\])/.test(next) && !publicPageAt(next.split(/[?#]/)[0] ?? '/') ? next : '/dashboard'
}
