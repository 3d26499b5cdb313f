import { pack } from '../../shared/message.ts'
import { decodeIdentity } from '../../shared/vietnam/identity.ts'
import type { DOCUMENTS, FORMS, WARNINGS } from './words.ts'

type Document = (typeof DOCUMENTS)[number]['value']
type Form = (typeof FORMS)[number]['value']
export type Warning = (typeof WARNINGS)[number]['value']

/** What is wrong with the number of a paper, as a packed message; null where nothing is (vietnam.md 3). */
export function paperProblem(document: Document, number: string): string | null {
  if (document === 'citizen') return /^\d{12}$/.test(number) ? null : pack('Identity number has exactly 12 digits')
  // Vietnamese: a letter and seven digits; foreign ones vary.
  if (document === 'passport')
    return /^[A-Z0-9]{6,12}$/.test(number) && /\d{4}/.test(number) ? null : pack('Please enter a valid passport number')
  return /^[A-Z0-9]{10}$/.test(number) ? null : pack('Identity number has exactly 10 characters')
}

/** The one-page form knows the two papers of the specification; the form in steps takes a further one. */
export const takesPaper = (document: Document, form: Form): boolean => document !== 'other' || form === 'steps'

/** Spaces, dots and dashes that people type are no part of a number; letters are large. */
export const plainNumber = (typed: string): string => typed.replace(/[\s.-]/g, '').toUpperCase()

const LEAST_AGE = 14

/** A name of one word, or with digits. */
export const nameWarnings = (name: string): Warning[] =>
  /^\p{L}[\p{L}\p{M}.'’-]*(\s\p{L}[\p{L}\p{M}.'’-]*)+$/u.test(name.trim()) ? [] : ['name']

/** A phone that takes no message. */
export const phoneWarnings = (phone: string): Warning[] => (/^(02|1)/.test(phone) ? ['phone'] : [])

/** What does not fit together: told to the staff, never a reason to refuse. Days are `YYYY-MM-DD`. */
export function paperWarnings(document: Document, number: string, birthDate: string, today: string): Warning[] {
  const found: Warning[] = []
  const said = document === 'citizen' ? decodeIdentity(number) : null
  if (said && said.birthYear !== Number(birthDate.slice(0, 4))) found.push('birth year')
  if (said && !said.isPlaceKnown) found.push('place')
  const years =
    Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5) < birthDate.slice(5) ? 1 : 0)
  if (years < LEAST_AGE) found.push('age')
  return found
}
