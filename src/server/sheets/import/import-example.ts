import { type Field, type Kind, shownAs } from '../../../shared/fields.ts'

type Say = (label: string, params?: Record<string, string | number>) => string
interface Saying {
  /** What a column takes, a catalog key; `max` fills its gap. */
  takes: string
  example: string
}

const TEXT: Saying = { takes: 'Text, at most {{max}} characters', example: '' }
const CODE: Saying = { takes: 'Digits as text, zeros in front kept', example: '0012345678' }
const NUMBER: Saying = { takes: 'A number', example: '1250000' }
const CHOICE: Saying = { takes: 'One of the list', example: '' }
const SEVERAL: Saying = { takes: 'Several of the list, with ; between them', example: '' }

const SAYINGS: Record<Exclude<Kind, 'computed'>, Saying> = {
  text: TEXT,
  longText: TEXT,
  richText: TEXT,
  email: { takes: 'An e-mail address', example: 'lan.nguyen@example.com' },
  phone: { takes: 'A phone number', example: '0912345678' },
  digits: CODE,
  taxCode: { takes: 'A tax code of 10 or 13 digits', example: '0100112437' },
  identityNumber: { takes: 'An identity number of 12 digits', example: '001090000001' },
  money: NUMBER,
  count: { takes: 'A whole number', example: '10' },
  decimal: NUMBER,
  percentage: { takes: 'A percentage', example: '12,5%' },
  date: { takes: 'A day as DD/MM/YYYY', example: '20/11/2026' },
  moment: { takes: 'Day and time as DD/MM/YYYY HH:mm', example: '20/11/2026 14:30' },
  flag: { takes: 'Yes or no', example: 'Yes' },
  choice: CHOICE,
  choices: SEVERAL,
  ref: { takes: 'Name or code of an existing record', example: '' },
  refs: { takes: 'Names or codes of several, with ; between them', example: '' },
  address: {
    takes: 'Street, ward, province, with commas between them',
    example: '12 Nguyễn Trãi, Bến Thành, Hồ Chí Minh',
  },
  files: TEXT,
  signature: TEXT,
  lines: { takes: '{{parts}}; one a line, or with ; between them', example: '' },
}

const LONG = 20_000

export const sayingOf = (field: Field, say: Say): string =>
  say(SAYINGS[shownAs(field)].takes, {
    max: field.max ?? (shownAs(field) === 'text' ? 255 : LONG),
    parts: Object.values(field.line ?? {})
      .map(({ label }) => say(label))
      .join(' · '),
  })

export function exampleOf(field: Field, say: Say): string {
  if (field.of?.[0]) return say(field.of[0].label)
  const { example } = SAYINGS[shownAs(field)]
  if (field.length) return example.padStart(field.length, '0').slice(-field.length)
  return example === 'Yes' ? say('Yes') : example
}
