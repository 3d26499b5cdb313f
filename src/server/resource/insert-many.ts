import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { recordSql } from '../activity/activity.ts'
import type { Actor } from '../actor.ts'
import { all, ident, json, rows, type Sql, type Tx } from '../db/db.ts'
import { placeSql } from './scope.ts'
import { type Columns, firstSql, loggedTitle } from './statements.ts'

/** Many records that are alike, each with the same parts, e.g. the lines of a checklist. */
export interface Many {
  /** What all of them have. */
  common: Columns
  /** And what each has of its own. */
  each: readonly Columns[]
  parts: { of: Definition; by: string; common: readonly Columns[] }
  /** What the history calls it, by which those concerned are told. */
  action: string
  /** Who asked for them, where that is not who makes them. */
  maker?: number | null
  /** Columns by which one that is there already is not made again; their unique index holds where the first of them says something. */
  once?: readonly [string, ...string[]]
}

/** Makes them with their parts and their lines of history in one statement; answers their ids, in their order. */
export async function insertMany(
  tx: Tx,
  definition: Definition,
  { common, each, parts, action, once, maker }: Many,
  actor: Actor,
): Promise<number[]> {
  const [first] = each
  if (!first) return []
  const by = maker === undefined ? actor.id : maker
  const shared = { ...common, ...definition.fixedFilter }
  const given = { ...shared, ...first }
  const columns = all(Object.keys(given).map(ident), sql`, `)
  const table = ident(definition.table)
  const lines = parts.common.map((line, at) => ({ ...line, position: at + 1 }))
  const partColumns = all(Object.keys(lines[0] ?? { position: 1 }).map(ident), sql`, `)
  const made = await rows(
    tx,
    { id: 'number' },
    sql`with made as (
        insert into ${table} (${columns}, created_by, updated_by)
        select ${columns}, ${by}::bigint, ${by}::bigint from jsonb_populate_recordset(null::${table}, ${json(each.map((one) => ({ ...shared, ...one })))})
        ${once ? sql`on conflict (${all(once.map(ident), sql`, `)}) where ${ident(once[0])} is not null do nothing` : sql``} returning *
      ), parts as (
        insert into ${ident(parts.of.table)} (${ident(parts.by)}, ${partColumns}, created_by, updated_by)
        select m.id, ${all(
          Object.keys(lines[0] ?? { position: 1 }).map((name) => sql`p.${ident(name)}` as Sql),
          sql`, `,
        )}, ${by}::bigint, ${by}::bigint
        from made m cross join jsonb_populate_recordset(null::${ident(parts.of.table)}, ${json(lines)}) p
      ), logged as (${recordSql(actor, action, definition.name, { id: sql`m.id`, title: loggedTitle(definition, 'm'), place: placeSql(definition, 'm'), changes: firstSql(definition) }, sql`made m`)})
      select id from made order by id`,
  )
  return made.map(({ id }) => id)
}
