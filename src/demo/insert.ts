import { sql } from 'kysely'
import { all, json, type Sql, type Tx } from '../server/db/db.ts'

export type Record_ = Record<string, unknown>

const AT_ONCE = 2500

/** Inserts many rows of one shape in few statements; the table itself gives the types. */
export async function insertAll(tx: Tx, table: string, records: readonly Record_[]): Promise<void> {
  const [first] = records
  if (!first) return
  const names = all(
    Object.keys(first).map((name) => sql.ref(name) as Sql),
    sql`, `,
  )
  for (let at = 0; at < records.length; at += AT_ONCE) {
    const part = records.slice(at, at + AT_ONCE)
    // The activity numbers its rows itself; the notifications made here must know those numbers.
    await sql`insert into ${sql.table(table)} (${names}) overriding system value
              select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${json(part)})`.execute(tx)
  }
}

/** Lets the table number on from its highest id. */
export async function numberOn(tx: Tx, ...tables: string[]): Promise<void> {
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(1, (select coalesce(max(id), 1) from ${sql.table(table)})))`.execute(
      tx,
    )
  }
}
