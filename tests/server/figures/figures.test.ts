import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { complaints } from '../../../src/modules/complaints/complaints.ts'
import { theServer } from '../../../src/server/actor.ts'
import { figuresBy } from '../../../src/server/counters/counters.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()

test('a complaint counts on its day in the chain, by what lists show, and a breach stays', async () => {
  const { db } = chain
  const [first, second] = chain.stores
  const add = (at: string, store: number, more: string) =>
    sql`insert into complaints (created_at, title, store, feedback_type, feedback_method, customer_name, phone, content, state, due_at, wait_minutes, completed_at, breached_at, tags)
      select ${at}::timestamptz, 'x', ${store}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', 'x', ${sql.raw(more)}`.execute(
      db,
    )
  // 2025-12-31 17:00 UTC is midnight in Việt Nam.
  await add(
    '2025-12-31 16:59:59Z',
    first,
    `'closed', timestamptz '2026-01-02', 30, timestamptz '2026-01-01', null, '{}'`,
  )
  await add(
    '2025-12-31 17:00:00Z',
    first,
    `'closed', timestamptz '2026-01-02', 60, timestamptz '2026-01-03', null, '{1,2}'`,
  )
  await add('2026-01-05 03:00:00Z', second, `'new', timestamptz '2026-01-06', null, null, null, '{2}'`)
  await add(
    '2026-01-05 04:00:00Z',
    second,
    `'reopened', timestamptz '2099-01-06', 5, null, timestamptz '2026-01-06', '{}'`,
  )
  await add('2026-01-05 05:00:00Z', second, `'deleted', null, 7, null, null, '{}'`)
  await sql`update complaints set deleted_at = now() where state = 'deleted'`.execute(db)

  const wish = { from: '2025-12-01', to: '2026-01-31', actor: theServer }
  const byMonth = await figuresBy(db, complaints, { ...wish, dimension: 'month' })
  const none = { new: 0, processing: 0, completed: 0, closed: 0, reopened: 0 }
  expect(byMonth.toSorted((a, b) => Number(a.n) - Number(b.n))).toEqual([
    {
      key: '2025-12',
      and: '',
      n: 1,
      states: { ...none, closed: 1 },
      overdue: 0,
      on_time: 1,
      late: 0,
      wait_minutes_sum: 30,
      wait_n: 1,
    },
    {
      key: '2026-01',
      and: '',
      n: 3,
      states: { ...none, closed: 1, reopened: 1 },
      overdue: 1,
      on_time: 0,
      late: 3,
      wait_minutes_sum: 65,
      wait_n: 2,
    },
  ])
  const counts = async (more: object) =>
    (await figuresBy(db, complaints, { ...wish, dimension: 'none', ...more }))
      .map(({ key, and, n }) => [key, and, n])
      .toSorted()
  expect(await counts({ dimension: 'day', and: 'store' })).toEqual([
    ['2025-12-31', String(first), 1],
    ['2026-01-01', String(first), 1],
    ['2026-01-05', String(second), 2],
  ])
  expect(await counts({ dimension: 'tags' })).toEqual([
    [null, '', 2],
    ['1', '', 1],
    ['2', '', 2],
  ])
  expect(await counts({ filters: { store: [second], department: [null] } })).toEqual([['', '', 2]])
  expect(await counts({ actor: { ...theServer, scope: 'store', store: first } })).toEqual([['', '', 2]])
})
