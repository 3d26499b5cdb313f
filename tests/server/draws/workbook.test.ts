import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { jsonOf } from '../../../src/server/db/shape.ts'
import { imported, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'
import { drawsOf, hoursFrom } from '../../setup/draws/draws.ts'
import { opened } from '../../setup/office.ts'
import { TET_GIFTS, tetBook } from '../../setup/tet-book.ts'

const chain = await startChain()
const third = await row(
  chain.db,
  { id: 'number' },
  sql`insert into stores (code, name) values ('S03', 'Siêu thị Hà Đông') returning id`,
)
const { marketing, desk, step, draw, check, bill, shown } = await drawsOf(chain)
const EVENTS = 'gift-card-events'
const GIFTS = 'gift-card-event-products'

const giftsOf = (event: number) =>
  rows(
    chain.db,
    { name: 'string', chance: 'string', instead: 'string?', stores: jsonOf<[string, number][]>() },
    sql`select p.name, p.chance::text as chance, s.name as instead,
          (select coalesce(json_agg(json_build_array(t.code, l.line -> 'stock') order by t.code), '[]') from jsonb_array_elements(p.by_store) l(line) join stores t on t.id = (l.line ->> 'store')::bigint) as stores
        from gift_card_event_products p left join gift_card_event_products s on s.id = p.substitute
        where p.event = ${event} and p.deleted_at is null order by p.position`,
  )

describe('An event of a workbook', () => {
  test('comes with its gifts in two sheets of one file, and begins by itself at its time', async () => {
    const book = await tetBook()
    const events = await sent(chain, EVENTS, marketing, book, { lang: 'vi' })
    expect(events, JSON.stringify(events)).toMatchObject({ state: 'ready', next: GIFTS, counts: { new: 1, bad: 0 } })
    expect((await imported(chain, EVENTS, marketing, events)).state).toBe('done')

    const gifts = await sent(chain, GIFTS, marketing, book, { lang: 'vi' })
    expect(gifts, JSON.stringify(gifts)).toMatchObject({ state: 'ready', next: null, counts: { new: 6, bad: 0 } })
    await imported(chain, GIFTS, marketing, gifts)
    const event = (
      await chain.call<{ data: { id: number; version: number; code: string; stores: { name: string }[] }[] }>(
        'GET',
        `${EVENTS}?search=TET27`,
        { by: marketing },
      )
    ).data.data[0]
    if (!event) throw new Error('No event')
    expect(event.stores).toHaveLength(3)
    const made = await giftsOf(event.id)
    expect(made.map(({ name, chance }) => [name, Number(chance)])).toEqual(
      TET_GIFTS.map(([, name, chance]) => [name, Number(String(chance).replace(',', '.'))]),
    )
    expect(made.map(({ instead }) => instead)).toEqual([
      'Phiếu 100.000 ₫',
      'Phiếu 100.000 ₫',
      null,
      'Khăn mặt',
      null,
      null,
    ])
    expect(made[0]?.stores).toEqual([
      ['S01', 2],
      ['S02', 2],
      ['S03', 1],
    ])

    // The same workbook again says what is there already.
    const again = await sent(chain, GIFTS, marketing, book, { lang: 'vi' })
    expect(again.counts).toMatchObject({ new: 0, changed: 0, same: 6, bad: 0 })

    await chain.call('PUT', `${EVENTS}/${event.id}`, {
      by: marketing,
      body: { version: event.version, starts_at: hoursFrom(1) },
    })
    expect((await chain.call('GET', `draws/TET27`)).status).toBe(404)
    const { status, text } = await step('release', event, { registration_number: '117/2026/SCT' })
    expect([status, text]).toEqual([200, expect.anything()])
    expect((await check(event, [bill('HD-1')])).refusals).toMatchObject([{ code: 'not running' }])
    await sql`update gift_card_events set starts_at = now() + interval '1 second' where id = ${event.id}`.execute(
      chain.db,
    )
    await expect.poll(async () => (await shown(event)).standing).toBe('running')
    const open = await chain.call<{ plans: { version: number; commitment: string }[]; gifts: unknown[] }>(
      'GET',
      'draws/TET27',
    )
    expect(open.data.gifts).toHaveLength(6)
    expect(open.data.plans).toEqual([
      expect.objectContaining({ version: 1, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    ])
    // Members alone, one draw for each 500,000 đồng, at most three.
    expect((await check(event, [bill('HD-1')])).refusals).toMatchObject([{ code: 'customer needed' }])
    await sql`insert into member_register (full_name, request_type, birth_date, identity_number, nationality, phone, store, status)
      select 'Nguyễn Văn An', 'new', birth_date, identity_number, 'Việt Nam', '0901234567', ${chain.stores[0]}, 'completed'
      from (values ('x', 'y')) v(birth_date, identity_number)`.execute(chain.db)
    const rights = await check(event, [bill('HD-1', { total: 5_000_000 })], { phone: '0901234567' })
    expect(rights).toMatchObject({ draws_left: 3, refusals: [] })
    expect((await draw(event, [bill('HD-1')], { phone: '0901234567', by: desk })).status).toBe(201)
    expect((await draw(event, [bill('HD-2')], { store: third?.id, by: marketing, phone: '0901234567' })).status).toBe(
      201,
    )
    // Released, its gifts change on their own page alone; a book that changes none of them is taken as it stands.
    const late = await sent(chain, GIFTS, marketing, book, { lang: 'vi' })
    expect(late.counts).toMatchObject({ same: 6, bad: 0 })
    const [first = [], ...others] = TET_GIFTS
    const richer = await tetBook([first.with(3, 6), ...others, ['TET27', 'Móc khóa', 1, 10]])
    expect((await sent(chain, GIFTS, marketing, richer, { lang: 'vi' })).counts).toMatchObject({ same: 5, bad: 2 })
  })

  test('tells which gift cannot stand in, and takes none that hangs on it', async () => {
    const event = await (await drawsOf(chain)).event({ name: 'Thu', code: 'THU' })
    const gift = (name: string, instead: string | null, colour = '#D9480F') =>
      ['THU', name, 5, 10, null, null, instead, null, colour, null, null] as const
    const read = await sent(
      chain,
      GIFTS,
      marketing,
      await tetBook([
        gift('Ô', 'Nón'),
        gift('Nón', 'Dù'),
        gift('Dù', null, 'đỏ'),
        gift('Quạt', 'Quạt'),
        gift('Ly', 'Bình nước'),
        gift('Bút', 'VỞ'),
        gift('Vở', 'Bút'),
      ]),
      { lang: 'en' },
    )
    expect(read.counts).toMatchObject({ new: 2, bad: 5 })
    const said = Object.fromEntries(read.rows.map(({ cells, said: why }) => [cells[1], Object.values(why).join()]))
    expect(said).toMatchObject({
      Ô: expect.stringContaining('not taken'),
      Nón: expect.stringContaining('none called “Dù”'),
      Quạt: expect.stringContaining('stand in for itself'),
      Ly: expect.stringContaining('none called “Bình nước”'),
    })
    await imported(chain, GIFTS, marketing, read)
    expect((await giftsOf(event.id)).map(({ name, instead }) => [name, instead]).toSorted()).toEqual([
      ['Bút', 'Vở'],
      ['Vở', 'Bút'],
    ])
  })

  test('is filled into a template that has a sheet of each', async () => {
    const answer = await fetch(`${chain.url}/api/${EVENTS}/import/template`, {
      headers: { authorization: `Bearer ${marketing.token}`, cookie: 'lang=vi' },
    })
    const sheets = await opened(new Uint8Array(await answer.arrayBuffer()))
    expect(sheets.map(({ name }) => name)).toEqual(['Sự kiện thẻ quà tặng', 'Quà tặng', 'Ghi chú', 'Danh mục'])
    const head = sheets[1]?.rows[0]?.map((cell) => cell?.text) ?? []
    expect(head).toEqual(expect.arrayContaining(['Tên quà *', 'Quà thay thế', 'Số lượng theo cửa hàng']))
  })
})
