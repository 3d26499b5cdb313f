import type { Field, Kind } from '../../shared/fields.ts'

/** The column of each kind; a computed field has none. */
const COLUMNS: Record<Kind, string | null> = {
  text: 'text',
  longText: 'text',
  richText: 'text',
  email: 'text',
  phone: 'text',
  digits: 'text',
  taxCode: 'text',
  identityNumber: 'text',
  money: 'numeric(15,0)',
  count: 'integer',
  decimal: 'numeric',
  percentage: 'numeric(6,3)',
  date: 'date',
  moment: 'timestamp with time zone',
  flag: 'boolean',
  choice: 'text',
  choices: 'text[]',
  ref: 'bigint',
  refs: 'bigint[]',
  address: 'jsonb',
  files: 'text[]',
  signature: 'text',
  lines: 'jsonb',
  computed: null,
}

/** The column of a field: what is sealed is text, whatever it was. */
export const columnOf = (field: Field): string | null => (field.private === 'sealed' ? 'text' : COLUMNS[field.kind])

/** Kinds that hold many values; empty, never null. */
export const MANY: readonly Kind[] = ['choices', 'refs', 'files']
