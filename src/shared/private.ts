import { type Field, type Kind, shownAs } from './fields.ts'

/** Identity papers, birth dates, signatures, cards: sealed in the database, masked wherever they are shown (security.md, level 3). */
export const isSealedField = (field: Field): boolean => field.private === 'sealed'

/** Kinds by which somebody is reached, or named. */
const REACHES: readonly Kind[] = ['phone', 'email', 'address', 'identityNumber']

/** Phone, e-mail, address and the like: masked in lists and exports, in full on the record's own page (security.md, level 2). */
export const isMaskedField = (field: Field): boolean =>
  field.private === 'masked' ||
  field.private === 'listed' ||
  (field.private === undefined && REACHES.includes(shownAs(field)))

/** Masked where many are seen at once; not so those whom the readers of the list work with every day (`listed`). */
export const isMaskedInLists = (field: Field): boolean => isMaskedField(field) && field.private !== 'listed'

export const isPrivateField = (field: Field): boolean => isSealedField(field) || isMaskedField(field)

const STARS = '*********'
const LAST = 3
const LEAST = 7

/** What of a value may be shown: the year of a day, the last three characters of a number, nothing of a signature. */
export function tailOf(field: Field, value: string): string {
  const kind = shownAs(field)
  if (kind === 'date') return value.slice(0, 4)
  if (kind === 'signature' || [...value].length < LEAST) return ''
  return [...value].slice(-LAST).join('')
}

/** What stands before it. */
export const maskOf = (field: Field): string => (shownAs(field) === 'date' ? '**/**/' : STARS)

/** Whether a text is what a mask left of a private value: it went out so, and is no value that comes in. */
export const isMask = (value: unknown): boolean => typeof value === 'string' && value.includes('**')

/** Of a new row of a workbook that was exported with masks. A catalog key. */
export const MASKED = '{{field}} is masked in this workbook: a new record needs it in full'
