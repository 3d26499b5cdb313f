import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { unwatched } from '../../../src/modules/complaints/deadlines/monitor.server.ts'
import { missingFingerprints } from '../../../src/modules/complaints/related/fingerprints.server.ts'
import { verifyFigures } from '../../../src/server/counters/counters.ts'
import { inTransaction, row } from '../../../src/server/db/db.ts'
import { queueJob } from '../../../src/server/jobs/jobs.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'

interface Around {
  duplicates: Ticket[]
  links: { id: number; kind: string; complaint: Ticket }[]
}

interface Likely extends Ticket {
  customer_name: string
  store: string
  phone_end: string | null
  why: string
}

const chain = await startChain()
const admin = await chain.person()
const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })

const around = async (id: number, by = admin) => (await chain.call<Around>('GET', `ticket/${id}/related`, { by })).data
const ids = (found: readonly { id: number }[]) => found.map(({ id }) => id)
let serial = 0
const phone = () => `09${String(13_000_000 + ++serial)}`

const TEXT =
  'Hôm qua tôi mua hai hộp sữa chua ở kệ lạnh, về nhà mở ra thì hộp bị phồng nắp và có mùi chua gắt, đề nghị cửa hàng kiểm tra lại tủ mát.'
const NEARLY =
  'Hôm qua tôi có mua hai hộp sữa chua ở kệ lạnh, về nhà mở ra thì hộp đã bị phồng nắp và có mùi chua gắt. Đề nghị cửa hàng kiểm tra tủ mát!'
const OTHER =
  'Nhân viên thu ngân nói chuyện điện thoại và không chào khách, tôi phải chờ gần mười phút mới được tính tiền.'

const marked = (one: Ticket) =>
  expect
    .poll(
      async () =>
        (
          await row(
            chain.db,
            { n: 'number' },
            sql`select count(*)::int as n from complaint_fingerprints where complaint = ${one.id}`,
          )
        )?.n,
    )
    .toBeGreaterThan(0)

describe('probable duplicates', () => {
  test('are of the same phone, store and type within seven days', async () => {
    const mine = { phone: phone(), content: `<p>${TEXT}</p>` }
    const first = await chain.ticket(admin, mine)
    const again = await chain.ticket(admin, { ...mine, content: '<p>Chuyện khác hẳn</p>' })
    const otherType = await chain.ticket(admin, {
      ...mine,
      content: '<p>Lại chuyện khác</p>',
      feedback_type: chain.types[1],
    })
    const old = await chain.ticket(admin, { ...mine, content: '<p>Đã lâu rồi</p>' })
    await sql`update complaints set created_at = now() - interval '8 days' where id = ${old.id}`.execute(chain.db)
    const found = await around(first.id)
    expect(ids(found.duplicates)).toEqual([again.id])
    const customer = await chain.call<{ complaints: number; records: { data: Ticket[] } }>(
      'GET',
      `ticket/${first.id}/customer`,
      { by: admin },
    )
    expect(customer.data.complaints).toBe(4)
    expect(new Set(ids(customer.data.records.data))).toEqual(new Set([first.id, again.id, otherType.id, old.id]))
  })

  test('are of nearly the same words from another phone, too, and also while one is being written', async () => {
    const first = await chain.ticket(admin, { phone: phone(), content: `<p>${TEXT}</p>` })
    const nearly = await chain.ticket(admin, { phone: phone(), content: `<p>${NEARLY}</p>`, store: chain.stores[1] })
    const other = await chain.ticket(admin, { phone: phone(), content: `<p>${OTHER}</p>` })
    await Promise.all([first, nearly, other].map(marked))
    expect(ids((await around(first.id)).duplicates)).toContain(nearly.id)
    expect(ids((await around(other.id)).duplicates)).not.toContain(nearly.id)
    const typed = await chain.call<{ data: Ticket[] }>('POST', 'ticket/duplicates', {
      by: admin,
      body: { content: `<p>${NEARLY.toUpperCase()}</p>` },
    })
    expect(ids(typed.data.data)).toEqual(expect.arrayContaining([first.id, nearly.id]))
    const seen = await chain.call<{ data: Ticket[] }>('POST', 'ticket/duplicates', {
      by: manager,
      body: { content: `<p>${TEXT}</p>` },
    })
    expect(ids(seen.data.data)).toContain(first.id)
    expect(ids(seen.data.data)).not.toContain(nearly.id)
  })

  test('are offered before anybody searches: of the same phone first, then in nearly the same words, with what tells them apart', async () => {
    const words =
      'Tôi đặt bánh sinh nhật lúc chín giờ sáng mà đến bảy giờ tối tiệm vẫn chưa giao, gọi điện thì không ai nghe máy'
    const mine = phone()
    const there = chain.stores[1]
    const first = await chain.ticket(admin, { phone: mine, content: `<p>${words}</p>` })
    const nearly = await chain.ticket(admin, {
      phone: phone(),
      content: `<p>${words} cả.</p>`,
      customer_name: 'Lê Văn Tú',
    })
    const same = await chain.ticket(admin, { phone: mine, content: '<p>Chuyện khác hẳn</p>', store: there })
    const gone = await chain.ticket(admin, { phone: mine, content: `<p>${words}</p>` })
    const merged = await chain.ticket(admin, { phone: mine, content: `<p>${words}</p>` })
    await chain.call('POST', `ticket/${gone.id}/trash`, { by: admin, body: { version: 1 } })
    await chain.call('POST', `ticket/${merged.id}/merge`, { by: admin, body: { version: 1, into: first.id } })
    await Promise.all([first, nearly].map(marked))
    const likely = async (by: Person) =>
      (await chain.call<{ data: Likely[] }>('GET', `ticket/${first.id}/likely`, { by })).data.data
    expect((await likely(admin)).map(({ id, why }) => [id, why])).toEqual([
      [same.id, 'phone'],
      [nearly.id, 'words'],
    ])
    expect((await likely(admin)).at(-1)).toMatchObject({ customer_name: 'Lê Văn Tú', store: 'Siêu thị Cầu Giấy' })
    expect((await likely(admin))[0]?.phone_end).toBe(mine.slice(-3))
    // Of another store they are nobody's business here.
    expect(ids(await likely(manager))).toEqual([nearly.id])
  })

  test('a text that was changed is compared as it is now', async () => {
    const one = await chain.ticket(admin, { phone: phone(), content: '<p>Chưa biết viết gì cho phải</p>' })
    const words = 'Máy quét mã vạch ở quầy số ba hỏng cả tuần nay mà không ai sửa, khách phải xếp hàng rất dài'
    await chain.call('PUT', `ticket/${one.id}`, { by: admin, body: { version: 1, content: `<p>${words}</p>` } })
    await expect
      .poll(async () =>
        ids(
          (
            await chain.call<{ data: Ticket[] }>('POST', 'ticket/duplicates', {
              by: admin,
              body: { content: `<p>${words}.</p>` },
            })
          ).data.data,
        ),
      )
      .toContain(one.id)
  })

  test('loaded by plain SQL are found by their words at once; whether they are watched and compared is verified, and mended', async () => {
    const { db } = chain
    const words = 'Xe giao hàng đỗ chắn lối đi vào nhà tôi suốt buổi sáng mà không ai ra dời đi chỗ khác'
    const loaded = await row(
      db,
      { id: 'number' },
      sql`insert into complaints (issue_number, title, store, feedback_type, feedback_method, customer_name, phone, content, updated_at)
          values ('9701-000001', 'Nạp bằng SQL', ${chain.stores[0]}, ${chain.types[0]}, 'hotline', 'Khách', ${phone()}, ${`<p>${words}</p>`}, now() - interval '1 hour') returning id`,
    )
    const id = loaded?.id ?? 0
    const found = await chain.call<{ data: Ticket[] }>('GET', 'ticket?search=xe giao hang do chan loi', { by: admin })
    expect(ids(found.data.data)).toEqual([id])
    const verify = async (isRepairing: boolean) => {
      const said: string[] = []
      const isRight = await verifyFigures(db, {
        checks: [unwatched, missingFingerprints],
        isRepairing,
        print: (text) => said.push(text),
      })
      return { isRight, said: said.join('\n') }
    }
    const before = await verify(false)
    expect(before.isRight).toBe(false)
    expect(before.said).toMatch(/1 open ones would be late .*\n.*1 recent ones are not found as duplicates/)
    expect((await verify(true)).isRight).toBe(true)
    const near = await chain.call<{ data: Ticket[] }>('POST', 'ticket/duplicates', {
      by: admin,
      body: { content: `<p>${words}!</p>` },
    })
    expect(ids(near.data.data)).toEqual([id])
  })

  test('verifying asks no text for its marks that has them', async () => {
    const { db } = chain
    await sql`insert into complaints (issue_number, title, store, feedback_type, feedback_method, customer_name, phone, content, updated_at)
      select '9703-' || lpad(n::text, 6, '0'), 'Đã so', ${chain.stores[0]}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', '<p>Quầy số ' || n || ' hết túi giấy</p>', now() - interval '1 hour'
      from generate_series(1, 200) n`.execute(db)
    await missingFingerprints(db, true)
    const asked = await inTransaction(db, async (tx) => {
      await sql`set local track_functions = 'pl'`.execute(tx)
      expect(await missingFingerprints(tx, false)).toEqual([])
      return row(
        tx,
        { n: 'number' },
        sql`select coalesce(pg_stat_get_xact_function_calls('text_fingerprints(text)'::regprocedure), 0) as n`,
      )
    })
    expect(asked?.n).toBeLessThan(20)
  })

  test('those an import brought are compared in the end, also when it was interrupted and hundreds came in since', async () => {
    const { db } = chain
    const bare = async () =>
      (
        await row(
          db,
          { n: 'number' },
          sql`select count(*)::int as n from complaints r where r.title = 'Nhập từ sổ cũ' and not exists (select from complaint_fingerprints m where m.complaint = r.id)`,
        )
      )?.n
    const caughtUp = async () => {
      await queueJob(db, 'catch-up', {}, { key: 'catch-up', isAlone: true })
      await expect.poll(bare).toBe(0)
    }
    await sql`insert into complaints (issue_number, title, store, feedback_type, feedback_method, customer_name, phone, content)
      select '9702-' || lpad(n::text, 6, '0'), 'Nhập từ sổ cũ', ${chain.stores[0]}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', '<p>Hàng số ' || n || ' giao thiếu một thùng so với hóa đơn</p>'
      from generate_series(1, 700) n`.execute(db)
    await caughtUp()
    await sql`delete from complaint_fingerprints where complaint = (select min(id) from complaints where title = 'Nhập từ sổ cũ')`.execute(
      db,
    )
    expect(await bare()).toBe(1)
    await caughtUp()
    await sql`delete from complaints where title = 'Nhập từ sổ cũ'`.execute(db)
  })

  test('a merged one is no duplicate any more', async () => {
    const mine = { phone: phone() }
    const [first, again] = [await chain.ticket(admin, mine), await chain.ticket(admin, mine)]
    await chain.call('POST', `ticket/${again.id}/merge`, { by: admin, body: { into: first.id, version: 1 } })
    expect((await around(first.id)).duplicates.filter(({ id }) => id === again.id)).toEqual([])
  })
})

describe('links', () => {
  const link = (from: Ticket, to: Ticket, kind: string, by = admin) =>
    chain.call<{ data: Around['links'] }>('POST', `ticket/${from.id}/link`, { by, body: { to: to.id, kind } })

  test('are read from both ends, and kept in both histories', async () => {
    const [cause, effect] = [await chain.ticket(admin), await chain.ticket(admin)]
    await link(effect, cause, 'caused by')
    expect((await around(effect.id)).links).toMatchObject([{ kind: 'caused by', complaint: { id: cause.id } }])
    expect((await around(cause.id)).links).toMatchObject([{ kind: 'cause of', complaint: { id: effect.id } }])
    const history = await chain.call<{ data: { action: string }[] }>('GET', `ticket/${cause.id}/history`, { by: admin })
    expect(history.data.data[0]?.action).toBe('link')
    const [own] = (await around(cause.id)).links
    const gone = await chain.call('DELETE', `ticket/${cause.id}/link/${own?.id}`, { by: admin })
    expect(gone.status).toBe(200)
    expect((await around(effect.id)).links).toEqual([])
  })

  test('join two complaints once, whichever way, also at the same moment', async () => {
    const [one, other] = [await chain.ticket(admin), await chain.ticket(admin)]
    const answers = await Promise.all([
      link(one, other, 'child of'),
      link(other, one, 'child of'),
      link(one, other, 'related'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect((await link(one, one, 'related')).status).toBe(422)
  })

  test('neither lead to what the viewer may not see, nor can be made to it', async () => {
    const here = await chain.ticket(admin)
    const far = await chain.ticket(admin, { store: chain.stores[1], title: 'Chuyện bên kia' })
    expect((await link(here, far, 'related', manager)).status).toBe(422)
    expect((await link(far, here, 'related', manager)).status).toBe(404)
    await link(here, far, 'related')
    const [own] = (await around(here.id)).links
    expect((await around(here.id, manager)).links).toEqual([])
    const gone = await chain.call('DELETE', `ticket/${here.id}/link/${own?.id}`, { by: manager })
    expect(gone.status).toBe(404)
    expect((await around(here.id)).links).toHaveLength(1)
  })
})

describe('a draft of a comment', () => {
  const draft = async (id: number, by: Person) =>
    (await chain.call<{ body: string }>('GET', `ticket/${id}/draft`, { by })).data.body

  test('waits for its writer alone until it is sent', async () => {
    const one = await chain.ticket(admin)
    const body = '<p>Đang gọi lại cho khách</p>'
    await chain.call('PUT', `ticket/${one.id}/draft`, { by: manager, body: { body: `${body}<script>x</script>` } })
    expect(await draft(one.id, manager)).toBe(body)
    expect(await draft(one.id, admin)).toBe('')
    await chain.call('POST', `ticket/${one.id}/comment`, { by: manager, body: { body } })
    expect(await draft(one.id, manager)).toBe('')
    await chain.call('PUT', `ticket/${one.id}/draft`, { by: manager, body: { body } })
    await chain.call('PUT', `ticket/${one.id}/draft`, { by: manager, body: { body: '' } })
    expect(await draft(one.id, manager)).toBe('')
  })

  test('is kept only below what its writer may see', async () => {
    const far = await chain.ticket(admin, { store: chain.stores[1] })
    const kept = await chain.call('PUT', `ticket/${far.id}/draft`, { by: manager, body: { body: '<p>x</p>' } })
    expect(kept.status).toBe(404)
  })
})
