import { PASSWORD_LEAST, PASSWORD_MOST } from '../../../shared/users/password.ts'

export interface Strength {
  /** 0 nothing to 4 very strong. */
  level: 0 | 1 | 2 | 3 | 4
  isLongEnough: boolean
  isTooLong: boolean
  /** Holds a part of the name or the e-mail. */
  isPersonal: boolean
}

/** How hard a password is to guess: its length counts most, repetition and one's own name count against it. The server has the last word. */
export function strengthOf(password: string, about: readonly string[]): Strength {
  const length = [...password].length
  const different = new Set(withoutCommon(plain(password))).size
  const isPersonal = partsOf(about).some((part) => plain(password).includes(part))
  const isLongEnough = length >= PASSWORD_LEAST
  const isTooLong = length > PASSWORD_MOST
  const points = Math.floor(different / 4) + (length >= 16 ? 1 : 0) + (length >= 20 ? 1 : 0)
  const most = !isLongEnough || isPersonal || different < 5 ? 1 : 4
  const level = length === 0 ? 0 : Math.max(1, Math.min(points, most))
  return { level: level as Strength['level'], isLongEnough, isTooLong, isPersonal } // 0 to 4 by the line above
}

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const WORDS = /password|matkhau|iloveyou|welcome|admin|letmein|qwerty|anhyeuem|vietnam|monkey|dragon|football/g
const RUN = 4

/** What a guesser would try first does not count: usual words, and letters as they follow each other. */
function withoutCommon(text: string): string {
  const rows = ROWS.flatMap((row) => [row, [...row].reverse().join('')])
  const isRun = (at: number) => rows.some((row) => row.includes(rest.slice(at, at + RUN)))
  const rest = text.replace(WORDS, '')
  const runs = Array.from({ length: Math.max(0, rest.length - RUN + 1) }, (_, at) => at).filter(isRun)
  return [...rest].filter((_, at) => !runs.some((start) => at >= start && at < start + RUN)).join('')
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase()
const partsOf = (about: readonly string[]) =>
  about.flatMap((text) => plain(text.split('@')[0] ?? '').split(/[^a-z0-9]+/)).filter((part) => part.length >= 4)
