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

/** A value in words; '' for nothing. */
export function saidValue(field: Field | undefined, value: unknown, reader: CaseReader): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map((one) => saidValue(field, one, reader)).join(', ')
  if (typeof value === 'object') return 'name' in value ? String(value.name) : ''
  const kind: Kind = field ? shownAs(field) : 'text'
  const { language, timeZone } = reader
  switch (kind) {
    case 'moment':
      return formatMoment(String(value), timeZone)
    case 'date':
      return formatDay(String(value))
    case 'flag':
      return tIn(language, value === true ? 'Yes' : 'No')
    case 'money':
      return `${formatNumber(Number(value), language)} ₫`
    case 'count':
    case 'decimal':
      return formatNumber(Number(value), language)
    case 'choice':
    case 'choices': {
      const label = field?.of?.find((one) => one.value === value)?.label
      return label ? tIn(language, label) : String(value)
    }
    default:
      return String(value)
  }
}
