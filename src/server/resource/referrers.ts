import { sql } from 'kysely'
import type { Field } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { row, type Sql, type Tx } from '../db/db.ts'

/** A column by which records of a module point at those of another one. */
interface Referrer {
  module: string
  table: string
  /** Whether the row `r` points at a record. */
  holds: (id: number) => Sql
  /** What stands in the column once another record has taken that one's place. */
  column: string
  instead: (id: number, other: number) => Sql
}

const referrers = new Map<string, Referrer[]>()

/** Who points at a module; filled once from the definitions by the composition. */
export function knowReferrers(definitions: readonly Definition[]): void {
  referrers.clear()
  for (const definition of definitions)
    for (const [column, field] of entriesOf(definition))
      for (const [to, pointing] of pointingOf(column, field))
        referrers.set(to, [
          ...(referrers.get(to) ?? []),
          { module: definition.name, table: definition.table, column, ...pointing },
        ])
}

export const referrersOf = ({ name }: Definition): readonly Referrer[] => referrers.get(name) ?? []

type Pointing = Pick<Referrer, 'holds' | 'instead'>

/** The modules that a field points at, itself or in its lines, and how. */
function pointingOf(name: string, { kind, to, line = {} }: Field): [string, Pointing][] {
  const column = sql`r.${sql.ref(name)}`
  if (to && kind === 'refs') return [[to, inMany(column)]]
  if (to) return [[to, { holds: (id) => sql`${column} = ${id}`, instead: (_, other) => sql`${other}::bigint` }]]
  return Object.entries(line).flatMap(([part, { to }]) => (to ? [[to, inLines(column, part)] as const] : [])) as [
    string,
    Pointing,
  ][] // pairs, as they were made
}

/** A list that holds both holds the other one once. */
const inMany = (column: Sql): Pointing => ({
  holds: (id) => sql`${column} @> array[${id}]::bigint[]`,
  instead: (id, other) =>
    sql`case when ${column} @> array[${other}]::bigint[] then array_remove(${column}, ${id}::bigint) else array_replace(${column}, ${id}::bigint, ${other}::bigint) end`,
})

const inLines = (column: Sql, part: string): Pointing => ({
  holds: (id) => sql`${column} @> jsonb_build_array(jsonb_build_object(${part}::text, ${id}::bigint))`,
  instead: (id, other) =>
    sql`(select jsonb_agg(case when (l.line ->> ${part}::text)::bigint = ${id} then jsonb_set(l.line, array[${part}::text], to_jsonb(${other}::bigint)) else l.line end order by l.at)
      from jsonb_array_elements(${column}) with ordinality l(line, at))`,
})

/** A record that live ones still need stays. */
export async function refuseInUse(tx: Tx, definition: Definition, id: number): Promise<void> {
  for (const { table, holds } of referrersOf(definition)) {
    const found = await row(
      tx,
      { n: 'number' },
      sql`select 1 as n from ${sql.table(table)} r where ${holds(id)} and r.deleted_at is null limit 1`,
    )
    if (found) refuse('in use')
  }
}

/** Whatever points at one record points at another from now on, also what lies in the trash. Versions stay: no open form turns stale. */
export async function handOver(tx: Tx, definition: Definition, id: number, other: number): Promise<void> {
  for (const { table, column, holds, instead } of referrersOf(definition))
    await sql`update ${sql.table(table)} r set ${sql.ref(column)} = ${instead(id, other)} where ${holds(id)}`.execute(
      tx,
    )
}
