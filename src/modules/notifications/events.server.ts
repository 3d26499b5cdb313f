import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { rows, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { managerOf } from '#server/holders.ts'
import { seenBy } from '#server/resource/scope.ts'
import { isActive } from '../../shared/users/active-user.ts'
import { FACES, type Face } from '../gift-card-events/faces.ts'
import { GONE, givenSql, LOW, levelSql, storesSql } from '../gift-card-events/levels.ts'
import type { KindName } from './kinds.ts'
import { type Ring, ring } from './ringing.server.ts'

const OF_EVENT: Readonly<Record<string, KindName>> = { begin: 'event begun', end: 'event ended' }
const OF_GIFT: Readonly<Record<string, { inAll: KindName; inStore: KindName }>> = {
  [LOW]: { inAll: 'gift low', inStore: 'gift low in store' },
  [GONE]: { inAll: 'gift gone', inStore: 'gift gone in store' },
}

/** Whether a bell may ring for what happened. */
const isOfEvents = ({ module, action }: Happened): boolean =>
  FACES.some(
    ({ event, gift }) => (module === event.name && action in OF_EVENT) || (module === gift.name && action in OF_GIFT),
  )

/**
 * Whoever runs a store of an event, and whoever may change the event, hears that it begins and ends; of its gifts that run low or out hears
 * who may change it, and of a store's own stock who runs that store as well.
 */
export async function tellOfEvents(tx: Tx, happened: readonly Happened[]): Promise<void> {
  if (!happened.some(isOfEvents)) return
  for (const face of FACES) {
    for (const [action, kind] of Object.entries(OF_EVENT)) {
      const ids = idsOf(happened, face.event.name, action)
      if (ids.length > 0) await ring(tx, kind, `/${face.event.name}`, await peopleOfEvents(tx, face, ids))
    }
    for (const [action, { inAll, inStore }] of Object.entries(OF_GIFT)) {
      const ids = idsOf(happened, face.gift.name, action)
      if (ids.length === 0) continue
      await ring(tx, inAll, `/${face.gift.name}`, await peopleOfGifts(tx, face, ids))
      await ring(tx, inStore, `/${face.gift.name}`, await peopleOfStocks(tx, face, ids))
    }
  }
}

const idsOf = (happened: readonly Happened[], module: string, action: string): number[] =>
  happened.filter((one) => one.module === module && one.action === action).map(({ id }) => id)

/** People `u` of role `o` who may read events; the one who did it hears nothing of it. */
const readers = ({ event }: Face): Sql =>
  sql`join users u on u.deleted_at is null and ${sql.raw(isActive('u'))} and u.id is distinct from a.actor
      join user_roles o on o.id = u.role and (o.permissions->${event.permission}->>'read')::boolean`

/** Whether they may change the event `e`. */
const changes = ({ event }: Face): Sql =>
  sql`((o.permissions->${event.permission}->>'edit')::boolean is true and ${seenBy(event, 'e')})`

/** Whether they run the store `s`: its manager, or, where none is there, its people of a store scope. */
const runs = ({ event }: Face): Sql =>
  sql`(s.manager = u.id or (${managerOf(event.permission)} is null and u.store = s.id and o.scope = 'store'))`

const RING = {
  user_id: 'number',
  activity: 'number',
  ticket_id: 'number?',
  title: 'string',
  link: 'string',
  params: jsonOf<Ring['params']>(),
} as const

const peopleOfEvents = (tx: Tx, face: Face, activities: readonly number[]): Promise<Ring[]> =>
  rows(
    tx,
    RING,
    sql`select u.id as user_id, a.id as activity, null::bigint as ticket_id, e.code as title,
          ${`/${face.event.name}/view/`} || e.id as link, jsonb_build_object('name', e.name) as params
        from activity a join gift_card_events e on e.id = a.record_id and e.deleted_at is null ${readers(face)}
        where a.id = any(${[...activities]}::bigint[]) and (${changes(face)} or exists (select from stores s
          where s.active and s.deleted_at is null and (e.stores = '{}' or s.id = any(e.stores)) and ${runs(face)}))
        order by a.id, u.id`,
  )

const peopleOfGifts = (tx: Tx, face: Face, activities: readonly number[]): Promise<Ring[]> =>
  rows(
    tx,
    RING,
    sql`select u.id as user_id, a.id as activity, null::bigint as ticket_id, e.name as title,
          ${`/${face.gift.name}/view/`} || g.id as link,
          jsonb_build_object('name', g.name, 'left', greatest(g.stock - ${sql.raw(givenSql('g'))}, 0)) as params
        from activity a join gift_card_event_products g on g.id = a.record_id join gift_card_events e on e.id = g.event ${readers(face)}
        where a.id = any(${[...activities]}::bigint[]) and not a.changes ? 'in_store' and ${changes(face)} order by a.id, u.id`,
  )

/** Of each person and gift one line, which says in how many of their stores it stands so now. */
const peopleOfStocks = (tx: Tx, face: Face, activities: readonly number[]): Promise<Ring[]> =>
  rows(
    tx,
    RING,
    sql`select u.id as user_id, max(a.id) as activity, null::bigint as ticket_id, e.name as title,
          ${`/${face.gift.name}/view/`} || g.id as link,
          jsonb_build_object('name', g.name, 'store', max(k.name), 'left', greatest(max(k.left_over), 0))
            || case when count(distinct k.store) > 1 then jsonb_build_object('n', count(distinct k.store)) else '{}' end as params
        from activity a join gift_card_event_products g on g.id = a.record_id join gift_card_events e on e.id = g.event ${readers(face)}
          cross join lateral (select s.name, t.store, t.left_over from ${sql.raw(storesSql('g'))} t join stores s on s.id = t.store
            where ${sql.raw(levelSql('t.stock', 't.left_over'))} = a.action and (${changes(face)} or ${runs(face)})) k
        where a.id = any(${[...activities]}::bigint[]) and a.changes ? 'in_store'
          and (${changes(face)} or exists (select from stores s where s.id = (a.changes -> 'in_store' ->> 1)::bigint and ${runs(face)}))
        group by u.id, g.id, e.id order by g.id, u.id`,
  )
