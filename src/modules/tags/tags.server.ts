import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/db.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { isWaiting, refuseRows } from '#server/sheets/sheets.ts'
import type { Named } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { tags } from './tags.ts'

/** 'Hàng hư' and 'hang hu' are one tag; whoever comes second at the same moment waits, and finds the first. */
async function sameTag(tx: Tx, name: unknown, except: unknown = 0): Promise<Named | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('tags'))`.execute(tx)
  return row(
    tx,
    { id: 'number', name: 'string' },
    sql`select id, name from tags where deleted_at is null and fold(identity_key(name)) = fold(identity_key(${name}::text)) and id <> ${except}::bigint order by id limit 1`,
  )
}

async function refuseSame(columns: Columns, tx: Tx, except?: unknown): Promise<Columns> {
  const same = columns.name === undefined ? undefined : await sameTag(tx, columns.name, except)
  if (same)
    refuse('duplicate', {
      params: { field: same.name },
      fields: errorsOf(same.name),
    })
  return columns
}

const errorsOf = (name: string) => ({ name: pack('A tag with this name already exists: {{name}}', { name }) })

/** The same of new rows from a workbook, which may also repeat one another. */
async function check(tx: Tx, id: number): Promise<void> {
  const found = await rows(
    tx,
    { line: 'number', same: 'string' },
    sql`select n.line, coalesce(t.name, n.first) as same
      from (
        select i.line, folded, row_number() over w as nth, first_value(i."values" ->> 'name') over w as first
        from import_rows i, fold(identity_key(i."values" ->> 'name')) folded
        where i.import = ${id} and i.verdict = 'new' and ${isWaiting(id)} window w as (partition by folded order by i.line)
      ) n left join (
        select distinct on (folded) folded, name from tags, fold(identity_key(name)) folded where deleted_at is null order by folded, id
      ) t using (folded)
      where t.name is not null or n.nth > 1`,
  )
  await refuseRows(
    tx,
    id,
    found.map(({ line, same }) => ({ line, errors: errorsOf(same) })),
  )
}

export default serve(tags, {
  before: {
    create: (columns, { tx }) => refuseSame(columns, tx),
    update: (columns, old, { tx }) => refuseSame(columns, tx, old.id),
  },
  imports: { check },
})
