/** The forms that anybody may fill in, by their addresses; one has two. */
export const FORMS = {
  '': 'feedback',
  '/feedback': 'feedback',
  '/member-registration': 'member',
  '/member_registration': 'member',
  '/member-registration-new': 'member-steps',
  '/vat-registration': 'vat',
  '/good-delivery-registration': 'delivery',
} as const
type FormPlace = (typeof FORMS)[keyof typeof FORMS]

/** Which of the open pages an address means. */
export type Place =
  | { page: FormPlace }
  | { page: 'follow'; token: string }
  | { page: 'sign-in' }
  | { page: 'invitation'; token: string }
  | { page: 'unsubscribe'; token: string }
  | { page: 'not-found' }

export function placeOf(path: string): Place {
  const plain = path.replace(/\/+$/, '')
  const form = formAt(plain)
  if (form) return { page: form }
  if (plain === '/backoffice/login') return { page: 'sign-in' }
  const [, wing, kind, token, more] = plain.split('/')
  if (!token || more !== undefined) return { page: 'not-found' }
  if (wing === 'feedback' && kind === 'follow') return { page: 'follow', token: decode(token) }
  if (wing === 'backoffice' && kind === 'invitation') return { page: 'invitation', token: decode(token) }
  if (wing === 'backoffice' && kind === 'unsubscribe') return { page: 'unsubscribe', token: decode(token) }
  return { page: 'not-found' }
}

/** A signed-in person has no use for these; the follow-up and an invitation belong to whoever holds the link. */
export const isForVisitorsOnly = (place: Place): boolean =>
  place.page === 'sign-in' || Object.values<string>(FORMS).includes(place.page)

const formAt = (path: string): FormPlace | undefined =>
  Object.hasOwn(FORMS, path) ? FORMS[path as keyof typeof FORMS] : undefined // the line asks for it

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
