import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, loadDemo } from '../../../src/demo/demo.ts'
import { isOpenState } from '../../../src/modules/complaints/states.ts'
import { prepare } from '../../../src/modules/user-roles/user-roles.server.ts'
import { isPassword } from '../../../src/server/auth/password.ts'
import { type Db, rows } from '../../../src/server/db/db.ts'
import type { RowOf, Shape } from '../../../src/server/db/shape.ts'
import { findFile } from '../../../src/server/files/files.ts'
import { pathOf, thumbnailPathOf } from '../../../src/server/files/paths.ts'
import { localStore } from '../../../src/server/files/store.ts'
import { keysOf } from '../../../src/server/private/keys.ts'
import { vatConsent } from '../../../src/shared/consents/vat.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { openFresh } from '../../setup/database/database.ts'

/** Two cores may be busy with other tests meanwhile. */
const PATIENCE = 180_000
const KEYS = keysOf(['a key for the demo chain of this test'])
const NOW = new Date('2026-11-20T09:30:00Z')

async function demoChain() {
  const { db } = await openFresh(3)
  await prepare(db)
  const store = localStore(newFolder('demo'), { bytes: 0, share: 0 })
  await loadDemo(db, store, { now: NOW, keys: KEYS })
  return { db, store }
}
const { db, store } = await demoChain()

const all = <const S extends Shape>(shape: S, statement: string) => rows(db, shape, sql.raw(statement))
const one = async <const S extends Shape>(shape: S, statement: string): Promise<RowOf<S>> => {
  const [first] = await all(shape, statement)
  if (!first) throw new Error(`no row: ${statement}`)
  return first
}

describe('the demo chain', () => {
  test('has rows on every screen', async () => {
    const tables = [
      'stores',
      'departments',
      'users',
      'user_roles',
      'ticket_types',
      'tags',
      'solutions',
      'canned_replies',
      'assignment_rules',
      'holidays',
      'supplier_groups',
      'shippers',
      'goods_delivery',
      'supplier_staffs',
      'supplier_staff_cards',
      'supplier_staffs_checking',
      'delivery_fees',
      'gift_card_event_products',
      'gift_card_event_logs',
      'complaints',
      'complaint_comments',
      'activity',
      'notifications',
      'stored_files',
    ]
    const counts = Object.fromEntries(
      await Promise.all(
        tables.map(
          async (table) => [table, (await one({ n: 'number' }, `select count(*)::int as n from ${table}`)).n] as const,
        ),
      ),
    )
    expect(counts).toMatchObject({
      stores: 13,
      departments: 33,
      users: 60,
      user_roles: 10,
      ticket_types: 12,
      supplier_groups: 19,
      complaints: 5000,
    })
    expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(8)
  })

  test('keeps what everybody agreed to who used a public form, and of nobody else', async () => {
    const [agreed, forms] = await Promise.all([
      all(
        { module: 'string', record_id: 'number' },
        `select module, record_id, min(version) as version, count(*) > 0 as is_there from consents
           where purpose not in ('Offers for members', 'Surveys for members') group by 1, 2 order by 1, 2`,
      ),
      all(
        { module: 'string', record_id: 'number' },
        `select * from (
             select 'member-register' as module, id as record_id, '1' as version, true as is_there from member_register
             union all select 'vat-info', id, '${vatConsent.version}', true from vat_info where source = 'public'
             union all select 'goods-delivery', id, '1', true from goods_delivery where source = 'public'
           ) f order by 1, 2`,
      ),
    ])
    expect(new Set(forms.map(({ module }) => module))).toHaveLength(3)
    expect(agreed).toEqual(forms)
  })

  test('has a year of visits of supplier staff, some inside now, some planned or missed, nobody inside twice', async () => {
    const counts = await one(
      { people: 'number', visits: 'number', inside: 'number', missed: 'number', unresolved: 'number', twice: 'number' },
      `select (select count(*)::int from supplier_staffs) as people, count(*)::int as visits,
         count(*) filter (where status = 'inside')::int as inside, count(*) filter (where status = 'no-show')::int as missed,
         count(*) filter (where status = 'unresolved')::int as unresolved,
         (select count(*)::int from (select staff from supplier_staffs_checking where receiving_date is not null
            group by staff, visit_on having count(*) > 1) d) as twice from supplier_staffs_checking`,
    )
    expect(counts).toMatchObject({ people: 200, twice: 0 })
    expect(counts.visits).toBeGreaterThan(20_000)
    for (const some of [counts.inside, counts.missed, counts.unresolved]) expect(some).toBeGreaterThan(0)
    const stores = await one(
      { n: 'number' },
      `select count(distinct store)::int as n from supplier_staffs_checking where receiving_date > '2026-11-01'`,
    )
    expect(stores.n).toBe(12)
  })

  test('lets the printed people sign in', async () => {
    const users = await all({ email: 'string', password_hash: 'string' }, 'select email, password_hash from users')
    const emails = users.map((user) => user.email.replace('@demo.example', ''))
    for (const login of [
      'admin',
      'ceo',
      'service',
      'manager01',
      'manager12',
      'marketing',
      'accounting',
      'reception01',
      'staff01',
      'shipper01',
    ])
      expect(emails).toContain(login)
    expect(await isPassword(DEMO_PASSWORD, users[0]?.password_hash ?? null)).toBe(true)
  })

  test('has every status, about 150 open, and some overdue', async () => {
    const found = await all(
      { status: 'string', n: 'number' },
      `select case when ${isOpenState('state')} and due_at < '${NOW.toISOString()}' then 'overdue' else state end as status, count(*)::int as n from complaints group by 1`,
    )
    const n = Object.fromEntries(found.map((row) => [row.status, row.n]))
    const openOnes = (n.new ?? 0) + (n.processing ?? 0) + (n.reopened ?? 0) + (n.overdue ?? 0)
    expect(openOnes).toBeGreaterThan(130)
    expect(openOnes).toBeLessThan(200)
    for (const status of ['new', 'processing', 'reopened', 'overdue', 'completed', 'closed', 'deleted'])
      expect([status, n[status] ?? 0]).toEqual([status, expect.toSatisfy((count: number) => count >= 8)])
  })

  test('has deadlines that stay where they are when the calendar is edited elsewhere: counted, or moved by a person', async () => {
    const moved = await all(
      { id: 'number' },
      `select id from complaints where ${isOpenState('state')} and due_at > '${NOW.toISOString()}' and not is_extended
         and due_at <> ticket_deadline(feedback_type, priority, coalesce(due_since, created_at), paused_work)`,
    )
    expect(moved).toEqual([])
    const { n } = await one(
      { n: 'number' },
      `select count(*)::int as n from complaints c where is_extended and not exists (select 1 from activity a where a.module = 'complaints' and a.record_id = c.id and a.action = 'extend')`,
    )
    expect(n).toBe(0)
  })

  test('never tells of the future, nor of a step before the one it follows', async () => {
    const { wrong } = await one(
      { wrong: 'number' },
      `select count(*)::int as wrong from complaints where created_at > '${NOW.toISOString()}' or updated_at > '${NOW.toISOString()}' or handle_date < created_at
         or completed_at < handle_date or closed_at < completed_at or (state = 'deleted') <> (deleted_at is not null)
         or (state in ('completed', 'closed')) <> (completed_at is not null) or (state = 'closed') <> (closed_at is not null)
         or (completed_at is not null and (solution is null or origin is null or comment is null))`,
    )
    expect(wrong).toBe(0)
    expect(await one({}, `select count(*)::int as n from activity where at > '${NOW.toISOString()}'`)).toEqual({ n: 0 })
  })

  test('numbers complaints without a gap in each month, and goes on from there', async () => {
    const months = await all(
      { n: 'number', top: 'number' },
      `select count(*)::int as n, max(right(issue_number, 6)::int) as top from complaints group by left(issue_number, 4)`,
    )
    expect(months.length).toBeGreaterThanOrEqual(24)
    expect(months.filter(({ n, top }) => n !== top)).toEqual([])
    expect(
      await one(
        {},
        `select next_issue_number('${NOW.toISOString()}') as number, (select max(issue_number) from complaints) as last`,
      ),
    ).toSatisfy(
      ({ number, last }: { number: string; last: string }) => Number(number.slice(5)) === Number(last.slice(5)) + 1,
    )
    const { id } = await one({ id: 'number' }, `insert into tags (name) values ('mới') returning id`)
    expect(id).toBe(17)
  })

  test('keeps the tally of complaints right', async () => {
    expect(await one({}, `select sum(n)::int as n from complaints_delta`)).toEqual({ n: 5000 })
  })

  test('reads real: many different titles and contents in every type', async () => {
    const types = await all(
      { name: 'string', titles: 'number', contents: 'number', n: 'number' },
      'select t.name, count(distinct title)::int as titles, count(distinct content)::int as contents, count(*)::int as n from complaints c join ticket_types t on t.id = c.feedback_type group by 1',
    )
    expect(types).toHaveLength(12)
    for (const type of types)
      expect([type.name, type.contents]).toEqual([type.name, expect.toSatisfy((count: number) => count >= 60)])
    expect(
      await all(
        {},
        `select title, content from complaints where title ~ '[{}|]' or content ~ '[{}|]' or content ~ '  ' or length(title) > 191 limit 3`,
      ),
    ).toEqual([])
  })

  test('gives its pictures to complaints, and faces to people', async () => {
    const { pictured } = await one(
      { pictured: 'number' },
      `select count(*)::int as pictured from complaints where attachments <> '{}'`,
    )
    expect(pictured).toBeGreaterThanOrEqual(120)
    const files = await all(
      { id: 'string' },
      `select unnest(attachments) as id from complaints union all select unnest(avatar) from users`,
    )
    for (const { id } of files) {
      const file = await findFile(db, id)
      if (!file) throw new Error(`no row for ${id}`)
      expect(await store.size(pathOf(file))).toBe(file.bytes)
      expect(await store.size(thumbnailPathOf(file))).toBeGreaterThan(500)
    }
  })

  test('notifies only those who may see the complaint', async () => {
    const { wrong } = await one(
      { wrong: 'number' },
      `select count(*)::int as wrong from notifications n join users u on u.id = n.user_id join user_roles o on o.id = u.role join complaints c on c.id = n.ticket_id
       where not coalesce((o.permissions->'complaints'->>'read')::boolean, false) or (o.scope = 'store' and u.store <> c.store)
         or (o.scope = 'department' and u.department is distinct from c.department and c.assignee is distinct from u.id)`,
    )
    expect(wrong).toBe(0)
    expect(
      (await one({ n: 'number' }, 'select count(distinct user_id)::int as n from notifications')).n,
    ).toBeGreaterThan(40)
  })

  test(
    'is the same every time',
    async () => {
      const twin = await demoChain()
      const digest = async (of: Db) => {
        const found = await rows(
          of,
          { line: 'string' },
          sql`select c::text as line from complaints c where id <= 5000 union all select m::text from complaint_comments m union all select (to_jsonb(u) - 'password_hash')::text from users u
            union all select (to_jsonb(a) - 'xid')::text from activity a union all select f::text from stored_files f order by 1`,
        )
        return createHash('sha256')
          .update(found.map((row) => row.line).join('\n'))
          .digest('hex')
      }
      expect(await digest(twin.db)).toBe(await digest(db))
    },
    PATIENCE,
  )
})
