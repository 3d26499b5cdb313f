import { halfWidth, normalizeText } from '../../../shared/vietnam/vietnam.ts'

/** A piece of a sentence: a word, a number or date, or one Korean syllable, as those stand together without blanks. */
export interface Unit {
  /** In small letters without diacritics. */
  text: string
  /** In small letters as typed. */
  raw: string
  /** Where it stands in the sentence. */
  from: number
  to: number
  /** What a whole number says; null for all else. */
  number: number | null
  /** A day as it was typed, `25/11/2026` or `2026-11-25`. */
  isDate: boolean
  isHangul: boolean
  /** Whether a blank, a mark or another script stands before it. */
  isStart: boolean
}

const PIECE = /[가-힣]|(?:(?![가-힣])[\p{L}\p{N}])+(?:[/.,:-]\p{N}+)*|[#%]|(?<=^|[\d일월년]\s*)[-–~](?=\s*(?:\d|$))/gu
const DATE = /^(?:\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{4}[/.-]\d{1,2}[/.-]\d{1,2})$/

/** The units of a sentence, in their order. */
export function unitsOf(sentence: string): Unit[] {
  const typed = halfWidth(sentence.normalize('NFC')).toLowerCase()
  const units: Unit[] = []
  for (const found of typed.matchAll(PIECE)) {
    const from = found.index
    const pieces = split(found[0])
    let at = from
    for (const raw of pieces) {
      const isHangul = /^[가-힣]$/.test(raw)
      const before = units.at(-1)
      units.push({
        text: normalizeText(raw),
        raw,
        from: at,
        to: at + raw.length,
        number: /^\d{1,9}$/.test(raw) ? Number(raw) : null,
        isDate: DATE.test(raw),
        isHangul,
        isStart: !(before && before.to === at && (before.isHangul || before.number !== null || isHangul)),
      })
      at += raw.length
    }
  }
  return units
}

/** '11월' and '3층' are a number and a word, and so is 't11'; codes such as 's05' stay whole beside. */
const split = (piece: string): string[] => {
  const days = /^(\d{1,2}(?:\/\d{1,2}(?:\/\d{2,4})?)?)-(\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)$/.exec(piece)
  if (days?.[1] && days[2]) return [days[1], '-', days[2]]
  const found = /^(\d{1,4})(\p{L}{2,})$/u.exec(piece)
  return found?.[1] && found[2] ? [found[1], found[2]] : [piece]
}

/** Units without blanks between them: 'hôm nay', 'homnay' and 'hom nay' are one. */
export const joined = (units: readonly Unit[]): string => units.map(({ text }) => text).join('')

/** Korean syllables in their letters, so that one wrong letter is one. */
export const lettersOf = (key: string): string => (/[가-힣]/.test(key) ? key.normalize('NFD') : key)

/** Whether two texts differ by one letter: another, missing, one too many, or two that changed places. */
export function isSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  if (a.length === b.length)
    return (
      a.slice(at + 1) === b.slice(at + 1) ||
      (a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2))
    )
  const [longer, shorter] = a.length > b.length ? [a, b] : [b, a]
  return longer.slice(at + 1) === shorter.slice(at)
}
