/**
 * The table of contents of what needs no session: the server, the browser, the offline worker and the build read these addresses
 * here. A page is the file `<name>.public.tsx`; without it, the build fails. Definitions are not imported: phones load this.
 */

interface PublicFormEntry {
  /** The page's title, and what the form is called where it comes back unsent (a catalog key). */
  title: string
  /** Addresses beside its own, which is `/` and its name. */
  also?: readonly string[]
}

/** Forms that anybody may fill in; `publicForm()` takes no other name. */
export const PUBLIC_FORMS = {
  feedback: { title: 'Feedback', also: ['/'] },
  'member-registration': { title: 'Member registration', also: ['/member_registration'] },
  'member-registration-new': { title: 'Member registration' },
  'vat-registration': { title: 'VAT invoice' },
  'good-delivery-registration': { title: 'Goods delivery' },
} as const satisfies Record<string, PublicFormEntry>
export type PublicFormName = keyof typeof PUBLIC_FORMS

/** Pages that are no form; `:token` is the private part of a link, or the code of an event. */
const OTHERS = {
  follow: '/feedback/follow/:token',
  survey: '/survey/:token',
  'member-signing': '/member-signing/:token',
  'gift-event': '/gift-event/:token',
  fairness: '/fairness/:token',
  'sign-in': '/backoffice/login',
  invitation: '/backoffice/invitation/:token',
  unsubscribe: '/backoffice/unsubscribe/:token',
} as const

/** What such a page asks the server first, below /api: put before its own scripts are there. */
const FIRST: Partial<Record<keyof typeof OTHERS, string>> = {
  survey: '/customer-survey-responses/show-info?token=:token',
  'gift-event': '/draws/:token',
  'member-signing': '/public/member-signing?token=:token',
}

export type PublicPage = PublicFormName | keyof typeof OTHERS | 'not-found'

const FORMS: Readonly<Record<string, PublicFormEntry>> = PUBLIC_FORMS

/** What a form is called, by the name it was kept under on a device. */
export const titleOf = (form: string): string =>
  form.startsWith('survey-') ? 'Survey' : (FORMS[form] ?? PUBLIC_FORMS.feedback).title

/** Every address of a form, its own first. */
export const addressesOf = (form: string): string[] => [`/${form}`, ...(FORMS[form]?.also ?? [])]

const PATTERNS = [
  ...Object.keys(FORMS).flatMap((page) => addressesOf(page).map((address) => ({ page, address }))),
  ...Object.entries(OTHERS).map(([page, address]) => ({ page, address })),
].map(({ page, address }) => ({
  page: page as PublicPage, // a key of one of the two
  fits: new RegExp(`^${address.replace(/\/$/, '').replace(':token', '([^/]+)')}/?$`),
}))

/** Every page's name, for the build. */
export const PUBLIC_PAGE_NAMES = [...new Set<string>(PATTERNS.map(({ page }) => page)), 'not-found']

/** Which public page stands at a path, with the private part of its address, if it has one; null where none does. */
export function publicPageAt(path: string): { page: PublicPage; token: string } | null {
  for (const { page, fits } of PATTERNS) {
    const found = fits.exec(path)
    if (found) return { page, token: decoded(found[1] ?? '') }
  }
  return null
}

/** The first question of a page, with the private part of its address; null where it has none. */
export const firstQuestionOf = (page: PublicPage, token: string): string | null =>
  Object.entries(FIRST)
    .find(([name]) => name === page)?.[1]
    .replace(':token', encodeURIComponent(token)) ?? null

/** A signed-in person has no use for these; the follow-up and an invitation belong to whoever holds the link. */
export const isForVisitorsOnly = (page: PublicPage): boolean => page === 'sign-in' || Object.hasOwn(FORMS, page)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
