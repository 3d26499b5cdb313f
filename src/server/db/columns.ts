import type { Kind } from '../../shared/fields.ts'

/** The column of each kind; a computed field has none. */
export const COLUMNS: Record<Kind, string | null> = {
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

/** Kinds that hold many values; empty, never null. */
export const MANY: readonly Kind[] = ['choices', 'refs', 'files']
