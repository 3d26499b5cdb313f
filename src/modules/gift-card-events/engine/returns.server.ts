import { sql } from 'kysely'
import { row, type Tx } from '#server/db/db.ts'
import { givenSql } from './draw.server.ts'
import { heldCounter } from './plans.server.ts'

/** A gift that is not taken goes back to the stock, for draws after those the event had by then. */
export async function takeBack(tx: Tx, log: number): Promise<void> {
  const drawn = await row(
    tx,
    { event: 'number', gift: 'number', store: 'number', day: 'string' },
    sql`select event, gift, store, day from gift_card_event_logs where id = ${log} and gift is not null and returned is null`,
  )
  if (!drawn) return
  const counter = await heldCounter(tx, drawn.event)
  await sql`update gift_card_event_logs set returned = ${counter?.n ?? 0} where id = ${log}`.execute(tx)
  await givenSql(drawn.gift, drawn.store, drawn.day, sql`-1`).execute(tx)
}
