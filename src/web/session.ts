import { useCallback, useSyncExternalStore } from 'react'
import type { SessionUser } from '../shared/api.ts'
import { HOUR_MS } from '../shared/time/units.ts'
import { may, type Right } from '../shared/users/permissions.ts'
import { ApiRefusal, NO_CONNECTION, post } from './api.ts'
import { lastWork } from './attendance.ts'
import {
  dropToken,
  endHere,
  expiryOf,
  followOtherTabs,
  token as heldToken,
  isStillValid,
  keepToken,
  leaveForSignIn,
  noteSignOut,
  ownerOf,
  takeVisit,
} from './token.ts'

/** The access token this browser holds. */
export const token = heldToken

/** Signed in or not; 'starting' until the first answer (specification section 4), 'unreachable' where none came. */
export type Session = { state: 'starting' | 'out' | 'unreachable' } | { state: 'in'; user: SessionUser }

let session: Session = { state: 'starting' }
const listeners = new Set<() => void>()

export const readSession = (): Session => session

/** The session as it is now, for the shell. */
export const useSessionState = (): Session => useSyncExternalStore(listen, readSession)

/** Who is signed in; only below the shell, which is never shown without. */
export function useSession(): SessionUser {
  const now = useSessionState()
  if (now.state !== 'in') throw new Error('useSession is only for screens inside the shell')
  return now.user
}

/** Whether the signed-in user holds a flag of a path segment or permission identifier. */
export function useMay(): (segment: string, right: Right) => boolean {
  const { route_access } = useSession()
  return useCallback((segment, right) => may(route_access, segment, right), [route_access])
}

let checks = 0

/** The start-up check: a token that still lives asks who it belongs to. */
export async function startSession(): Promise<Session> {
  checks += 1
  const mine = checks
  const held = token()
  if (!isStillValid(held)) {
    dropToken()
    return become({ state: 'out' })
  }
  try {
    const { user } = await post<{ user: SessionUser }>('me', undefined, { quiet: true })
    takeVisit()
    return become({ state: 'in', user })
  } catch (error) {
    // What was asked before fails later: another check has found out since, or will.
    if (mine !== checks || session.state === 'in') return session
    // A server that is away says nothing about the session: signing in again would be in vain, and lose the place.
    const isAway = error instanceof ApiRefusal && (error.code === NO_CONNECTION || error.status >= 500)
    if (!isAway && held === token()) dropToken()
    return become({ state: isAway ? 'unreachable' : 'out' })
  }
}

/** Repeats the check after the profile or the role changed. */
export async function refreshUser(): Promise<void> {
  const { user } = await post<{ user: SessionUser }>('me', undefined, { quiet: true })
  become({ state: 'in', user })
}

export async function signOut(): Promise<void> {
  noteSignOut()
  await post('logout').catch(() => undefined)
  dropWords()
  endHere()
}

const REFRESH_BEFORE_MS = 2 * HOUR_MS
const ACTIVE_WITHIN_MS = 15 * 60_000
const LOOK_EVERY_MS = 60_000

/** Exchanges the token before it ends while the person is working. Answers how to stop. */
export function keepFresh(): () => void {
  const look = () => {
    const left = expiryOf(token()) - Date.now()
    if (left <= 0) endHere()
    else if (left < REFRESH_BEFORE_MS && Date.now() - lastWork() < ACTIVE_WITHIN_MS) void refreshToken()
  }
  const timer = window.setInterval(look, LOOK_EVERY_MS)
  // The sign-in page leads back at once where somebody else is signed in: the page is then theirs.
  const unfollow = followOtherTabs((held) => {
    if (session.state === 'in' && ownerOf(held) !== String(session.user.id)) leaveForSignIn()
  })
  return () => {
    window.clearInterval(timer)
    unfollow()
  }
}

async function refreshToken(): Promise<void> {
  const found = await post<{ access_token: string; user: SessionUser }>('refresh', undefined, { quiet: true }).catch(
    () => null,
  )
  if (!found) return
  keepToken(found.access_token)
  become({ state: 'in', user: found.user })
}

function become(next: Session): Session {
  session = next
  for (const listener of listeners) listener()
  return next
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signing out on purpose leaves nothing of what was being written in a browser that others use; the server keeps drafts. */
function dropWords(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (/^(comment-|mail-|opened:|draw-desk)/.test(key)) localStorage.removeItem(key)
    sessionStorage.clear()
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

/** That of the chain, as the session tells it; for what is said outside of a screen. Without a session nobody is told any moment of the chain's. */
export const chainTimeZone = (): string => {
  const now = readSession()
  return now.state === 'in' ? now.user.time_zone : Intl.DateTimeFormat().resolvedOptions().timeZone
}
