import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import type { Field } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { type Actor, actorMay } from '../actor.ts'
import { all, type Db, rows, type Sql, type Tx } from '../db/db.ts'
import { scopeOf } from './scope.ts'
import type { Columns } from './statements.ts'

/**
 * Refs must point at live records, which the actor may look at where these are not open to everyone: a record shows what it
 * points at by name. What may not be seen is refused as what is not there. Without an actor whoever is there may be named.
 */
export async function refuseDangling(
  db: Db | Tx,
  definition: Definition,
  columns: Columns,
  actor?: Actor,
): Promise<void> {
  const fields = await wrongRefs(db, definition, columns, actor)
  refuseFields(fields)
}

/** The same, told by field. */
export async function wrongRefs(
  db: Db | Tx,
  definition: Definition,
  columns: Columns,
  actor?: Actor,
): Promise<Record<string, string>> {
  const checks = entriesOf(definition).flatMap(([name, field]: [string, Field]) => {
    const value = columns[name]
    const ids = typeof value === 'number' ? [value] : Array.isArray(value) ? [...new Set(value.map(Number))] : []
    const target = field.kind === 'ref' || field.kind === 'refs' ? moduleOf(field.to ?? '') : undefined
    return target && ids.length > 0 ? [{ name, ids, target, label: field.label }] : []
  })
  if (checks.length === 0) return {}
  const parts = checks.map(
    ({ name, ids, target }) =>
      sql`select ${name}::text as name where (select count(*) from ${sql.table(target.table)} r
          where r.id = any(${ids}::bigint[]) and r.deleted_at is null and ${isOpenTo(target, actor)}) < ${ids.length}::int` as Sql,
  )
  const wrong = await rows(db, { name: 'string' }, sql`${all(parts, sql` union all `)}`)
  const said = ({ name, label }: { name: string; label: string }) => [
    name,
    pack('{{field}} is not valid', { field: label }),
  ]
  return Object.fromEntries(checks.filter(({ name }) => wrong.some((one) => one.name === name)).map(said))
}

/** Whether the record `r` may be pointed at: those that are not open to everyone, by who sees them. */
export function isOpenTo(target: Definition, actor: Actor | undefined): Sql {
  if (!actor || actor.id === null || target.visibility !== 'read') return sql`true`
  return actorMay(actor, target.permission, 'read') ? (scopeOf(target, actor) ?? sql`true`) : sql`false`
}
