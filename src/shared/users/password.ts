import { normalizeText } from '../vietnam/vietnam.ts'

/** How long a password is, in characters as people count them (design/security.md); server and both forms check the same. */
export const PASSWORD_LEAST = 12
export const PASSWORD_MOST = 128

export interface PasswordStrength {
  /** 0 nothing to 4 very strong; 1 is refused. */
  level: 0 | 1 | 2 | 3 | 4
  isLongEnough: boolean
  isTooLong: boolean
  /** Little is left of it without usual words, runs and repetition. */
  isCommon: boolean
  /** Holds a part of what everybody knows about the person, or the name of this product. */
  isPersonal: boolean
}

const PART_LEAST = 4
const DIFFERENT_LEAST = 5
const REST_LEAST = 6
const PRODUCT = /back[^a-z0-9]*office/

/**
 * Judges a password as the server does, so that a form can say beforehand what the server would refuse.
 * @param about name, e-mail, store, chain: what everybody knows about the person
 */
export function strengthOf(password: string, about: readonly (string | null | undefined)[]): PasswordStrength {
  const length = [...password].length
  const plain = normalizeText(password)
  const rest = withoutCommon(plain)
  const parts = about.flatMap((text) => normalizeText(text ?? '').split(/[^a-z0-9]+/))
  const isPersonal = PRODUCT.test(plain) || parts.some((part) => part.length >= PART_LEAST && plain.includes(part))
  const isCommon = new Set(plain).size < DIFFERENT_LEAST || rest.replace(/(.+?)\1+/g, '$1').length < REST_LEAST
  const isLongEnough = length >= PASSWORD_LEAST
  const points = Math.floor(new Set(rest).size / 4) + (length >= 16 ? 1 : 0) + (length >= 20 ? 1 : 0)
  const most = isLongEnough && !isPersonal && !isCommon ? 4 : 1
  const level = length === 0 ? 0 : Math.max(1, Math.min(points, most))
  const isTooLong = length > PASSWORD_MOST
  return { level: level as PasswordStrength['level'], isLongEnough, isTooLong, isCommon, isPersonal } // 0 to 4 by the line above
}

/** The words for each level; catalog keys. */
export const STRENGTH_LABELS = ['', 'Too weak', 'Fair', 'Strong', 'Very strong'] as const

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')])
const RUN_LEAST = 4
const WORDS = /password|matkhau|iloveyou|welcome|admin|letmein|qwerty|anhyeuem|vietnam|monkey|dragon|football/g

function withoutCommon(plain: string): string {
  let rest = plain
  for (const run of RUNS)
    for (let size = run.length; size >= RUN_LEAST; size--)
      for (let at = 0; at + size <= run.length; at++) rest = rest.replaceAll(run.slice(at, at + size), '')
  return rest.replace(WORDS, '')
}
