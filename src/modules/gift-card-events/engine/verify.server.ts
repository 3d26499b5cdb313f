import { sql } from 'kysely'
import { type Db, rows } from '#server/db/db.ts'

const COUNTED = sql`
  select l.gift, p.store, p.day, count(*)::int as n from gift_card_event_logs l
    cross join lateral (values (0::bigint, '-infinity'::date), (l.store, '-infinity'), (0, l.day), (l.store, l.day)) p(store, day)
  where l.gift is not null and l.returned is null group by 1, 2, 3`

/** What was given, kept with every draw, against the log; and the number of draws of each event. */
export async function verifyDraws(db: Db, isRepairing: boolean): Promise<string[]> {
  if (isRepairing)
    await sql`with gone as (delete from draw_given)
      insert into draw_given (gift, store, day, n) ${COUNTED} on conflict (gift, store, day) do update set n = excluded.n`.execute(
      db,
    )
  const given = await rows(
    db,
    { gift: 'number', kept: 'number', counted: 'number' },
    sql`select coalesce(g.gift, c.gift) as gift, coalesce(sum(g.n), 0)::int as kept, coalesce(sum(c.n), 0)::int as counted
        from draw_given g full join (${COUNTED}) c on (c.gift, c.store, c.day) = (g.gift, g.store, g.day)
        where coalesce(g.n, 0) <> coalesce(c.n, 0) group by 1 order by 1`,
  )
  const draws = await rows(
    db,
    { event: 'number', kept: 'number', counted: 'number' },
    sql`select c.event, c.n as kept, coalesce(l.n, 0)::int as counted from draw_counters c
          left join (select event, count(*) as n from gift_card_event_logs group by 1) l on l.event = c.event
        where c.n <> coalesce(l.n, 0) order by 1`,
  )
  return [
    ...given.map(
      ({ gift, kept, counted }) => `draws: gift ${gift}: ${kept} kept as given, ${counted} counted in the log`,
    ),
    ...draws.map(({ event, kept, counted }) => `draws: event ${event}: ${kept} kept, ${counted} rows in the log`),
  ]
}
