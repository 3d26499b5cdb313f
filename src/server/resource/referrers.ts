import { sql } from 'kysely'
import { refuse } from '../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { row, type Tx } from '../db/db.ts'

const referrers = new Map<string, { table: string; column: string; isMany: boolean }[]>()

/** Who points at a module; filled once from the definitions by the composition. */
export function knowReferrers(definitions: readonly Definition[]): void {
  referrers.clear()
  for (const definition of definitions)
    for (const [column, field] of entriesOf(definition))
      if (field.to)
        referrers.set(field.to, [
          ...(referrers.get(field.to) ?? []),
          { table: definition.table, column, isMany: field.kind === 'refs' },
        ])
}

/** A record that live ones still need stays. */
export async function refuseInUse(tx: Tx, definition: Definition, id: number): Promise<void> {
  for (const { table, column, isMany } of referrers.get(definition.name) ?? []) {
    const holds = isMany ? sql`r.${sql.ref(column)} @> array[${id}]::bigint[]` : sql`r.${sql.ref(column)} = ${id}`
    const found = await row(
      tx,
      { n: 'number' },
      sql`select 1 as n from ${sql.table(table)} r where ${holds} and r.deleted_at is null limit 1`,
    )
    if (found) refuse('in use')
  }
}
