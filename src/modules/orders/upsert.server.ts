import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { all, json, row, rows, type Sql, type Tx } from '#server/db/db.ts'
import { uniqueKeyed } from '#server/db/unique-key.ts'
import { maskedSql } from '#server/private/fields.ts'
import { placeInScope } from '#server/resource/handlers.ts'
import { targetOf } from '#server/resource/query/columns.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type Columns, change, insert } from '#server/resource/statements.ts'
import { type Field, isWritable } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { isPrivateField } from '../../shared/private.ts'
import { Refusal, refuse } from '../../shared/refusals.ts'
import { entriesOf } from '../../shared/resource.ts'
import { CHANGEABLE } from './flow.ts'
import { orders } from './orders.ts'
import { refuseTaken, refuseWrong } from './rules.server.ts'

/** What became of an order that was sent; a refusal here leaves its trace, the conflict, and is no reason to roll back. */
export type Upserted = { id: number; outcome: 'created' | 'updated' | 'unchanged' } | { id: number; refusal: Refusal }

/** What a sender may say of an order, in the order it is compared in. */
export const SAYABLE = entriesOf(orders).filter(([name, field]) => isWritable(field) && name !== 'code')

/**
 * Takes an order that another system or a workbook sends, known by its code: new, the same as before, or changed. What is scanned out
 * already stays as it is, and the order stands among the conflicts.
 * @param columns checked, all of them, and what they point at is there
 * @param named what the sender says of an order that is there; the rest of it stays
 */
export async function upsertOrder(
  tx: Tx,
  columns: Columns,
  actor: Actor,
  named: readonly string[] = Object.keys(columns),
): Promise<Upserted> {
  placeInScope(orders, columns, actor)
  refuseWrong(columns)
  const there = await found(tx, columns, actor, named)
  if (!there) {
    await refuseTaken(tx, columns, null)
    const id = await insert(tx, orders, { ...columns, waiting_since: sql`done_at()` }, actor)
    return { id, outcome: 'created' }
  }
  const { id, differing } = there
  if (!there.isSeen) refuseCode()
  if (differing.length === 0) return { id, outcome: 'unchanged' }
  if (await isScanned(tx, id)) return conflict(tx, there, columns, actor)
  if (!actorMay(actor, orders.permission, 'edit')) refuse('no permission')
  if (differing.includes('parcels')) await refuseTaken(tx, columns, id)
  const set = Object.fromEntries(differing.map((name) => [name, columns[name]]))
  await change(tx, orders, { id, set, action: 'update', scope: null }, actor)
  return { id, outcome: 'updated' }
}

const refuseCode = (): never => {
  const params = { field: orders.fields.code.label }
  return refuse('duplicate', { params, fields: { code: pack('{{field}} is already in use', params) } })
}

interface There {
  id: number
  isSeen: boolean
  differing: string[]
}

/** The live order of this code, locked, and which of the named fields the sender says otherwise. Most are new: those are not compared with anything. */
async function found(tx: Tx, columns: Columns, actor: Actor, named: readonly string[]): Promise<There | undefined> {
  const { code } = orders.fields
  const scope = scopeOf(orders, actor)
  const held = await row(
    tx,
    { id: 'number', isSeen: 'boolean' },
    sql`select r.id, ${scope ?? sql`true`} as "isSeen" from orders r
        where ${uniqueKeyed(code, sql`r.code`)} = ${uniqueKeyed(code, sql`${columns.code}::text`)} and r.deleted_at is null for update`,
  )
  if (!held) return undefined
  const said = SAYABLE.filter(([name]) => named.includes(name))
  const differ = said.map(([name, field]) => sql`case when ${differs(name, field)} then ${sql.lit(name)} end` as Sql)
  const compared = await row(
    tx,
    { differing: 'string[]' },
    sql`select array_remove(array[${all(differ, sql`, `)}], null)::text[] as differing
        from orders r cross join jsonb_populate_record(null::orders, ${json(columns)}) p where r.id = ${held.id}`,
  )
  return { ...held, differing: compared?.differing ?? [] }
}

/** Whether anything of an order that the transaction holds has left the store. */
export const isScanned = async (tx: Tx, id: number): Promise<boolean> =>
  (await row(tx, { isOut: 'boolean' }, sql`select ${isOut} as "isOut" from orders r where r.id = ${id}`))?.isOut ===
  true

/** The same of the order `r`. */
export const isOut: Sql = sql`(r.status <> all(${sql.lit(`{${CHANGEABLE.join(',')}}`)}::text[])
  or (r.status = 'new' and exists (select 1 from order_scans s where s.order_id = r.id and s.round = r.retries)))`

function differs(name: string, { kind }: Field): Sql {
  const [given, ours] = [sql.ref(`p.${name}`), sql.ref(`r.${name}`)]
  if (kind === 'lines')
    return sql`coalesce(jsonb_strip_nulls(${given}), '[]') is distinct from jsonb_strip_nulls(${ours})`
  if (kind === 'address') return sql`${place(given)} is distinct from ${place(ours)}`
  return sql`${given} is distinct from ${ours}`
}

/** Codes and names of places may be set right here; what was written is what the sender knows. */
const place = (value: Sql): Sql =>
  sql`concat_ws(', ', ${value} ->> 'line', coalesce(${value} ->> 'ward_code', ${value} ->> 'ward'), ${value} ->> 'district', coalesce(${value} ->> 'province_code', ${value} ->> 'province'))`

/** Nothing of it changes but that it stands among the conflicts, with what was sent; sent so again, not even that. */
async function conflict(tx: Tx, { id, differing }: There, columns: Columns, actor: Actor): Promise<Upserted> {
  const said = SAYABLE.filter(([name]) => differing.includes(name)).map(
    ([name, field]) =>
      sql`select ${name}::text as field, ${inWords(name, field, 'r')} as ours, ${inWords(name, field, 'p')} as theirs` as Sql,
  )
  const told = await rows(
    tx,
    { field: 'string', ours: 'string?', theirs: 'string?' },
    sql`select x.field, x.ours, x.theirs from orders r cross join jsonb_populate_record(null::orders, ${json(columns)}) p cross join lateral (${all(said, sql` union all `)}) x where r.id = ${id}`,
  )
  const set = { conflict: told, conflict_at: sql`done_at()` }
  const when = sql`(b.conflict is distinct from ${json(told)} or b.conflict_at is null)`
  await change(tx, orders, { id, set, action: 'conflict', when, scope: null }, actor)
  return { id, refusal: new Refusal('order scanned') }
}

/** A value as a line of the conflict says it; a choice by its value, what is private by its mask. */
function inWords(name: string, field: Field, alias: 'r' | 'p'): Sql {
  const value = sql.ref(`${alias}.${name}`)
  if (isPrivateField(field)) return maskedSql(field, value)
  if (field.kind === 'ref') {
    const { table, called } = targetOf(field.to ?? '')
    return sql`(select ${called('t', 'vi')} from ${sql.table(table)} t where t.id = ${value})`
  }
  if (field.kind === 'moment') return sql`to_char(${value} at time zone chain_zone(), 'DD/MM/YYYY HH24:MI')`
  if (field.kind === 'lines')
    return sql`(select string_agg(concat_ws(' · ', e ->> 'product', e ->> 'quantity', e ->> 'price', e ->> 'barcode', e ->> 'code'), '; ') from jsonb_array_elements(${value}) e)`
  return sql`${value}::text`
}
