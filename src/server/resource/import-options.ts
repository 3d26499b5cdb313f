import type { Fields } from '../../shared/fields.ts'
import type { Refusal } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import type { Actor } from '../actor.ts'
import type { AppContext } from '../app-context.ts'
import type { Sql, Tx } from '../db/db.ts'
import type { Columns } from './statements.ts'

/** What a module says about rows that come from a workbook, beside what its fields say already. */
export interface Imports {
  /** Columns of the file that no form has, e.g. when an old record came in. */
  extra?: Fields
  /** Fields of the form that no column brings, as others say them. */
  omits?: readonly string[]
  /** Columns of the table that `complete` fills. */
  completed?: readonly string[]
  /** Fields the importer may not fill in. */
  closed?: (actor: Actor) => readonly string[]
  /** What else a column may be called, by its field: as the system that makes the file writes it. */
  headings?: Readonly<Record<string, readonly string[]>>
  /** What another sheet of the same workbook brings, once these rows are there. */
  next?: { definition: Definition; imports: Imports }
  /** Fields that stay as they are where the record is there already: changing them is an act of its own. */
  fixed?: readonly string[]
  /**
   * A file says all there is of what shares these fields with one of its rows: records of it that no row names go. One wrong row keeps
   * all that belong to it as they are, and everything is written in one transaction, so that what is killed leaves what was there.
   */
  replaces?: readonly string[]
  /**
   * Before rows are judged: turns what a column of `extra` says into what the table keeps, in `values` of import_rows, also of rows
   * that are bad already. A new row may be given its id, so that others can point at it.
   */
  resolve?: (tx: Tx, importId: number) => Promise<void>
  /** Marks checked rows bad for reasons that no field knows: sets `errors` and `verdict` in import_rows. */
  check?: (tx: Tx, importId: number, actor: Actor, context: AppContext) => Promise<void>
  /**
   * What only the server decides of new rows: further parts of the statement that writes them, beginning with a comma, over its rows
   * `c` (`line`, `id`, and `p` as the row of the table). The last part is `completed`: these three and the columns named above; were
   * they joined to it here, PostgreSQL, which expects few rows of either, would compare each with each.
   */
  complete?: (actor: Actor) => Sql
  /**
   * Writes one row, new or changed, by the module's own way: as the record would stand then, all its fields. A refusal is told of the
   * row, whatever it has written stays; one that is thrown takes that back.
   */
  write?: (tx: Tx, columns: Columns, actor: Actor, row: ImportedRow) => Promise<Refusal | undefined>
}

/** A row as it was read: what it says, the record it is about, if any, and what writing it may need. */
export interface ImportedRow {
  target: number | null
  said: Columns
  context: AppContext
}
