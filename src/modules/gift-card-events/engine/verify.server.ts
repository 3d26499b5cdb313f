import { sql } from 'kysely'
import { unhurried } from '#server/counters/counters.ts'
import { type Db, inTransaction, rows, type Tx } from '#server/db/db.ts'

const GIVEN = sql`
  select l.gift, p.store, p.day, count(*)::int as n from gift_card_event_logs l
    cross join lateral (values (0::bigint, '-infinity'::date), (l.store, '-infinity'), (0, l.day), (l.store, l.day)) p(store, day)
  where l.gift is not null and l.returned is null group by 1, 2, 3`

/** What was given, drawn and different, kept with every draw, against the log; and the number of draws of each event. */
export async function verifyDraws(db: Db, isRepairing: boolean): Promise<string[]> {
  if (isRepairing) await inTransaction(db, recountDraws)
  return db.transaction().setIsolationLevel('repeatable read').execute(wrongIn)
}

/** Makes anew what is kept with every draw; whoever draws waits until it is done. */
export async function recountDraws(tx: Tx): Promise<void> {
  await unhurried(tx)
  await sql`lock table gift_card_event_logs in share row exclusive mode`.execute(tx)
  await sql`delete from draw_given`.execute(tx)
  await sql`insert into draw_given (gift, store, day, n) ${GIVEN}`.execute(tx)
  await sql`truncate draw_drawn, draw_different`.execute(tx)
  await sql`insert into draw_drawn select * from draw_drawn_counted order by 1, 2, 3, 4`.execute(tx)
  await sql`insert into draw_different select * from draw_different_counted order by 1, 2`.execute(tx)
}

async function wrongIn(db: Tx): Promise<string[]> {
  await unhurried(db)
  const given = await rows(
    db,
    { gift: 'number', kept: 'number', counted: 'number' },
    sql`select coalesce(g.gift, c.gift) as gift, coalesce(sum(g.n), 0)::int as kept, coalesce(sum(c.n), 0)::int as counted
        from draw_given g full join (${GIVEN}) c on (c.gift, c.store, c.day) = (g.gift, g.store, g.day)
        where coalesce(g.n, 0) <> coalesce(c.n, 0) group by 1 order by 1`,
  )
  const draws = await rows(
    db,
    { event: 'number', kept: 'number', counted: 'number' },
    sql`select c.event, c.n as kept, coalesce(l.n, 0)::int as counted from draw_counters c
          left join (select event, count(*) as n from gift_card_event_logs group by 1) l on l.event = c.event
        where c.n <> coalesce(l.n, 0) order by 1`,
  )
  const drawn = await rows(
    db,
    { event: 'number', version: 'number' },
    sql`select distinct coalesce(d.event, c.event) as event, coalesce(d.plan_version, c.plan_version) as version
        from draw_drawn d full join draw_drawn_counted c on (c.event, c.plan_version, c.gift, c.store) = (d.event, d.plan_version, d.gift, d.store)
        where coalesce(d.n, 0) <> coalesce(c.n, 0) order by 1, 2`,
  )
  const different = await rows(
    db,
    { event: 'number', store: 'number' },
    sql`select coalesce(d.event, c.event) as event, coalesce(d.store, c.store) as store
        from draw_different d full join draw_different_counted c on (c.event, c.store) = (d.event, d.store)
        where (coalesce(d.bills, 0), coalesce(d.customers, 0)) <> (coalesce(c.bills, 0), coalesce(c.customers, 0)) order by 1, 2`,
  )
  return [
    ...given.map(
      ({ gift, kept, counted }) => `draws: gift ${gift}: ${kept} kept as given, ${counted} counted in the log`,
    ),
    ...draws.map(({ event, kept, counted }) => `draws: event ${event}: ${kept} kept, ${counted} rows in the log`),
    ...drawn.map(({ event, version }) => `draws: event ${event}, plan ${version}: what was drawn differs from the log`),
    ...different.map(
      ({ event, store }) =>
        `draws: event ${event}, ${store === 0 ? 'all stores' : `store ${store}`}: bills and customers differ from the log`,
    ),
  ]
}
