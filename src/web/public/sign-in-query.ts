import { publicPageAt } from '../../modules/public-pages.ts'

// What `leaveForSignIn` writes into the address of the sign-in page.

/** Whether the session ended by itself or by somebody else's hand. */
export const hasEnded = (search: string): boolean => new URLSearchParams(search).has('ended')

/** The wished address: only ever a path of this application. */
export function wishedPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return /^\/(?![/\\])/.test(next) && !publicPageAt(next.split(/[?#]/)[0] ?? '/') ? next : '/dashboard'
}
