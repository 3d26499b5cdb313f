import { sql } from 'kysely'
import { counterTables } from '../src/server/counters/counters.ts'
import { openDb } from '../src/server/db/db.ts'
import { tableOf } from '../src/server/db/schema.ts'
import { choice, computed, count, flag, moment, ref } from '../src/shared/fields.ts'
import { resource } from '../src/shared/resource.ts'
import { hourOf, weekdayOf } from '../src/shared/time/weekday-hours.ts'
import { fill, STORES } from './fill.ts'
import { ask } from './fixture-db.ts'

const GROUPS = 19
const SUPPLIERS = 200
const PEOPLE = 5000

/** Who comes to work in the stores, as a register of a large chain would have it: what statistics are measured with. */
export const visits = resource('bench-visits', {
  label: 'Visits',
  one: 'Visit',
  ownership: { store: 'store' },
  access: { permission: 'supplier-staffs-checking' },
  fields: {
    came_at: moment('Came at', { required: true }),
    went_at: moment('Went at', { required: true }),
    store: ref('Store', 'stores', { required: true }),
    supplier: ref('Supplier', 'suppliers', { required: true }),
    trade: choice(
      'Trade',
      Array.from({ length: GROUPS }, (_, at) => ({ value: String(at), label: `Trade ${at}` })),
      { required: true },
    ),
    person: ref('Person', 'users', { required: true }),
    is_overstay: flag('Overstay'),
    bags_in: count('Bags in'),
    bags_out: count('Bags out'),
    hours: computed<number>('Hours', 'decimal', 'extract(epoch from r.went_at - r.came_at) / 3600'),
    weekday: weekdayOf('Weekday', 'came_at'),
    hour: hourOf('Hour', 'came_at'),
  },
  list: { sort: '-came_at' },
  scale: {
    counters: ['store', 'supplier', 'trade'],
    statistics: {
      on: 'came_at',
      figures: {
        visits: { label: 'Visits', count: true },
        people: { label: 'People', distinct: 'person' },
        hours: { label: 'Hours', sum: 'hours' },
        stay: { label: 'Mean stay', mean: 'hours' },
        bags_in: { label: 'Bags in', sum: 'bags_in' },
        bags_out: { label: 'Bags out', sum: 'bags_out' },
        bags: { label: 'Bags left', difference: ['bags_in', 'bags_out'] },
        overstays: { label: 'Overstays', count: true, where: { is_overstay: ['true'] } },
      },
      maps: [{ label: 'When they come', rows: 'weekday', columns: 'hour' }],
    },
  },
})

/** Two years of visits; people belong to one supplier and group, and most come to one store. */
export async function fillVisits({ url }: { url: string }, rows: number): Promise<void> {
  await fill(url, 1000)
  await ask(url, `insert into suppliers (name) select 'Nhà cung cấp ' || i from generate_series(1, ${SUPPLIERS}) i`)
  const { table } = visits
  const columns = tableOf(visits).columns.map(({ name, type, rest }) => `"${name}" ${type} ${rest}`)
  await ask(url, `create table ${table} (${columns.join(', ')})`)
  await ask(
    url,
    `insert into ${table} (came_at, went_at, store, supplier, trade, person, is_overstay, bags_in, bags_out)
      select v.came, v.came + (1 + v.n % 8) * interval '67 minutes', 1 + (v.person + case when v.n % 9 = 0 then v.n else 0 end) % ${STORES},
        (select min(id) from suppliers) + v.person % ${SUPPLIERS}, (v.person % ${GROUPS})::text, v.person, v.n % 97 = 0, v.n % 4, v.n % 4 - (v.n % 31 = 0)::int
      from (select n, 1 + (hashint4(n) & 1048575) % ${PEOPLE} as person,
          date_trunc('day', now()) - (n::bigint * 730 / $1::int) * interval '1 day' + interval '22 hours' + (hashint4(n + 7) & 1023) % 840 * interval '1 minute' as came
        from generate_series(0, $1::int - 1) n) v`,
    [rows],
  )
  for (const [name, index] of Object.entries(tableOf(visits).indexes)) await ask(url, `create index ${name} ${index}`)
  const { db, close } = openDb({ url, size: 1, statementTimeout: 0, name: 'bench fill' })
  await db.transaction().execute((tx) => sql.raw(counterTables(visits)).execute(tx))
  await close()
  await ask(url, 'vacuum (freeze, analyze)')
}
