import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Summary } from '../../../src/modules/revenue-forecast/summary.ts'
import { rows } from '../../../src/server/db/db.ts'
import type { ImportView } from '../../../src/shared/api.ts'
import { wallClock } from '../../../src/shared/format.ts'
import { bookOf, imported, sent, type Written } from '../../setup/books.ts'
import { type Person, startChain } from '../../setup/chain.ts'

const chain = await startChain()
const RIGHTS = { add: true, edit: true, read: true, report: true }
const director = await chain.person({ permissions: { 'revenue-forecast': RIGHTS } })
const manager = await chain.person({
  permissions: { 'revenue-forecast': { read: true, report: true } },
  ...{ scope: 'store', store: chain.stores[0] },
})
const groups = (
  await rows(
    chain.db,
    { id: 'number' },
    sql`insert into supplier_groups (name) values ('Hàng tươi'), ('Hàng khô'), ('Đồ gia dụng') returning id`,
  )
).map(({ id }) => id)

const HEAD = ['Year', 'Month', 'Store', 'Department group', 'Target', 'Forecast', 'Actual']
const line = (month: number, store: string, group: string, ...sums: (number | null)[]): Written[] => [
  2026,
  month,
  store,
  group,
  ...sums,
]

async function bring(lines: readonly (readonly Written[])[], by = director): Promise<ImportView> {
  const view = await sent(chain, 'revenue-forecast', by, await bookOf(HEAD, lines))
  return imported(chain, 'revenue-forecast', by, view)
}

interface Told {
  year: number
  month: number
  store: { id: number; name: string }
  department_group: { name: string }
  target: number
  forecast: number
  actual: number | null
  difference: number | null
  achievement: number | null
}
const listed = async (query = '', by: Person = director): Promise<Told[]> =>
  (await chain.call<{ data: Told[] }>('GET', `revenue-forecast?perpage=1000&sort=id${query}`, { by })).data.data
const pages = (id: number, show: string) =>
  chain.call<ImportView>('GET', `revenue-forecast/import/${id}?show=${show}`, { by: director })
const figuresOf = (found: readonly Told[]) =>
  found.map((one) => [one.month, one.department_group.name, one.target, one.forecast, one.actual])

test('a workbook brings months, and difference and achievement are computed', async () => {
  await bring([
    line(10, 'S01', 'Hàng tươi', 1000, 900, 950),
    line(11, 'S01', 'Hàng tươi', 1200, 1100, null),
    line(11, 'S01', 'Hàng khô', 800, 700, 600),
    line(11, 'S01', 'Đồ gia dụng', 300, 310, 320),
    line(11, 'S02', 'Hàng tươi', 500, 500, 500),
  ])
  const found = await listed('&month=11')
  expect(found).toHaveLength(4)
  expect(found.map(({ difference, achievement }) => [difference, achievement])).toEqual([
    [null, null],
    [-200, 75],
    [20, 106.7],
    [0, 100],
  ])
})

test('there is the list, the import and the export, and no other way to make, change, show or delete one', async () => {
  const [first] = await rows(chain.db, { id: 'number' }, sql`select id from revenue_forecast order by id limit 1`)
  const tries = [
    ['POST', 'revenue-forecast'],
    ['GET', `revenue-forecast/${first?.id}`],
    ['PUT', `revenue-forecast/${first?.id}`],
    ['DELETE', `revenue-forecast/${first?.id}`],
    ['POST', `revenue-forecast/${first?.id}/restore`],
    ['POST', 'revenue-forecast/bulk/delete'],
  ] as const
  const admin = await chain.person()
  const answers = await Promise.all(
    tries.map(([method, path]) => chain.call(method, path, { by: admin, body: method === 'GET' ? undefined : {} })),
  )
  expect(answers.map(({ status }) => status)).toEqual(tries.map(() => 404))
  expect((await chain.call('GET', 'revenue-forecast/export?columns=*', { by: director })).status).toBe(200)
})

test('a month of a store is replaced as a whole, after showing what would change; all else stays, and the old figures are in the history', async () => {
  const book = await bookOf(HEAD, [
    line(11, 'S01', 'Hàng tươi', 1200, 1150, 400),
    line(11, 'S01', 'Hàng khô', 800, 700, 600),
  ])
  const view = await sent(chain, 'revenue-forecast', director, book)
  expect(view).toMatchObject({
    state: 'ready',
    is_whole: true,
    counts: { new: 0, changed: 1, same: 1, bad: 0, gone: 1 },
  })
  const { data: changed } = await pages(view.id, 'changed')
  expect(changed.changes).toEqual([
    { line: 2, name: '11/2026 · S01 · Hàng tươi', fields: { forecast: [1100, 1150], actual: [null, 400] } },
  ])
  const { data: gone } = await pages(view.id, 'gone')
  expect(gone.gone).toMatchObject([{ department_group: { name: 'Đồ gia dụng' }, forecast: 310 }])
  // Nothing has happened yet.
  expect(await listed('&month=11')).toHaveLength(4)
  await imported(chain, 'revenue-forecast', director, view)
  expect(figuresOf(await listed(`&month=11&store=${chain.stores[0]}`))).toEqual([
    [11, 'Hàng tươi', 1200, 1150, 400],
    [11, 'Hàng khô', 800, 700, 600],
  ])
  expect(await listed(`&month=11&store=${chain.stores[1]}`)).toHaveLength(1)
  expect(await listed('&month=10')).toHaveLength(1)
  const history = await rows(
    chain.db,
    { action: 'string', changes: 'json' },
    sql`select action, changes from activity where module = 'revenue-forecast' and changes <> '{}' and action = 'import' or action = 'replace' order by id`,
  )
  expect(history).toEqual([
    { action: 'replace', changes: {} },
    { action: 'import', changes: { forecast: [1100, 1150], actual: [null, 400] } },
  ])
  const trashed = await rows(
    chain.db,
    { forecast: 'number' },
    sql`select forecast from revenue_forecast where deleted_at is not null`,
  )
  expect(trashed).toEqual([{ forecast: 310 }])
})

test('one wrong row keeps all of its month and store, and others are replaced', async () => {
  const view = await bring([
    line(11, 'S01', 'Hàng tươi', 1, 1, 1),
    line(11, 'S01', 'Không có nhóm này', 2, 2, 2),
    line(11, 'S02', 'Hàng tươi', 555, 555, 555),
  ])
  expect(view.counts).toMatchObject({ changed: 1, bad: 2 })
  expect(view.rows.map((row) => [row.line, Object.values(row.said)])).toEqual([
    [2, ['Line 3 is wrong, and Year, Month, Store is replaced as a whole']],
    [3, [expect.stringContaining('Không có nhóm này')]],
  ])
  expect(figuresOf(await listed(`&month=11&store=${chain.stores[0]}`))[0]).toEqual([11, 'Hàng tươi', 1200, 1150, 400])
  expect(figuresOf(await listed(`&month=11&store=${chain.stores[1]}`))).toEqual([[11, 'Hàng tươi', 555, 555, 555]])
})

test('a row of which nobody can tell what it belongs to keeps everything', async () => {
  const view = await bring([line(11, 'S77', 'Hàng tươi', 1, 1, 1), line(11, 'S02', 'Hàng tươi', 9, 9, 9)]).catch(
    () => null,
  )
  expect(view?.done ?? 0).toBe(0)
  expect(figuresOf(await listed(`&month=11&store=${chain.stores[1]}`))).toEqual([[11, 'Hàng tươi', 555, 555, 555]])
})

test('whoever may only add does not replace, and whoever reads does not import', async () => {
  const adder = await chain.person({ permissions: { 'revenue-forecast': { add: true, read: true } } })
  const view = await sent(chain, 'revenue-forecast', adder, await bookOf(HEAD, [line(11, 'S02', 'Hàng tươi', 9, 9, 9)]))
  expect((await chain.call('POST', `revenue-forecast/import/${view.id}/start`, { by: adder, body: {} })).status).toBe(
    403,
  )
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(4)]), 'x.xlsx')
  expect((await chain.call('POST', 'revenue-forecast/import', { by: manager, body: form })).status).toBe(403)
})

test('two that replace the same month at once leave one of them whole', async () => {
  const other = await chain.person({ permissions: { 'revenue-forecast': RIGHTS } })
  const lines = (sum: number) =>
    ['Hàng tươi', 'Hàng khô', 'Đồ gia dụng'].map((group) => line(9, 'S01', group, sum, sum, sum))
  const views = await Promise.all([
    sent(chain, 'revenue-forecast', director, await bookOf(HEAD, lines(11))),
    sent(chain, 'revenue-forecast', other, await bookOf(HEAD, lines(22))),
  ])
  await Promise.all([
    imported(chain, 'revenue-forecast', director, views[0]),
    imported(chain, 'revenue-forecast', other, views[1]),
  ])
  const found = await listed('&month=9')
  expect(found).toHaveLength(3)
  expect(new Set(found.map(({ target }) => target)).size).toBe(1)
})

test('what a colleague brought since the check is shown before it is replaced, and only then', async () => {
  const other = await chain.person({ permissions: { 'revenue-forecast': RIGHTS } })
  const bookWith = (sum: number, ...names: string[]) =>
    bookOf(
      HEAD,
      names.map((group) => line(8, 'S01', group, sum, sum, sum)),
    )
  const replacing = async (by: Person, book: Uint8Array) =>
    imported(chain, 'revenue-forecast', by, await sent(chain, 'revenue-forecast', by, book))
  const now = async () => figuresOf(await listed('&month=8')).map(([, group, target]) => [group, target])
  const view = await sent(chain, 'revenue-forecast', director, await bookWith(1, 'Hàng tươi'))
  expect(view).toMatchObject({ problem: null, counts: { new: 1, changed: 0, gone: 0 } })
  await replacing(other, await bookWith(2, 'Hàng tươi', 'Hàng khô'))
  const start = () => imported(chain, 'revenue-forecast', director, view)
  const refused = {
    state: 'ready',
    done: 0,
    problem:
      'What this workbook replaces was changed after it was checked. Nothing is saved. Please check what would change now, then import again.',
  }
  expect(await start()).toMatchObject({ ...refused, counts: { new: 0, changed: 1, gone: 1 } })
  expect((await pages(view.id, 'gone')).data.gone).toMatchObject([{ department_group: { name: 'Hàng khô' } }])
  // As many as were shown, but others.
  await replacing(other, await bookWith(2, 'Hàng tươi', 'Đồ gia dụng'))
  expect(await start()).toMatchObject({ ...refused, counts: { changed: 1, gone: 1 } })
  await replacing(other, await bookWith(3, 'Hàng tươi', 'Đồ gia dụng'))
  expect(await start()).toMatchObject(refused)
  expect(await now()).toEqual([
    ['Hàng tươi', 3],
    ['Đồ gia dụng', 3],
  ])
  expect(await start()).toMatchObject({ state: 'done', problem: null, done: 1, counts: { changed: 1, gone: 1 } })
  expect(await now()).toEqual([['Hàng tươi', 1]])
  const left = await sent(chain, 'revenue-forecast', director, await bookWith(4, 'Hàng tươi'))
  await replacing(other, await bookWith(5, 'Hàng tươi'))
  expect(await imported(chain, 'revenue-forecast', director, left)).toMatchObject(refused)
  await chain.call('DELETE', `revenue-forecast/import/${left.id}`, { by: director })
  expect((await pages(left.id, 'bad')).data).toMatchObject({ state: 'cancelled', problem: null })
})

test('the page adds up exactly what it shows, and a manager sees their own store', async () => {
  const [year, month] = wallClock(new Date(), 'Asia/Ho_Chi_Minh').day.split('-').map(Number)
  await sql`delete from revenue_forecast`.execute(chain.db)
  const put = (at: [number, number], store: number, group: number | undefined, sums: [number, number, number | null]) =>
    sql`insert into revenue_forecast (year, month, store, department_group, target, forecast, actual) values (${at[0]}, ${at[1]}, ${store}, ${group}, ${sums[0]}, ${sums[1]}, ${sums[2]})`.execute(
      chain.db,
    )
  for (const store of chain.stores)
    for (const group of groups) {
      await put([(year ?? 0) - 1, month ?? 1], store, group, [100, 90, 3_000_001])
      await put([year ?? 0, month ?? 1], store, group, [1_000_000_007, 900_000_001, 333_333_333])
    }
  const { data } = await chain.call<Summary>('GET', 'revenue-forecast/summary', { by: director })
  expect(data.total).toMatchObject({ target: 6 * 1_000_000_007, forecast: 6 * 900_000_001, actual: 6 * 333_333_333 })
  for (const key of [
    'target',
    'forecast',
    'actual',
    'target_due',
    'forecast_due',
    'baseline',
    'baseline_target',
  ] as const) {
    const stores = data.stores.map((store) => {
      const sum = store.groups.reduce((all, one) => all + one[key], 0)
      expect(store[key], key).toBe(sum)
      return sum
    })
    expect(data.total[key]).toBe(stores.reduce((all, one) => all + one, 0))
    expect(data.total[key]).toBe(data.months.reduce((all, one) => all + one[key], 0))
  }
  expect(data.total.target_due).toBeLessThan(data.total.target)
  const mine = await chain.call<Summary>('GET', 'revenue-forecast/summary', { by: manager })
  expect(mine.data.stores.map(({ store }) => store.id)).toEqual([chain.stores[0]])
  expect(mine.data.total.target).toBe(3 * 1_000_000_007)
  const one = await chain.call<Summary>(
    'GET',
    `revenue-forecast/summary?department_group=${groups[0]}&store=${chain.stores[1]}`,
    { by: director },
  )
  expect(one.data.total.target).toBe(1_000_000_007)
  expect(
    (await chain.call('GET', 'revenue-forecast/summary', { by: await chain.person({ permissions: {} }) })).status,
  ).toBe(403)
})

test('says of each store which forecast was nearer in the past', async () => {
  await sql`delete from revenue_forecast`.execute(chain.db)
  const year = Number(wallClock(new Date(), 'Asia/Ho_Chi_Minh').day.slice(0, 4))
  const [store] = chain.stores
  const put = (at: number, month: number, forecast: number, actual: number) =>
    sql`insert into revenue_forecast (year, month, store, department_group, target, forecast, actual) values (${at}, ${month}, ${store}, ${groups[0]}, 1, ${forecast}, ${actual})`.execute(
      chain.db,
    )
  // May to August of two years ago and of last year: the same, without Tết; forecasts a tenth too high.
  for (const month of [5, 6, 7, 8]) {
    await put(year - 2, month, 1100, 1000)
    await put(year - 1, month, 1100, 1000)
  }
  const { data } = await chain.call<Summary>('GET', 'revenue-forecast/summary', { by: director })
  expect(data.wape).toEqual([
    { store: { id: store, name: 'S01 Siêu thị Cầu Giấy' }, months: 4, forecast: 10, baseline: 0 },
  ])
})

test('reckons a baseline of an earlier year by the growth of its own time, as by hand', async () => {
  await sql`delete from revenue_forecast`.execute(chain.db)
  const [store] = chain.stores
  const put = (at: number, month: number, forecast: number, actual: number) =>
    sql`insert into revenue_forecast (year, month, store, department_group, target, forecast, actual) values (${at}, ${month}, ${store}, ${groups[0]}, 1, ${forecast}, ${actual})`.execute(
      chain.db,
    )
  for (const month of [10, 11, 12]) {
    await put(2023, month, 0, 1000)
    await put(2024, month, 1210, 1100)
  }
  await put(2024, 1, 0, 3700)
  await put(2024, 2, 0, 3000)
  await put(2025, 1, 4840, 4400)
  await put(2025, 2, 2860, 2860)
  // January 2025: 3,700 / 37 x 40, grown as October to December did (3,300 to 3,000), is 4,400. February 2025: 3,000 / 30 x 26, grown as
  // November to January did (6,600 to 1,000 + 1,000 + 4,000), is 2,860. October 2024 knows no growth yet and is 100 off; what follows grows
  // by a tenth. Of 10,560 sold the baseline is 100 off, the forecast 3 x 110 + 440.
  const { data } = await chain.call<Summary>('GET', 'revenue-forecast/summary?year=2026', { by: director })
  expect(data.wape_total.months).toBe(5)
  expect(data.wape_total.baseline).toBeCloseTo(10_000 / 10_560, 9)
  expect(data.wape_total.forecast).toBeCloseTo(77_000 / 10_560, 9)
  const earlier = await chain.call<Summary>('GET', 'revenue-forecast/summary?year=2025', { by: director })
  expect(earlier.data.months.slice(0, 2).map(({ baseline }) => baseline)).toEqual([4400, 2860])
  // Of 2024 October to December alone have a year before them: 1,000 without a growth, and twice 1,000 grown by a tenth.
  const first = await chain.call<Summary>('GET', 'revenue-forecast/summary?year=2024', { by: director })
  expect(first.data.total).toMatchObject({ target: 5, baseline: 3200, baseline_target: 3 })
})
