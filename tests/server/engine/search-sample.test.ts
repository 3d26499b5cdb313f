import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { complaints } from '../../../src/modules/complaints/complaints.ts'
import { tags } from '../../../src/modules/tags/tags.ts'
import { rows } from '../../../src/server/db/db.ts'
import { sampleOf } from '../../../src/server/search/term-sampler.ts'
import type { Definition } from '../../../src/shared/resource.ts'
import { startChain } from '../../setup/chain.ts'
import { inPieces } from '../../setup/records/in-pieces.ts'

const chain = await startChain()
const { db } = chain
const admin = await chain.person()
const clerk = await chain.person({ role: 'Store manager', store: chain.stores[0] })

interface Page {
  data: { id: number }[]
  total: number
  total_is_more?: boolean
}
const found = async (path: string, search: string, by = admin): Promise<Page> =>
  (await chain.call<Page>('GET', `${path}perpage=100&search=${encodeURIComponent(search)}`, { by })).data

/** Searches once, so that the server reads its sample, and waits until it has. */
async function sampled(definition: Definition, path: string): Promise<readonly string[]> {
  await found(path, 'gao')
  return vi.waitFor(() => {
    const sample = sampleOf(db, definition)
    if (!sample) throw new Error('There is no sample yet')
    return sample.texts
  }, 40_000)
}

const SEARCHES = [
  '2601-000007',
  '2601-012345',
  '012345',
  '0900950280',
  '00007',
  '0000',
  'quach',
  'Quách Gia Kỳ',
  'gia ky quach 2601',
  '김민준',
  '김민',
  '100%_thật',
  '%',
  '_thật',
  'ky',
  'gao',
  'gạo thơm vinh',
  'quach gao',
  'không đâu có',
  '2601-012345 sữa',
]

/** The same by a plain reading of all, newest first. */
const expected = async (search: string, where = sql`true`) =>
  (
    await rows(
      db,
      { id: 'number' },
      sql`select r.id from complaints r join complaints_words w using (id) where r.deleted_at is null and ${where}
        and not exists (select from regexp_split_to_table(fold(${search}), '\\s+') word
          where strpos(w.search_text, case when length(word) < 3 then ' ' || word else word end) = 0)
        order by r.created_at desc, r.id desc`,
    )
  ).map(({ id }) => id)
async function proven(): Promise<void> {
  for (const search of SEARCHES)
    for (const [by, where] of [
      [admin, sql`true`],
      [clerk, sql`r.store = ${chain.stores[0]}`],
    ] as const) {
      const all = await expected(search, where)
      const page = await found('ticket?', search, by)
      expect(
        page.data.map(({ id }) => id),
        search,
      ).toEqual(all.slice(0, 100))
      if (page.total_is_more) expect(all.length, search).toBeGreaterThan(Math.max(page.total, 1))
      else expect(page.total, search).toBe(all.length)
    }
}

describe('Of a table that is big enough for a sample', () => {
  beforeAll(async () => {
    const goods = ['gạo thơm', 'sữa tươi', 'cá hồi cắt lát', 'kem đánh răng', 'nồi cơm điện']
    await inPieces(
      db,
      40_000,
      (
        from,
        to,
      ) => sql`insert into complaints (created_at, issue_number, title, store, feedback_type, feedback_method, customer_name, phone, content, state, deleted_at)
        select now() - g * interval '1 minute', '2601-' || lpad(g::text, 6, '0'), 'Sản phẩm ' || (${goods}::text[])[1 + g % 5] || case when g % 8000 = 77 then ' 100%_thật' else '' end,
          (${chain.stores}::bigint[])[1 + g % 2], ${chain.types[0]}, 'hotline', case when g % 9000 = 123 then 'Quách Gia Kỳ 김민준' else 'Trần Gia Vinh' end, '09' || lpad((g::bigint * 7919 % 100000000)::text, 8, '0'),
          '<p>Hóa đơn số ' || lpad((g::bigint * 104729 % 100000000)::text, 8, '0') || '.</p>', 'closed', case when g % 40 = 0 then now() end
        from generate_series(${from}::int, ${to}::int) g`,
    )
    await inPieces(
      db,
      40_000,
      (from, to) => sql`insert into tags (name) select 'Nhãn ' || g from generate_series(${from}::int, ${to}::int) g`,
    )
    await sql`analyze complaints`.execute(db)
    await sql`analyze tags`.execute(db)
  })

  test('the same is found with the sample as without, of words rare and common, by whoever searches', async () => {
    expect(sampleOf(db, complaints)).toBeNull()
    await proven()
    const texts = await sampled(complaints, 'ticket?')
    expect(texts.length).toBeGreaterThan(500)
    await proven()
    expect(await found('ticket?', '2601-012345')).toMatchObject({ data: [{ id: expect.any(Number) }], total: 1 })
  })

  test('the newest of words that were common before very many others came in are found behind these, page by page', async () => {
    const bring = (count: number, at: string, before = 0) =>
      inPieces(
        db,
        count,
        (
          from,
          to,
        ) => sql`insert into complaints (created_at, issue_number, title, store, feedback_type, feedback_method, customer_name, phone, content, state)
          select ${sql.raw(at)}, '2602-' || lpad((${before}::int + g)::text, 6, '0'), case when g % 9000 = 1 then 'Gạo thơm ' || g else 'Kệ hàng ' || g end, (${chain.stores}::bigint[])[1 + g % 2], ${chain.types[0]}, 'hotline', 'Trần Gia Vinh', '0912345678', '<p>x</p>', 'new'
          from generate_series(${from}::int, ${to}::int) g`,
      )
    await bring(45_000, 'now()')
    await proven()
    const all = await expected('gao')
    for (const [page, perpage] of [
      [1, 2],
      [1, 10],
      [2, 10],
      [7, 30],
      [20, 100],
    ] as const) {
      const { data } = await chain.call<Page>('GET', `ticket?page=${page}&perpage=${perpage}&search=gao`, { by: admin })
      expect(data.data.map(({ id }) => id)).toEqual(all.slice((page - 1) * perpage, page * perpage))
    }
    // Loaded since, as of last week: their numbers stand nowhere near those of their neighbours.
    await bring(5_000, "now() - g * interval '2 minutes'", 45_000)
    await proven()
    await inPieces(
      db,
      50_000,
      (from, to) =>
        sql`delete from complaints where issue_number in (select '2602-' || lpad(g::text, 6, '0') from generate_series(${from}::int, ${to}::int) g)`,
    )
  })

  test('a word that has become common since is found with as many as there are', async () => {
    await sampled(complaints, 'ticket?')
    const messages = (count: number) =>
      sql`insert into complaints (title, store, feedback_type, feedback_method, customer_name, phone, content, state)
        select 'Thu hồi lô xyz' || g, ${chain.stores[0]}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', '<p>x</p>', 'new' from generate_series(1, ${count}::int) g`.execute(
        db,
      )
    await messages(900)
    expect(await found('ticket?', 'thu hoi xyz')).toMatchObject({ total: 900 })
    await messages(900)
    const many = await found('ticket?', 'thu hoi xyz')
    expect(many).toMatchObject({ total: 1000, total_is_more: true })
    expect(many.data).toHaveLength(100)
  })

  test('a register with its words in the record is searched so too', async () => {
    expect((await found('tag?', 'nhan 31234')).data).toHaveLength(1)
    await sampled(tags, 'tag?')
    expect(await found('tag?', 'nhan 31234')).toMatchObject({ data: [{ name: 'Nhãn 31234' }], total: 1 })
    expect((await found('tag?', 'nhan')).total_is_more).toBe(true)
    expect(await found('tag?', 'nhan khac')).toMatchObject({ data: [], total: 0 })
  })
})
