import { sql } from 'kysely'
import { json, type Sql, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting } from '#server/sheets/sheets.ts'
import { pack } from '../../../shared/message.ts'
import { taskPeople } from '../rules/people.server.ts'

const when = (condition: Sql, field: string, message: string) =>
  sql`case when ${condition} then ${json({ [field]: message })} else '{}' end`

/** Tasks of a workbook are new ones: nobody's progress, and nobody's approval, comes in by a file. */
export const taskImports: Imports = {
  check: refuseWrong,
  completed: ['source', 'state', 'progress'],
  complete: () =>
    sql`, completed as (select c.*, 'import'::text as source, 'todo'::text as state, 0 as progress from c)`,
}

/** The rules of the form, of every row at once. */
async function refuseWrong(tx: Tx, id: number): Promise<void> {
  const strangers = (people: Sql) =>
    sql`exists (select 1 from unnest(${people}) p(id) where p.id is not null and p.id not in (${taskPeople(sql`u.id`)}))`
  await sql`update import_rows i set verdict = 'bad', errors = x.errors from (
      select i.line, ${when(sql`v.date_end < v.date_start`, 'date_end', pack('The end cannot be before the start'))}
        || ${when(sql`v.approver = any(v.processors)`, 'approver', pack('A processor cannot approve'))}
        || ${when(strangers(sql`v.processors`), 'processors', pack('Not everybody chosen here may open tasks'))}
        || ${when(strangers(sql`array[v.approver]`), 'approver', pack('Not everybody chosen here may open tasks'))} as errors
      from import_rows i cross join lateral jsonb_populate_record(null::task_management, i."values") v
      where i.import = ${id} and ${isWaiting(id)} and i.verdict <> 'bad'
    ) x where i.import = ${id} and i.line = x.line and x.errors <> '{}'`.execute(tx)
}
