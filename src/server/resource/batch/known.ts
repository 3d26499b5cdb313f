import { sql } from 'kysely'
import { isSealedField } from '../../../shared/private.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import type { Actor } from '../../actor.ts'
import { all, json, row, rows, type Sql, type Tx } from '../../db/db.ts'
import { uniqueKeyed } from '../../db/unique-key.ts'
import { differs } from '../../sheets/sheets.ts'
import { scopeOf } from '../scope.ts'
import { keySetsOf, type Sent } from './sent.ts'

/** A record that is there already. */
export interface Stored {
  id: number
}

/** The fields by which a record names itself, where it says all of a set. */
const keySetIn = (definition: Definition, { whole }: Sent): readonly string[] | undefined =>
  keySetsOf(definition).find((names) =>
    names.every((name) => name in definition.fields && (whole.columns[name] ?? null) !== null),
  )

/** What two records of one batch have in common that are the same; null where it does not say. */
export function keyOf(definition: Definition, one: Sent): string | null {
  const names = one.refusal ? undefined : keySetIn(definition, one)
  return names ? JSON.stringify([names, names.map((name) => one.whole.columns[name])]) : null
}

/** The records of the house that these are, by the fields they are known by. */
export async function knownByKeys(
  tx: Tx,
  definition: Definition,
  actor: Actor,
  sent: readonly Sent[],
): Promise<Map<number, Stored>> {
  const known = new Map<number, Stored>()
  const scope = scopeOf(definition, actor)
  for (const names of keySetsOf(definition)) {
    const asking = sent.filter((one) => !one.refusal && keySetIn(definition, one)?.join() === names.join())
    if (asking.length === 0) continue
    const values = asking.map(({ at, whole }) => ({
      at,
      values: Object.fromEntries(names.map((name) => [name, whole.columns[name]])),
    }))
    const isSame = names.map((name) => {
      const field = definition.fields[name]
      const [old, given] = [sql`r.${sql.ref(name)}` as Sql, sql`p.${sql.ref(name)}` as Sql]
      return field?.unique
        ? (sql`${uniqueKeyed(field, sql`${old}::text`)} = ${uniqueKeyed(field, sql`${given}::text`)}` as Sql)
        : (sql`${old} = ${given}` as Sql)
    })
    const found = await rows(
      tx,
      { at: 'number', id: 'number' },
      sql`select i.at, r.id from jsonb_to_recordset(${json(values)}) i(at int, "values" jsonb)
          cross join lateral jsonb_populate_record(null::${sql.table(definition.table)}, i."values") p
          join ${sql.table(definition.table)} r on ${all(isSame)} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
    )
    for (const { at, id } of found) known.set(at, { id })
  }
  return known
}

/** Whether the record of the house says all of it already. Sealed values cannot be compared, and count as another. */
export async function isSameAsStored(tx: Tx, definition: Definition, id: number, { given }: Sent): Promise<boolean> {
  const fields = entriesOf(definition).filter(([name]) => name in given)
  if (fields.some(([, field]) => isSealedField(field))) return false
  const values = Object.fromEntries(fields.map(([name]) => [name, given[name]]))
  const found = await row(
    tx,
    { isSame: 'boolean' },
    sql`select not (${all(
      fields.map(([name, field]) => differs(name, field)),
      sql` or `,
      sql`false`,
    )}) as "isSame" from (select ${json(values)} as "values") i
      cross join lateral jsonb_populate_record(null::${sql.table(definition.table)}, i."values") p
      join ${sql.table(definition.table)} r on r.id = ${id} and r.deleted_at is null`,
  )
  return found?.isSame ?? false
}
