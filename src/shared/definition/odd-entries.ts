import { computed, type Field } from '../fields.ts'

/** What looks odd in what somebody wrote down: told beside it, found by a filter, and never a reason to refuse. */
export const ODD_ENTRIES = [
  { value: 'receipt', label: 'The receipt number looks unlike one', tone: 'warn' },
  { value: 'name', label: 'The name is hardly a name', tone: 'warn' },
  { value: 'phone', label: 'The phone is no mobile', tone: 'warn' },
  { value: 'day', label: 'The day is long past or far ahead', tone: 'warn' },
] as const
export type Oddity = (typeof ODD_ENTRIES)[number]['value']
/** Which field of a register is looked at for what. */
export type Watched = Readonly<Partial<Record<Oddity, string>>>

/** Patterns that JavaScript and PostgreSQL read alike. */
export const ODD = {
  // No digit, too few signs to tell one from another, or signs that no till prints.
  receipt: '^[^0-9]*$|^.{0,2}$|[!@$%^&*+=?<>{}|~;]',
  // Digits, or one letter.
  name: '[0-9]|^.$',
  phone: '^(02|1)',
} as const
export const PAST_DAYS = 31
export const AHEAD_DAYS = 366
/** What stands where words of an erased customer stood. */
export const ERASED = '–'

const odd = (what: Oddity, column: string): string =>
  what === 'day'
    ? `r.${column} not between (r.created_at - interval '${PAST_DAYS} days')::date and (r.created_at + interval '${AHEAD_DAYS} days')::date`
    : `r.${column} <> '${ERASED}' and r.${column} ~ '${ODD[what]}'`

/** The field that says what looks odd in a record, whoever wrote it down: the desk, a customer or a workbook. */
export const oddEntries = (watched: Watched): Field<Oddity[], never, false> => {
  const looked = ODD_ENTRIES.filter(({ value }) => watched[value])
  const cases = looked.map(({ value }) => `case when ${odd(value, watched[value] ?? '')} then '${value}' end`)
  return computed('Please check', 'choices', `array_remove(array[${cases.join(', ')}], null)`, { of: looked })
}
