import type { Fields, Kind } from '../../shared/fields.ts'
import { isWritable } from '../../shared/fields.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../db/db.ts'

/** What a module says about rows that come from a workbook, beside what its fields say already. */
export interface Imports {
  /** Columns of the file that no form has, e.g. when an old record came in. */
  extra?: Fields
  /** Columns of the table that `complete` fills. */
  completed?: readonly string[]
  /** Fields the importer may not fill in. */
  closed?: (actor: Actor) => readonly string[]
  /** Fields that stay as they are where the record is there already: changing them is an act of its own. */
  fixed?: readonly string[]
  /** Marks checked rows bad for reasons that no field knows: sets `errors` and `verdict` in import_rows. */
  check?: (tx: Tx, importId: number, actor: Actor) => Promise<void>
  /** Completes the `values` of new rows in the transaction that writes them. */
  complete?: (tx: Tx, importId: number, lines: readonly number[], actor: Actor) => Promise<void>
}

const NO_CELL: readonly Kind[] = ['files', 'signature', 'lines']

/** The fields a row may bring: a cell holds no picture and no lines. */
export function importFields(definition: Definition, imports: Imports = {}): Fields {
  const own = entriesOf(definition).filter(
    ([, field]) => isWritable(field) && !NO_CELL.includes(field.kind) && !field.secret,
  )
  return { ...Object.fromEntries(own), ...imports.extra }
}

/** What tells whether a row is there already; null where every row is new. */
export const keyOf = (fields: Fields): string | null =>
  Object.entries(fields).find(([, field]) => field.unique)?.[0] ?? null

export const uniqueOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.unique ? [name] : []))
