import { PASSWORD_LEAST, PASSWORD_MOST } from '../../shared/users/password.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'

/** The server's rules of design/security.md as far as a browser can tell; the server has the last word. */

export interface PasswordRule {
  /** A catalog key. */
  label: string
  isMet: boolean
}

const PART_AT_LEAST = 4
const DISTINCT_AT_LEAST = 5

/** What a password must meet, each told as met or not. */
export function rulesOf(password: string, about: readonly (string | null | undefined)[]): PasswordRule[] {
  const length = [...password].length
  const plain = normalizeText(password)
  const parts = about
    .flatMap((text) => normalizeText(text ?? '').split(/[^a-z0-9]+/))
    .filter((part) => part.length >= PART_AT_LEAST)
  return [
    { label: '12 to 128 characters', isMet: length >= PASSWORD_LEAST && length <= PASSWORD_MOST },
    { label: 'Not your name, e-mail or store', isMet: length > 0 && !parts.some((part) => plain.includes(part)) },
    {
      label: 'Not one word, row of keys or repetition',
      isMet: new Set(plain).size >= DISTINCT_AT_LEAST && !isRun(plain),
    },
  ]
}

export type Strength = 0 | 1 | 2 | 3 | 4

const BITS_PER_STEP = [28, 45, 60, 75]

/** How hard it is to guess, in four steps; words and runs count for little. */
export function strengthOf(password: string): Strength {
  if (password === '') return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  const letters = [...normalizeText(password)]
  const fresh = letters.filter(
    (letter, at) => at === 0 || Math.abs((letter.codePointAt(0) ?? 0) - (letters[at - 1]?.codePointAt(0) ?? 0)) > 1,
  ).length
  const bits = Math.min(fresh, new Set(letters).size * 2) * (2.6 + kinds * 0.6)
  const step = BITS_PER_STEP.filter((least) => bits >= least).length
  return Math.max(1, step) as Strength // 1 to 4
}

const RUNS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const isRun = (plain: string) =>
  plain.length >= 4 && RUNS.some((run) => run.includes(plain) || [...run].reverse().join('').includes(plain))
