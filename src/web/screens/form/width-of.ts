import type { Field, Kind } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'

/** How much of a row a field takes where there is room: a short one a quarter, a long one all of it, a flag a half at the height of the inputs beside it. */
export type Width = 'short' | 'half' | 'long' | 'flag'

const LONG: readonly Kind[] = ['longText', 'richText', 'address', 'files', 'lines', 'signature']
const SHORT: readonly Kind[] = [
  'phone',
  'digits',
  'taxCode',
  'identityNumber',
  'money',
  'count',
  'decimal',
  'percentage',
  'date',
  'moment',
]
/** Letters that fit above and in an input of a quarter; Korean ones are nearly two of the others wide. */
const MOST = 24
const MOST_OF_HINT = 60
const MOST_OF_TEXT = 50
const FEW_BUTTONS = 3

export function widthOf(field: Field): Width {
  const { kind, of = [] } = field
  if (LONG.includes(kind)) return 'long'
  if (kind === 'flag') return 'flag'
  if (field.drawn === 'buttons') return of.length > FEW_BUTTONS ? 'long' : 'half'
  if (field.asStars || lettersOf(field.label) > MOST || lettersOf(field.hint ?? '') > MOST_OF_HINT) return 'half'
  if (kind === 'choice') return of.every(({ label }) => lettersOf(label) <= MOST) ? 'short' : 'half'
  if (kind === 'text') return (field.max ?? Number.POSITIVE_INFINITY) <= MOST_OF_TEXT ? 'short' : 'half'
  return SHORT.includes(kind) ? 'short' : 'half'
}

const lettersOf = (text: string): number => {
  const said = t(text)
  return said.length + (said.match(/\p{Script=Hangul}/gu)?.length ?? 0) * 0.7
}
