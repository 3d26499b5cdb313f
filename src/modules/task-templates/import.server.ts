import { sql } from 'kysely'
import { rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import type { Imports } from '#server/resource/import-options.ts'
import type { Columns } from '#server/resource/statements.ts'
import { isWaiting, refuseRows } from '#server/sheets/sheets.ts'
import { pick } from '../../shared/resource.ts'
import { wrongOf } from './rules.server.ts'
import { taskTemplates } from './task-templates.ts'

/** The checklist stands in one cell, as an export writes it. */
export const templateImports: Imports = { extra: pick(taskTemplates, 'checklist'), check: refuseWrong }

/** The rules of the form; a template that is there already keeps what its row does not say. */
async function refuseWrong(tx: Tx, id: number): Promise<void> {
  const found = await rows(
    tx,
    { line: 'number', said: jsonOf<Columns>() },
    sql`select i.line, coalesce(to_jsonb(t), '{}') || i."values" as said from import_rows i left join task_templates t on t.id = i.target
        where i.import = ${id} and ${isWaiting(id)} and i.verdict <> 'bad'`,
  )
  const wrong = found.flatMap(({ line, said }) => {
    // A line of the checklist stands in its cell.
    const errors = Object.fromEntries(
      Object.entries(wrongOf(said)).map(([name, why]) => [name.split('.')[0] ?? name, why]),
    )
    return Object.keys(errors).length > 0 ? [{ line, errors }] : []
  })
  if (wrong.length > 0) await refuseRows(tx, id, wrong)
}
