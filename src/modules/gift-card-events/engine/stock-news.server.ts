import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import type { ActivityConsumer } from '#server/activity/readers.ts'
import type { Tx } from '#server/db/db.ts'
import { FACES, type Face } from '../faces.ts'
import { GONE, givenSql, levelSql, STOCK_LEFT, storesSql } from '../levels.ts'
import { isOver } from '../standing.ts'

/**
 * Sets down in the log, once of the same stock, that a gift of a released event runs low and that it has run out, in all and in a store
 * that has a stock of its own: from there it is told. Read from the draws, so that no draw waits for it and many at once say it once.
 */
export const stockReader: ActivityConsumer = {
  name: 'gift-stock',
  async read(tx: Tx, happened: readonly Happened[]): Promise<void> {
    for (const face of FACES) {
      const draws = idsOf(happened, face.log.name, 'draw')
      const changed = idsOf(happened, face.gift.name, 'update')
      if (draws.length + changed.length > 0) await noteLevels(tx, face, draws, changed)
    }
  },
}

const idsOf = (happened: readonly Happened[], module: string, action: string): number[] =>
  happened.flatMap((one) => (one.module === module && one.action === action ? (one.record_id ?? []) : []))

const noteLevels = (tx: Tx, { gift }: Face, draws: readonly number[], changed: readonly number[]) =>
  sql`with touched as (
        select gift as id from gift_card_event_logs where id = any(${[...draws]}::bigint[]) and gift is not null
        union select unnest(${[...changed]}::bigint[])
      ), stocks as (
        select r.id, r.name, k.store, k.stock, k.left_over, ${sql.raw(levelSql('k.stock', 'k.left_over'))} as level
        from gift_card_event_products r join touched t on t.id = r.id join gift_card_events e on e.id = r.event
          cross join lateral (select null::bigint as store, r.stock, r.stock - ${sql.raw(givenSql('r'))} as left_over
            union all select store, stock, left_over from ${sql.raw(storesSql('r'))} s) k
        where r.deleted_at is null and e.deleted_at is null and e.stage <> 'draft' and not ${sql.raw(isOver('e'))}
      )
      insert into activity (action, module, record_id, record_title, place, changes)
      select s.level, ${gift.name}, s.id, s.name, '{}', jsonb_strip_nulls(jsonb_build_object(
        ${STOCK_LEFT}::text, jsonb_build_array(null, greatest(s.left_over, 0) || ' / ' || s.stock), 'of', jsonb_build_array(null, s.stock),
        'in_store', case when s.store is not null then jsonb_build_array(null, s.store) end))
      from stocks s where s.level is not null and not exists (
        select from activity a where a.module = ${gift.name} and a.record_id = s.id and a.action in (s.level, ${GONE})
          and (a.changes -> 'of' ->> 1)::int = s.stock and (a.changes -> 'in_store' ->> 1)::bigint is not distinct from s.store)`.execute(
    tx,
  )
