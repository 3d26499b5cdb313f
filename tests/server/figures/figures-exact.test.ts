import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { complaints } from '../../../src/modules/complaints/complaints.ts'
import { filters as ownFilters } from '../../../src/modules/complaints/list/status.server.ts'
import { type Actor, theServer } from '../../../src/server/actor.ts'
import type { Figures } from '../../../src/server/counters/counters.ts'
import { compactDeltas, doneByDay, figuresBy, recount, timesOf } from '../../../src/server/counters/counters.ts'
import type { FiguresWish } from '../../../src/server/counters/figures.ts'
import { selectsOf } from '../../../src/server/counters/figures-sql.ts'
import type { Times } from '../../../src/server/counters/figures-times.ts'
import { freshRows } from '../../../src/server/counters/overdue.ts'
import { wrongCounts } from '../../../src/server/counters/recount.ts'
import { openDb, rows, type Sql } from '../../../src/server/db/db.ts'
import type { RowOf } from '../../../src/server/db/shape.ts'
import { countOf } from '../../../src/server/resource/query/list.ts'
import { type RawQuery, readListQuery } from '../../../src/server/resource/query/parse-query.ts'
import { scopeOf } from '../../../src/server/resource/scope.ts'
import { rebuildSearchIndex, wrongSearchIndex } from '../../../src/server/search/search.ts'
import { openFresh } from '../../setup/database/database.ts'
import { inPieces } from '../../setup/records/in-pieces.ts'

const { db, url } = await openFresh()

const RAW = {
  month: 'string',
  day: 'string',
  store: 'string',
  department: 'string?',
  feedback_type: 'string',
  feedback_method: 'string',
  solution: 'string?',
  tags: 'string[]',
  assignee: 'string?',
  cc_departments: 'string[]',
  created_by: 'string?',
  state: 'string',
  is_open: 'boolean',
  is_due: 'boolean',
  is_late: 'boolean',
  is_unjudged: 'boolean',
  wait: 'number?',
} as const
type Raw = RowOf<typeof RAW>

/** Every row as it stands; all figures are counted from these anew, by rules written here once more. */
const everything = () =>
  rows(
    db,
    RAW,
    sql`select to_char(created_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM') as month, to_char(created_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') as day,
          store::text, department::text, feedback_type::text, feedback_method, solution, tags::text[], assignee::text, cc_departments::text[], created_by::text, state,
          state in ('new', 'processing', 'reopened') as is_open, coalesce(due_at < now(), false) as is_due,
          breached_at is not null or coalesce(completed_at > due_at, false) as is_late,
          merged_into_id is not null and completed_at is null and breached_at is null as is_unjudged, wait_minutes as wait
        from complaints where deleted_at is null and state <> 'deleted'`,
  )

const KEYED = ['store', 'department', 'feedback_type', 'feedback_method', 'solution', 'month', 'day'] as const
const keysOf = (one: Raw, dimension: string): (string | null)[] => {
  if (dimension === 'none') return ['']
  if (dimension === 'tags') return one.tags.length > 0 ? one.tags : [null]
  return KEYED.filter((name) => name === dimension).map((name) => one[name])
}

function sees(actor: Actor, one: Raw): boolean {
  if (actor.scope === 'chain') return true
  if (actor.scope === 'store') return one.store === String(actor.store)
  const department = String(actor.department)
  const isMine = one.assignee === String(actor.id) || one.created_by === String(actor.id)
  return one.department === department || one.cc_departments.includes(department) || isMine
}

function counted(
  all: Raw[],
  { dimension, and = 'none', from, to, filters = {}, states, actor }: FiguresWish,
): Figures[] {
  const chosen = all.filter(
    (one) =>
      one.day >= from &&
      one.day <= to &&
      (!states || states.includes(one.state)) &&
      sees(actor, one) &&
      Object.entries(filters).every(([name, values]) =>
        keysOf(one, name).some((key) => values.some((value) => key === (value === null ? null : String(value)))),
      ),
  )
  const each = chosen.flatMap((one) =>
    keysOf(one, dimension).flatMap((key) => keysOf(one, and).map((second) => ({ key, and: second, one }))),
  )
  return [...Map.groupBy(each, ({ key, and: second }) => `${key} ${second}`).values()].map((group) => {
    const count = (is: (one: Raw) => boolean) => group.filter(({ one }) => is(one)).length
    const isOverdue = (one: Raw) => one.is_open && one.is_due
    return {
      key: group[0]?.key ?? null,
      and: group[0]?.and ?? null,
      n: group.length,
      states: Object.fromEntries(
        ['new', 'processing', 'completed', 'closed', 'reopened'].map((state) => [
          state,
          count((one) => one.state === state && !isOverdue(one)),
        ]),
      ),
      overdue: count(isOverdue),
      on_time: count((one) => ['completed', 'closed'].includes(one.state) && !one.is_late && !one.is_unjudged),
      late: count((one) => one.is_late || isOverdue(one)),
      wait_minutes_sum: group.reduce((sum, { one }) => sum + (one.wait ?? 0), 0),
      wait_n: count((one) => one.wait !== null),
    }
  })
}

/** The total of the list under the same filters, for every day and for ever. */
async function totalOf(
  { from, to, filters = {}, states, actor }: FiguresWish,
  status = states,
): Promise<[number, number]> {
  const raw = Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [
      name,
      values.map((value) => (value === null ? 'none' : String(value))),
    ]),
  )
  const wanted = { ...raw, ...(status && { status: [...status] }) }
  const asking = { definition: complaints, actor, timeZone: 'Asia/Ho_Chi_Minh', filters: ownFilters }
  const count = (query: RawQuery) => countOf(db, { ...asking, query: readListQuery(complaints, query) })
  return [await count({ ...wanted, created_at: [from, to] }), await count(wanted)]
}

function plainTotal(all: Raw[], { states, ...wish }: FiguresWish, status = states): [number, number] {
  const statusOf = (one: Raw) => (one.is_open && one.is_due ? 'overdue' : one.state)
  const rest = all.filter((one) => !status || status.includes(statusOf(one)))
  const count = (from: string, to: string) =>
    counted(rest, { ...wish, dimension: 'none', and: undefined, from, to }).reduce((sum, one) => sum + one.n, 0)
  return [count(wish.from, wish.to), count('0001-01-01', '9999-12-31')]
}

/** Medians as PostgreSQL finds them over the rows. */
async function plainTimes({ from, to, actor }: FiguresWish): Promise<Times> {
  const scope = scopeOf(complaints, actor) ?? sql`true`
  const day = (column: string) =>
    sql`(${sql.ref(column)} at time zone 'Asia/Ho_Chi_Minh')::date between ${from}::date and ${to}::date`
  const [found] = await rows(
    db,
    { wait_minutes: 'number?', done: 'number', late: 'number', done_minutes: 'number?', rating: 'number?' },
    sql`select percentile_disc(0.5) within group (order by time_step(wait_minutes)) filter (where ${day('created_at')}) as wait_minutes,
          count(*) filter (where ${day('completed_at')})::int as done,
          count(*) filter (where ${day('completed_at')} and (breached_at is not null or due_at < completed_at))::int as late,
          percentile_disc(0.5) within group (order by time_step(floor(extract(epoch from completed_at - created_at) / 60)::int)) filter (where ${day('completed_at')}) as done_minutes,
          round(avg(rating) filter (where ${day('completed_at')}), 2) as rating
        from complaints r where deleted_at is null and state <> 'deleted' and ${scope}`,
  )
  if (!found) throw new Error('An aggregate has a row')
  return found
}

const sorted = (figures: Figures[]) => figures.toSorted((a, b) => (`${a.key} ${a.and}` < `${b.key} ${b.and}` ? -1 : 1))

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const rowsOf = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 10 }))
/** A change by many rows at once, as jobs, imports and people with psql make it. */
const change = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: some('insert'),
      at: fc.integer({ min: 0, max: 120 * 24 * 60 }),
      n: fc.integer({ min: 1, max: 40 }),
      seed: fc.nat(1000),
    }),
  },
  fc.record({
    kind: some('update'),
    of: rowsOf,
    set: some(
      'store = 1 + (store % 3)',
      'department = case when department is null then 2 when department = 2 then null else 1 + department % 3 end',
      'feedback_type = 1 + feedback_type % 2',
      `feedback_method = case feedback_method when 'email' then 'hotline' else 'email' end`,
      `solution = case when solution is null then 'apology' end`,
      `state = 'processing', merged_into_id = null, wait_minutes = coalesce(wait_minutes, 7)`,
      `state = 'completed', merged_into_id = null, completed_at = now(), breached_at = case when due_at < now() then due_at end`,
      `state = 'reopened', merged_into_id = null, completed_at = null, due_at = now() + interval '1 day'`,
      `state = 'deleted', merged_into_id = null, deleted_at = now(), state_before = state`,
      `state = coalesce(state_before, 'new'), merged_into_id = null, deleted_at = null`,
      `state = 'closed', merged_into_id = id + 1, breached_at = case when due_at < now() then due_at else breached_at end`,
      'deleted_at = now()',
      `due_at = now() - interval '1 minute'`,
      // As the clock does it: nothing is missed before its time.
      'breached_at = case when due_at < now() then due_at else breached_at end',
      'due_at = null',
      'tags = array[id % 3, 7]',
      `tags = '{}'`,
      'assignee = 1 + id % 2',
      'rating = 1 + id % 5',
      'wait_minutes = 100 + id % 60',
      `completed_at = created_at + id % 9 * interval '7 hours', rating = 1 + id % 3`,
      'cc_departments = array[1 + id % 3]',
      `created_at = created_at + interval '5 hours'`,
      `title = title || '!'`,
    ),
  }),
  fc.record({ kind: some('delete'), of: rowsOf }),
  { weight: 2, arbitrary: fc.record({ kind: some('fold'), most: some(3, 50, 5000) }) },
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

async function apply(one: Change): Promise<void> {
  if ('at' in one)
    // Around midnight in the chain, at the ends of months and of the year: from 2025-11-15 on.
    await sql`insert into complaints (created_at, title, state, due_at, store, department, feedback_type, feedback_method, customer_name, phone, content, solution, tags, wait_minutes, created_by)
      select timestamptz '2025-11-15 00:00+07' + make_interval(mins => ${one.at}) + g * interval '1 minute', 'x', (array['new', 'processing', 'closed'])[1 + (g + ${one.seed}) % 3],
        case when g % 4 > 0 then now() + (g % 3 - 1) * interval '1 day' end, 1 + g % 3, nullif((g + ${one.seed}) % 4, 0), 1 + g % 2, 'email', 'Khách', '0912345678', 'x',
        (array['apology', null])[1 + g % 2], case g % 3 when 0 then '{}' when 1 then array[1, 2] else array[7] end::bigint[], nullif(g % 50, 0), 1 + g % 4 from generate_series(1, ${one.n}::int) g`.execute(
      db,
    )
  else if ('most' in one) await compactDeltas(db, complaints, one.most)
  else {
    const [rest, by] = one.of
    const which = sql`id % ${sql.lit(by)} = ${sql.lit(rest % by)}`
    await ('set' in one
      ? sql`update complaints set ${sql.raw(one.set)} where ${which}`
      : sql`delete from complaints where ${which}`
    ).execute(db)
  }
}

const day = fc
  .integer({ min: -20, max: 140 })
  .map((n) => new Date(Date.UTC(2025, 10, 15 + n)).toISOString().slice(0, 10))
const dimension = some(
  'none',
  'month',
  'day',
  'store',
  'department',
  'feedback_type',
  'feedback_method',
  'solution',
  'tags',
)
const few = <T>(...values: T[]) =>
  fc.option(fc.uniqueArray(some(...values), { minLength: 1, maxLength: 2 }), { nil: undefined })
const actor = some<Actor>(
  theServer,
  theServer,
  { ...theServer, scope: 'store', store: 2 },
  { ...theServer, scope: 'department', department: 1, id: 2 },
)
const wish: fc.Arbitrary<FiguresWish> = fc
  .record({
    dimension,
    and: fc.option(some('feedback_type', 'store'), { nil: undefined }),
    ends: fc.tuple(day, day),
    filters: fc.record({
      store: few(1, 2, 3),
      department: few(1, 2, null),
      feedback_type: few(1, 2),
      solution: few('apology', null),
    }),
    states: fc.option(fc.constant(['completed', 'closed']), { nil: undefined }),
    actor,
  })
  .map(({ ends, and, filters, states, ...rest }) => ({
    ...rest,
    ...(states && { states }),
    ...(and && and !== rest.dimension && { and }),
    from: ends.toSorted()[0] ?? '',
    to: ends.toSorted()[1] ?? '',
    filters: Object.fromEntries(Object.entries(filters).flatMap(([name, values]) => (values ? [[name, values]] : []))),
  }))

test('figures equal a count of the rows after any changes, folded or not, for whoever asks for whatever', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 12 }),
      fc.array(wish, { minLength: 6, maxLength: 6 }),
      async (changes, wishes) => {
        await sql`truncate complaints`.execute(db)
        for (const one of changes) await apply(one)
        const all = await everything()
        for (const one of wishes) {
          expect(sorted(await figuresBy(db, complaints, one))).toEqual(sorted(counted(all, one)))
          expect(await timesOf(db, complaints, one, one.actor)).toEqual(await plainTimes(one))
          const days = await doneByDay(db, complaints, one, one.actor)
          expect(days.reduce((sum, { n }) => sum + n, 0)).toBe((await plainTimes(one)).done)
          for (const status of [undefined, ['closed'], ['new'], ['reopened'], ['overdue'], ['overdue', 'closed']])
            expect(await totalOf(one, status)).toEqual(plainTotal(all, one, status))
        }
        expect(await wrongCounts(db, complaints)).toEqual([])
      },
    ),
    { numRuns: 20 },
  )
})

test('two servers folding while others write and folders are killed lose and double nothing', async () => {
  let isOn = true
  const folder = async (name: string) => {
    const own = openDb({ url, size: 1, statementTimeout: 20_000, name })
    while (isOn) await compactDeltas(own.db, complaints, 20).catch(() => undefined) // killed: it comes again
    await own.close()
  }
  const writer = async (seed: number) => {
    for (let n = 0; n < 30; n++) {
      await apply({ kind: 'insert', at: n * 60, n: 20, seed })
      await sql`update complaints set state = 'closed', store = 1 + (store % 3) where id in (select id from complaints order by random() limit 10)`.execute(
        db,
      )
    }
  }
  const killer = async () => {
    while (isOn) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('folder 1', 'folder 2') and state = 'active' order by random() limit 1`.execute(
        db,
      )
      await pause(5)
    }
  }
  const reader = async () => {
    while (isOn) expect(await wrongCounts(db, complaints)).toEqual([])
  }
  const others = Promise.all([folder('folder 1'), folder('folder 2'), killer(), reader()])
  await writer(1)
  isOn = false
  await others
  expect(await wrongCounts(db, complaints)).toEqual([])
  while ((await compactDeltas(db, complaints)) > 0);
  expect(await wrongCounts(db, complaints)).toEqual([])
})

test('the few past their deadline that nobody has marked are found without reading all that are open', async () => {
  await sql`truncate complaints`.execute(db)
  // Nearly every deadline has passed: of those long closed. Of the open ones none has.
  for (const [state, n, due] of [
    ['closed', 20_000, '-1 day'],
    ['new', 1500, '1 day'],
    ['processing', 1500, '1 day'],
  ] as const)
    await inPieces(
      db,
      n,
      (
        from,
        to,
      ) => sql`insert into complaints (title, state, due_at, store, feedback_type, feedback_method, customer_name, phone, content)
      select 'x', ${state}, now() + ${due}::interval, 1 + g % 3, 1, 'email', 'Khách', '0912345678', 'x' from generate_series(${from}::int, ${to}::int) g`,
    )
  await sql`analyze complaints`.execute(db)
  const plan = await planOf(freshRows(complaints, ['created_at', 'state']))
  expect(plan).toContain('complaints_unmarked')
  // Where it expects thousands it takes, with other figures about its table, an index of states.
  expect(Number(/rows=(\d+)/.exec(plan)?.[1])).toBeLessThan(100)
})

test('the few merged before they were done or late are found without reading all that are closed', async () => {
  await sql`truncate complaints`.execute(db)
  await sql`insert into complaints (created_at, title, state, completed_at, merged_into_id, store, feedback_type, feedback_method, customer_name, phone, content)
    select timestamptz '2026-01-01' + g * interval '1 minute', 'x', 'closed', case when g % 500 > 0 then timestamptz '2026-02-01' end, case when g % 500 = 0 then 9000000 end,
      1 + g % 3, 1, 'email', 'Khách', '0912345678', 'x' from generate_series(1, 5000) g`.execute(db)
  await sql`analyze complaints`.execute(db)
  const span = { from: '2026-01-01', to: '2026-12-31' }
  const selects = selectsOf(complaints, { dimensions: ['month', 'store'], span, filters: { department: [null] } })
  const plan = await planOf(sql.join(selects, sql` union all `))
  expect(plan).toContain('complaints_unjudged')
})

const planOf = async (statement: Sql) =>
  (await rows(db, { 'QUERY PLAN': 'string' }, sql`explain ${statement}`)).map((line) => line['QUERY PLAN']).join('\n')

test('what was put in past the triggers is found and made right', async () => {
  await apply({ kind: 'insert', at: 0, n: 30, seed: 1 })
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update complaints set store = 9 where id % 2 = 0`.execute(tx)
  })
  const wrong = await wrongCounts(db, complaints)
  expect(wrong.map(({ key }) => key.store ?? key.key)).toContain('9')
  await recount(db, complaints)
  expect(await wrongCounts(db, complaints)).toEqual([])
})

test('a record is found by its words, also by those changed past the triggers once they are written anew', async () => {
  await apply({ kind: 'insert', at: 0, n: 5, seed: 1 })
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update complaints set title = 'Nồi cơm điện hỏng' where id % 2 = 0`.execute(tx)
    await sql`delete from complaints where id % 5 = 0`.execute(tx)
  })
  expect(await wrongSearchIndex(db, complaints)).toBeGreaterThan(0)
  await rebuildSearchIndex(db, complaints)
  expect(await wrongSearchIndex(db, complaints)).toBe(0)
})
