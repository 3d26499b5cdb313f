import type { Field, Kind } from './fields.ts'
import { halfWidth } from './vietnam/vietnam.ts'

/**
 * A number as it was typed, or why it is none: `unclear` where the same signs mean two numbers to two people (1.500 km), `unreadable`
 * where they mean none.
 */
export type ReadNumber = { value: number } | { problem: 'unclear' | 'unreadable' }

type Numeric = Pick<Field, 'kind' | 'min' | 'max'>

const LARGEST_MONEY = 999_999_999_999_999

const BOUNDS: Partial<Record<Kind, readonly [number, number]>> = {
  money: [0, LARGEST_MONEY],
  count: [0, 2_147_483_647],
  decimal: [-1e12, 1e12],
  percentage: [0, 100],
}

/** The smallest and the largest number of a field. */
export function boundsOf({ kind, min, max }: Numeric): readonly [number, number] {
  const [low, high] = BOUNDS[kind] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return [min ?? low, max ?? high]
}

export const isWhole = (kind: Kind): boolean => kind === 'money' || kind === 'count'

/** What stands for zeros in sums of three languages, and how many. One `m` is a million, as in 1.5m. */
const UNITS: Record<string, number> = {
  k: 3,
  nghìn: 3,
  ngàn: 3,
  nghin: 3,
  ngan: 3,
  천: 3,
  만: 4,
  tr: 6,
  triệu: 6,
  trieu: 6,
  m: 6,
  억: 8,
  tỷ: 9,
  tỉ: 9,
  ty: 9,
}
const IN_UNITS = new RegExp(`^(.*\\d)\\s*(${Object.keys(UNITS).join('|')})$`)
/** 1tr5 is 1.500.000 and 1tr250 is 1.250.000 to everybody; of 1tr25 that is not so. */
const UNIT_INSIDE = /^(\d{1,6})\s*(tr|triệu|trieu|tỷ|tỉ|ty)\s*(\d{1,3})$/

/**
 * Reads a number as people write it in Vietnamese, English and Korean, whatever language the page has: dots, commas, spaces and
 * apostrophes between groups of three digits, a comma or a dot before a fraction, a currency or percent sign; of money also `150k`,
 * `1,5tr`, `15만`. What is whole may end in `,00`, which are cents. The value may still lie outside the field's bounds, or have a
 * fraction: `checkValue` says so.
 */
export function readNumber(typed: string, field: Numeric): ReadNumber {
  const bare = halfWidth(typed.normalize('NFC')).replace(/\s+/g, ' ').trim().toLowerCase()
  const [, bracket, sign = '', rest = ''] =
    /^(\()?\s*([-−–+])?\s*(.*?)\s*\)?$/.exec(withoutSigns(bare, field.kind)) ?? []
  if ((bracket === '(') !== bare.includes(')')) return { problem: 'unreadable' }
  const found = magnitude(withoutSigns(rest, field.kind), field)
  if ('problem' in found) return found
  return { value: (sign && sign !== '+') || bracket ? 0 - found.value : found.value }
}

/** Without what only says that it is money, or a percentage. */
function withoutSigns(text: string, kind: Kind): string {
  if (kind === 'percentage') return text.replace(/\s*%$/, '')
  if (kind !== 'money') return text
  return text.replace(/^(?:vnd|vnđ|₫|đ)\s*/, '').replace(/\s*(?:vnd|vnđ|₫|đồng|đ|dong|d|동)$/, '')
}

function magnitude(text: string, field: Numeric): ReadNumber {
  if (field.kind === 'money') {
    const [, front = '', within = '', tail = ''] = UNIT_INSIDE.exec(text) ?? []
    if (tail.length === 2) return { problem: 'unclear' }
    if (tail) return { value: shifted([front, tail], UNITS[within]) }
    const [, number = '', unit = ''] = IN_UNITS.exec(text) ?? []
    if (unit) return chosen(readings(number, false), field, UNITS[unit])
  }
  return chosen(readings(text, isWhole(field.kind)), field)
}

/** Digits before and after the decimal mark. */
type Parts = readonly [whole: string, fraction: string]

/** Of two readings the one that the field can hold. */
function chosen(found: readonly Parts[] | 'unclear' | 'unreadable', field: Numeric, zeros = 0): ReadNumber {
  if (typeof found === 'string') return { problem: found }
  const [low, high] = boundsOf(field)
  const values = found.map((parts) => shifted(parts, zeros))
  const fitting = values.filter((value) => value >= low && value <= high)
  const [only = values[0] ?? 0, other] = fitting
  return other === undefined ? { value: only } : { problem: 'unclear' }
}

/** The number with its decimal mark so many digits further on. */
const shifted = ([whole, fraction]: Parts, zeros = 0): number =>
  Number(`${whole}${fraction.slice(0, zeros).padEnd(zeros, '0')}.${fraction.slice(zeros)}`)

/** What digits with marks between them can mean. */
function readings(text: string, isWholeOnly: boolean): readonly Parts[] | 'unclear' | 'unreadable' {
  const full = text.replace(/^(?=[.,]\d)/, '0')
  if (!/^\d+(?:[., '’]\d+)*$/.test(full)) return 'unreadable'
  const marks = full.match(/\D/g) ?? []
  const digits = full.split(/\D/)
  const [last = '', ...before] = marks.toReversed()
  if (!last) return [[full, '']]
  const isDecimal = last === '.' || last === ','
  const grouped: Parts = [digits.join(''), '']
  const split: Parts = [digits.slice(0, -1).join(''), digits.at(-1) ?? '']
  if (before.every((mark) => mark === last)) {
    if (areGroups(digits)) return before.length > 0 || !isDecimal || isWholeOnly ? [grouped] : [grouped, split]
    return before.length === 0 && isDecimal ? ending(split, isWholeOnly) : 'unclear'
  }
  const isGrouped = new Set(before).size === 1 && areGroups(digits.slice(0, -1))
  return isDecimal && isGrouped ? ending(split, isWholeOnly) : 'unclear'
}

/** Three digits at the end of a whole number are another group with a wrong mark, or thousandths: nobody knows. */
const ending = (parts: Parts, isWholeOnly: boolean): readonly Parts[] | 'unclear' =>
  isWholeOnly && parts[1].length === 3 && parts[0].replace(/^0+/, '') ? 'unclear' : [parts]

const areGroups = ([first = '', ...others]: readonly string[]): boolean =>
  /^[1-9]\d{0,2}$/.test(first) && others.every((group) => group.length === 3)
