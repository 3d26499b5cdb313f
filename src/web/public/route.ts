/** Which of the open pages an address means. */
export type Place =
  | { page: 'feedback' }
  | { page: 'follow'; token: string }
  | { page: 'sign-in' }
  | { page: 'invitation'; token: string }
  | { page: 'not-found' }

export function placeOf(path: string): Place {
  const plain = path.replace(/\/+$/, '')
  if (plain === '' || plain === '/feedback') return { page: 'feedback' }
  if (plain === '/backoffice/login') return { page: 'sign-in' }
  const [, wing, kind, token, more] = plain.split('/')
  if (!token || more !== undefined) return { page: 'not-found' }
  if (wing === 'feedback' && kind === 'follow') return { page: 'follow', token: decode(token) }
  if (wing === 'backoffice' && kind === 'invitation') return { page: 'invitation', token: decode(token) }
  return { page: 'not-found' }
}

/** A signed-in person has no use for these; the follow-up and an invitation belong to whoever holds the link. */
export const isForVisitorsOnly = (place: Place): boolean => place.page === 'feedback' || place.page === 'sign-in'

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
