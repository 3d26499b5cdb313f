import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Actor, theServer } from '../../../src/server/actor.ts'
import { compactDeltas } from '../../../src/server/counters/compact.ts'
import { recount, wrongCounts } from '../../../src/server/counters/recount.ts'
import { counterTables } from '../../../src/server/counters/tables.ts'
import { rows } from '../../../src/server/db/db.ts'
import { type Column, tableOf } from '../../../src/server/db/schema.ts'
import type { RowOf } from '../../../src/server/db/shape.ts'
import { countOf } from '../../../src/server/resource/query/list.ts'
import { type RawQuery, readListQuery } from '../../../src/server/resource/query/parse-query.ts'
import { statisticsOf } from '../../../src/server/statistics/answer.ts'
import { statisticsRoutes } from '../../../src/server/statistics/routes.ts'
import { type Wish, wishOf } from '../../../src/server/statistics/wish.ts'
import { choice, computed, count, decimal, flag, moment, money, ref, refs, text } from '../../../src/shared/fields.ts'
import { rangesOf } from '../../../src/shared/ranges.ts'
import { resource } from '../../../src/shared/resource.ts'
import { daysOfRow, isCalendar, NONE, recordsLink, type Statistics } from '../../../src/shared/statistics.ts'
import { hourOf, weekdayOf } from '../../../src/shared/time/weekday-hours.ts'
import { filterFields, listQuery, readState } from '../../../src/web/screens/list/list-state.ts'
import { openFresh } from '../../setup/database/database.ts'

/** Visits to the stores, as a register of many years would have them. */
const visits = resource('model-visits', {
  label: 'Visits',
  one: 'Visit',
  ownership: { store: 'store' },
  access: { permission: 'supplier-staffs-checking' },
  fields: {
    note: text('Note'),
    came_at: moment('Came at', { required: true }),
    store: ref('Store', 'stores', { required: true }),
    person: ref('Person', 'users'),
    state: choice('State', [
      { value: 'in', label: 'In' },
      { value: 'out', label: 'Out' },
      { value: 'left', label: 'Left' },
    ]),
    late: flag('Late'),
    tags: refs('Tags', 'tags'),
    bags_in: count('Bags in'),
    bags_out: count('Bags out'),
    worth: money('Worth'),
    hours: decimal('Hours'),
    net: computed<number>('Net', 'money', 'r.worth - r.bags_in'),
    depth: rangesOf('Depth', 'r.worth', [100, 1000]),
    weekday: weekdayOf('Weekday', 'came_at'),
    hour: hourOf('Hour', 'came_at'),
  },
  scale: {
    counters: ['store', 'state', 'late', 'tags', 'depth'],
    statistics: {
      on: 'came_at',
      figures: {
        visits: { label: 'Visits', count: true },
        left: { label: 'Left', count: true, where: { state: ['left'] } },
        people: { label: 'People', distinct: 'person' },
        late_people: { label: 'Late people', distinct: 'person', where: { late: ['true'] } },
        bags_in: { label: 'Bags in', sum: 'bags_in' },
        bags_out: { label: 'Bags out', sum: 'bags_out', where: { state: ['out', 'none'] } },
        bags: { label: 'Bags left', difference: ['bags_in', 'bags_out'] },
        hours: { label: 'Hours', sum: 'hours' },
        stay: { label: 'Mean stay', mean: 'hours' },
        net: { label: 'Net', sum: 'net' },
        gross: { label: 'Gross', sum: { sql: 'r.worth * 2' } },
        left_part: { label: 'Left of all', ratio: ['left', 'visits'], unit: 'percent' },
      },
      maps: [{ label: 'When they come', rows: 'weekday', columns: 'hour' }],
    },
  },
})

const { db } = await openFresh()
const { table } = visits
const declare = ({ name, type, rest }: Column) => `${name} ${type} ${rest}`
await sql.raw(`create table ${table} (${tableOf(visits).columns.map(declare).join(', ')})`).execute(db)
for (const [name, index] of Object.entries(tableOf(visits).indexes))
  await sql.raw(`create index ${name} ${index}`).execute(db)
// The draft counts what is there within the migration's own transaction.
await db.transaction().execute((tx) => sql.raw(counterTables(visits)).execute(tx))
await sql`insert into stores (code, name) select 'M' || n, 'Cửa hàng ' || n from generate_series(1, 3) n`.execute(db)
const stores = (await rows(db, { id: 'number' }, sql`select id from stores where code like 'M%' order by id`)).map(
  ({ id }) => id,
)
const [first = 0, second = 0, third = 0] = stores

const RAW = {
  day: 'string',
  store: 'string',
  person: 'string?',
  state: 'string?',
  late: 'boolean',
  tags: 'string[]',
  bags_in: 'number?',
  bags_out: 'number?',
  worth: 'number?',
  hours: 'number?',
  depth: 'string?',
  weekday: 'string',
  hour: 'string',
} as const
type Raw = RowOf<typeof RAW>
const everything = () =>
  rows(
    db,
    RAW,
    sql`select to_char(came_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') as day, store::text, person::text, state, late, tags::text[], bags_in, bags_out, worth, hours,
          case when worth < 100 then 'less' when worth < 1000 then '100' when worth >= 1000 then '1000' end as depth,
          to_char(came_at at time zone 'Asia/Ho_Chi_Minh', 'ID') as weekday, to_char(came_at at time zone 'Asia/Ho_Chi_Minh', 'HH24') as hour
        from model_visits where deleted_at is null`,
  )

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const change = fc.record({
  kind: some('make', 'make', 'set', 'set', 'set', 'delete', 'fold', 'fold'),
  at: fc.integer({ min: 0, max: 120 * 24 * 60 }),
  n: fc.integer({ min: 1, max: 40 }),
  seed: fc.nat(100),
})
const SETS = [
  `store = case store when ${first} then ${second} when ${second} then ${third} else ${first} end`,
  'person = 1 + id % 4',
  'person = null',
  `state = 'out'`,
  `state = case state when 'in' then 'left' end`,
  'late = not late',
  `tags = array[id % 3, 7]`,
  `tags = '{}'`,
  'bags_in = bags_in + 1',
  'bags_out = nullif(id % 5, 0)',
  'worth = 90 + id % 7 * 170',
  'worth = null',
  'hours = id % 9 * 0.25',
  'hours = null',
  `came_at = came_at + interval '7 hours'`,
  `note = 'x'`,
  'deleted_at = now()',
  'deleted_at = null',
  // As a merge: one goes into the trash and gives what it had to another.
  `worth = case when id % 2 = 0 then worth * 2 else worth end, deleted_at = case when id % 2 = 1 then now() end`,
]

async function apply({ kind, at, n, seed }: typeof change extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const which = sql.raw(`id % ${1 + (n % 5)} = ${seed % (1 + (n % 5))}`)
  if (kind === 'make')
    await sql`insert into model_visits (came_at, store, person, state, late, tags, bags_in, bags_out, worth, hours)
      select timestamptz '2025-11-15 00:00+07' + make_interval(mins => ${at}) + g * interval '97 minutes', (${stores}::bigint[])[1 + (g + ${seed}) % 3], nullif((g * 7 + ${seed}) % 6, 0),
        (array['in', 'out', 'left', null])[1 + (g + ${seed}) % 4], g % 3 = 0, case g % 3 when 0 then '{}' when 1 then array[1, 2] else array[7] end::bigint[],
        nullif(g % 4, 0), g % 3, (g * ${seed}) % 1500, case when g % 5 > 0 then g % 11 * 0.5 end from generate_series(1, ${n}::int) g`.execute(
      db,
    )
  else if (kind === 'set')
    await sql`update model_visits set ${sql.raw(SETS[seed % SETS.length] ?? '')} where ${which}`.execute(db)
  else if (kind === 'delete') await sql`delete from model_visits where ${which}`.execute(db)
  else await compactDeltas(db, visits, 3 + seed)
}

const day = fc
  .integer({ min: -20, max: 140 })
  .map((n) => new Date(Date.UTC(2025, 10, 15 + n)).toISOString().slice(0, 10))
const few = <T>(...values: T[]) =>
  fc.option(fc.uniqueArray(some(...values), { minLength: 1, maxLength: 2 }), { nil: undefined })
const ROWS = ['month', 'day', 'store', 'state', 'late', 'tags', 'depth', 'weekday', 'hour']
const wish = fc.record({
  by: some(...ROWS, 'weekday', 'map'),
  ends: fc.tuple(day, day).map((ends) => ends.toSorted()),
  store: few(...stores.slice(0, 3).map(String)),
  state: few('in', 'left', 'none'),
  late: few('true', 'false'),
  tags: few('1', '2', '7', 'none'),
  depth: few('less', '100', 'none'),
  weekday: few('1', '7'),
  compare: some('previous', 'year', 'none'),
  actor: some<Actor>(theServer, theServer, { ...theServer, scope: 'store', store: second }),
})
type Asked = typeof wish extends fc.Arbitrary<infer T> ? T : never
const FILTERED = ['store', 'state', 'late', 'tags', 'depth', 'weekday'] as const

/** A wish as the address of a call says it; most of them ask for few filters. */
const queryOf = ({ by, ends: [from = '', to = ''], compare, ...filters }: Asked): RawQuery => {
  const earliest = by === 'day' ? new Date(Date.parse(to) - 99 * 86_400_000).toISOString().slice(0, 10) : from
  const start = from < earliest ? earliest : from
  return {
    ...(by === 'map' ? { and: 'hour' } : { by }),
    from: start,
    to,
    compare,
    ...Object.fromEntries(FILTERED.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []))),
  }
}

const keysOf = (one: Raw, by: string): string[] => {
  if (by === 'month') return [one.day.slice(0, 7)]
  if (by === 'tags') return one.tags.length > 0 ? one.tags : [NONE]
  const value = ({ ...one, late: String(one.late) } as Record<string, unknown>)[by]
  return [String(value ?? NONE)]
}
const sum = (values: (number | null)[]) => values.reduce<number>((total, one) => total + Number(one ?? 0), 0)

/** Every figure by its rule, written once more. */
function counted(some: readonly Raw[]): Record<string, number | null> {
  const left = some.filter(({ state }) => state === 'left').length
  const late = some.filter((one) => one.late)
  const bags_in = sum(some.map((one) => one.bags_in))
  const bags_out = sum(some.filter(({ state }) => state === 'out' || state === null).map((one) => one.bags_out))
  const hours = some.flatMap((one) => (one.hours === null ? [] : [Number(one.hours)]))
  const worths = some.flatMap((one) => (one.worth === null ? [] : [one]))
  const people = (of: readonly Raw[]) => new Set(of.flatMap(({ person }) => person ?? [])).size
  return {
    visits: some.length,
    left,
    people: people(some),
    late_people: people(late),
    bags_in,
    bags_out,
    bags: bags_in - bags_out,
    hours: sum(hours),
    stay: hours.length === 0 ? null : sum(hours) / hours.length,
    net: sum(worths.map((one) => (one.bags_in === null ? 0 : Number(one.worth) - one.bags_in))),
    gross: sum(worths.map(({ worth }) => Number(worth) * 2)),
    left_part: some.length === 0 ? null : left / some.length,
  }
}
/** Sums of halves and quarters are exact; quotients are compared as they are told. */
const plain = (values: Readonly<Record<string, number | null>>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === null ? null : Math.round(value * 1e9) / 1e9]),
  )

const seen = (all: readonly Raw[], asked: Wish, actor: Actor, { from, to } = asked.period) =>
  all.filter(
    (one) =>
      one.day >= from &&
      one.day <= to &&
      (actor.scope === 'chain' || one.store === String(actor.store)) &&
      Object.entries(asked.filters).every(([name, values]) =>
        keysOf(one, name).some((key) => values.some((value) => key === String(value ?? NONE))),
      ),
  )

async function expectExact(all: readonly Raw[], one: Asked): Promise<void> {
  const asked = wishOf(visits, ROWS, queryOf(one), '2026-03-01')
  const { actor } = one
  const answer = await statisticsOf(db, { definition: visits, wish: asked, actor, today: '2026-03-01' })
  const now = seen(all, asked, actor)
  if (asked.and) return expectMap(answer, now)
  expect(plain(answer.totals.values)).toEqual(plain(counted(now)))
  const before = answer.compared && seen(all, asked, actor, answer.compared)
  expect(answer.totals.before && plain(answer.totals.before)).toEqual(before && plain(counted(before)))
  const of = (some: readonly Raw[], key: string) => some.filter((raw) => keysOf(raw, asked.by).includes(key))
  const keys = new Set(
    [...now, ...(isCalendar(asked.by) ? [] : (before ?? []))].flatMap((raw) => keysOf(raw, asked.by)),
  )
  const rowKeys = answer.rows.map(({ key }) => key)
  if (isCalendar(asked.by)) expect(rowKeys).toEqual(expect.arrayContaining([...keys]))
  else expect(rowKeys.toSorted()).toEqual([...keys].toSorted())
  for (const row of answer.rows) {
    expect(plain(row.values), `${row.key}`).toEqual(plain(counted(of(now, row.key))))
    if (before && !isCalendar(asked.by))
      expect(row.before && plain(row.before)).toEqual(plain(counted(of(before, row.key))))
  }
}

function expectMap({ cells = [] }: Statistics, now: readonly Raw[]): void {
  const counts = Object.fromEntries(cells.map(({ key, and, values }) => [`${key} ${and}`, plain(values).visits]))
  const expected = Object.fromEntries(
    [...Map.groupBy(now, ({ weekday, hour }) => `${weekday} ${hour}`)].map(([key, group]) => [key, group.length]),
  )
  expect(counts).toEqual(expected)
  for (const { values } of cells) expect(values.people).toBeNull()
}

test('every figure equals a count of the rows after any changes, folded or not, for whoever asks for whatever', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 10 }),
      fc.array(wish, { minLength: 10, maxLength: 10 }),
      fc.array(some(...FILTERED), { minLength: 3, maxLength: 6 }),
      async (changes, wishes, dropped) => {
        await sql`truncate model_visits`.execute(db)
        for (const one of changes) await apply(one)
        const all = await everything()
        const bare = Object.fromEntries(dropped.map((name) => [name, undefined]))
        for (const one of wishes) {
          await expectExact(all, one)
          await expectExact(all, { ...one, ...bare })
        }
        expect(await wrongCounts(db, visits)).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
})

test('what goes past the triggers is found, and made right', async () => {
  await apply({ kind: 'make', at: 0, n: 30, seed: 1 })
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update model_visits set bags_in = 999 where id = (select max(id) from model_visits)`.execute(tx)
  })
  const wrong = await wrongCounts(db, visits)
  expect(wrong.some(({ stored, counted: right }) => stored?.bags_in_sum !== right?.bags_in_sum)).toBe(true)
  await recount(db, visits)
  expect(await wrongCounts(db, visits)).toEqual([])
})

test('the list behind every figure has as many records as it counts', async () => {
  await apply({ kind: 'make', at: 500, n: 40, seed: 3 })
  const today = '2026-03-01'
  const list = async (link: string) => {
    const fields = filterFields(visits)
    const state = readState(new URLSearchParams(link.split('?')[1]), fields)
    const query = readListQuery(visits, listQuery(visits, state, fields, today) as RawQuery)
    return countOf(db, { definition: visits, query, actor: theServer, timeZone: 'Asia/Ho_Chi_Minh' })
  }
  for (const by of ROWS) {
    const answer = await statisticsOf(db, {
      definition: visits,
      wish: wishOf(visits, ROWS, { by, from: '2025-11-20', to: '2026-01-10', state: ['left', 'out'] }, today),
      actor: theServer,
      today,
    })
    for (const { key, values } of answer.rows)
      for (const name of ['visits', 'left']) {
        if (!values[name]) continue
        const isTime = isCalendar(by)
        const period = isTime ? daysOfRow(by, key, answer.period) : answer.period
        const filters = {
          state: ['left', 'out'],
          ...(isTime || by === 'state' ? {} : { [by]: [key] }),
          ...(by === 'state' && { state: [key] }),
        }
        expect(
          await list(recordsLink(visits, '/x', period, filters, name === 'left' ? { state: ['left'] } : {})),
          `${by} ${key} ${name}`,
        ).toBe(values[name])
      }
  }
})

test('a period, a row or a filter that is none is refused by name, and a wrong definition when it starts', () => {
  const refused = (query: RawQuery) => {
    try {
      wishOf(visits, ROWS, query, '2026-03-01')
      return []
    } catch (error) {
      return Object.keys((error as { parts?: { fields?: object } }).parts?.fields ?? {})
    }
  }
  expect(refused({ from: '2026-02-01', to: '2026-01-01' })).toEqual(['from'])
  expect(refused({ by: 'day', from: '2025-01-01', to: '2026-01-01' })).toEqual(['from'])
  expect(refused({ by: 'month', from: '2025-01-01', to: '2026-01-01' })).toEqual([])
  expect(refused({ by: 'note' })).toEqual(['by'])
  expect(refused({ and: 'state' })).toEqual(['and'])
  expect(refused({ compare: 'ever' })).toEqual(['compare'])
  expect(refused({ state: 'nothing' })).toEqual(['state'])
  expect(() => statisticsRoutes(visits, { rows: ['note'] })).toThrow('note')
  const figures = { part: { label: 'Part', ratio: ['a', 'b'] as const } }
  expect(() => statisticsRoutes({ ...visits, statistics: { figures } })).toThrow('a, b')
  const lasting = { inside: { label: 'Inside', during: 'came_at' } }
  expect(() => counterTables({ ...visits, statistics: { on: 'came_at', figures: lasting } })).toThrow('no required day')
})
