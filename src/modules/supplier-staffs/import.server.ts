import { sql } from 'kysely'
import { json, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting } from '#server/sheets/sheets.ts'
import { pack } from '../../shared/message.ts'

/** Known by the ID card number; what a workbook leaves out of the days is what stands there. */
export const staffImports: Imports = { check }

async function check(tx: Tx, id: number): Promise<void> {
  await sql`update import_rows i set verdict = 'bad', errors = coalesce(i.errors, '{}') || ${json({ valid_until: pack('The last day cannot be before the first') })}
    from import_rows x left join supplier_staffs s on s.id = x.target
    where i.import = ${id} and ${isWaiting(id)} and x.import = i.import and x.line = i.line and i.verdict <> 'bad'
      and coalesce((i."values" ->> 'valid_until')::date, s.valid_until) < coalesce((i."values" ->> 'valid_from')::date, s.valid_from)`.execute(
    tx,
  )
}
