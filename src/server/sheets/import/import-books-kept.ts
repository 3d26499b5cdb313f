import { sql } from 'kysely'
import { modules } from '../../../modules/index.ts'
import { isPrivateField } from '../../../shared/private.ts'
import { entriesOf } from '../../../shared/resource.ts'
import type { AppContext } from '../../app-context.ts'
import type { Db, Sql } from '../../db/db.ts'
import { releaseForGood, removeReleased } from '../../files/housekeeping.ts'
import { sealedFields } from '../../private/fields.ts'

/** Modules whose workbooks bring what the database only keeps sealed … */
const SEALED = modules.filter((one) => sealedFields(one).length > 0 || one.sheets.bringsSealed).map(({ name }) => name)
/** … and those that tell of people at all. */
const TELLING = modules
  .filter((one) => entriesOf(one).some(([, field]) => isPrivateField(field)))
  .map(({ name }) => name)

/** The workbook of an import that was read, or given up, goes at once where it brought what is kept sealed: its rows are checked and sealed by then. */
export async function dropSealedBook({ db, files }: AppContext, id: number): Promise<void> {
  const which = booksOf(SEALED, sql`i.id = ${id} and i.state <> 'reading'`)
  await removeReleased(db, files, await releaseForGood(db, which))
}

/** The same for one that a killed server left, and a month after its end for any that tells of people. */
export async function releaseBooks(db: Db): Promise<void> {
  await releaseForGood(db, booksOf(SEALED, sql`i.state <> 'reading'`))
  await releaseForGood(db, booksOf(TELLING, sql`i.ended_at < now() - interval '30 days'`))
}

const booksOf = (names: readonly string[], which: Sql): Sql =>
  sql`f.module = 'imports' and f.id in (select i.file from imports i where i.module = any(${[...names]}::text[]) and ${which})`
