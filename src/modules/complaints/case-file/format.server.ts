import { type Field, type Kind, shownAs } from '../../../shared/fields.ts'
import { formatDay, formatMoment, formatNumber } from '../../../shared/format.ts'
import { type Language, tIn } from '../../../shared/language.ts'

export interface CaseReader {
  language: Language
  timeZone: string
}

type Say = (key: string, params?: Record<string, string | number>) => string
/** The words of a paper in its reader's language. */
export const sayIn =
  ({ language }: CaseReader): Say =>
  (key, params) =>
    tIn(language, key, params)

type Shown = Exclude<Kind, 'computed'>
type SayValue = (value: string, field: Field, reader: CaseReader) => string

const asIs: SayValue = (value) => value
const asNumber: SayValue = (value, _, { language }) => formatNumber(Number(value), language)
const asChoice: SayValue = (value, { of }, { language }) => {
  const label = of?.find((one) => one.value === value)?.label
  return label ? tIn(language, label) : value
}

const SAID: Record<Shown, SayValue> = {
  text: asIs,
  longText: asIs,
  richText: asIs,
  email: asIs,
  phone: asIs,
  digits: asIs,
  taxCode: asIs,
  identityNumber: asIs,
  money: (value, field, reader) => `${asNumber(value, field, reader)} ₫`,
  count: asNumber,
  decimal: asNumber,
  percentage: asIs,
  date: (value) => formatDay(value),
  moment: (value, _, { timeZone }) => formatMoment(value, timeZone),
  flag: (value, _, { language }) => tIn(language, value === 'true' ? 'Yes' : 'No'),
  choice: asChoice,
  choices: asChoice,
  ref: asIs,
  refs: asIs,
  address: asIs,
  files: asIs,
  signature: asIs,
  lines: asIs,
}

/** A value in words; '' for nothing. */
export function saidValue(field: Field | undefined, value: unknown, reader: CaseReader): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map((one) => saidValue(field, one, reader)).join(', ')
  if (typeof value === 'object') return 'name' in value ? String(value.name) : ''
  return field ? SAID[shownAs(field)](String(value), field, reader) : String(value)
}
