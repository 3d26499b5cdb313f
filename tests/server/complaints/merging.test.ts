import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { type Person, startChain, type Ticket } from '../../setup/chain.ts'
import { asksFor } from '../../setup/steps.ts'

interface Merged extends Ticket {
  merged_into: string | null
}
interface Moment {
  kind: string
  at: string
  of?: string
  comment?: { body: string }
  merged?: { issue_number: string; content: string; tags: string[] }
  activity?: { action: string; changes: Record<string, [unknown, { number?: string }]> }
}

const chain = await startChain()
const admin = await chain.person()

const merge = (from: Ticket, into: Ticket, by = admin) =>
  chain.call<Merged>('POST', `ticket/${from.id}/merge`, { by, body: { into: into.id, version: from.version } })
const unmerge = (one: Ticket, by = admin) =>
  chain.call<Merged>('POST', `ticket/${one.id}/unmerge`, { by, body: { version: one.version } })
const show = async (id: number) => (await chain.call<Merged>('GET', `ticket/${id}`, { by: admin })).data
const story = async (id: number, by = admin) =>
  (await chain.call<{ data: Moment[] }>('GET', `ticket/${id}/timeline`, { by })).data.data
const complete = async ({ id }: Ticket) =>
  (
    await chain.call<Ticket>('POST', `ticket/${id}/complete`, {
      by: admin,
      body: { version: (await show(id)).version, solution: 'apology', origin: 'Nhãn cũ', comment: 'Đã xin lỗi.' },
    })
  ).data
const tokenOf = async ({ id }: Ticket) =>
  (await row(chain.db, { token: 'string' }, sql`select follow_token as token from complaints where id = ${id}`))
    ?.token ?? ''
const follow = async (one: Ticket) =>
  (
    await chain.call<{
      state?: string
      status: string
      comment: string | null
      content: string
      can_rate: boolean
      can_comment: boolean
      solution: string | null
      steps: { status: string }[]
    }>('GET', `public/follow/${await tokenOf(one)}`)
  ).data

describe('merging', () => {
  test('takes a complaint out of the queue, says where it went, and keeps both histories', async () => {
    const [stays, twice] = [await chain.ticket(admin), await chain.ticket(admin, { content: '<p>Lần hai</p>' })]
    const merged = await merge(twice, stays)
    expect(merged.data).toMatchObject({ state: 'closed', merged_into: stays.issue_number })
    const [own, other] = [await story(twice.id), await story(stays.id)]
    expect(own.at(-1)?.activity?.changes.into?.[1]?.number).toBe(stays.issue_number)
    expect(other.at(-1)?.activity?.action).toBe('absorb')
    expect(other.find((one) => one.kind === 'merged')?.merged).toMatchObject({
      issue_number: twice.issue_number,
      content: '<p>Lần hai</p>',
    })
    const open = await chain.call<{ data: Ticket[] }>('GET', 'ticket?status=new&perpage=1000', { by: admin })
    expect(open.data.data.map(({ id }) => id)).not.toContain(twice.id)
  })

  test('a merged complaint cannot be moved, changed or handed over', async () => {
    const [stays, twice] = [await chain.ticket(admin), await chain.ticket(admin)]
    const { version } = (await merge(twice, stays)).data
    const body = { version, reason: 'x', solution: 'apology', origin: 'x', comment: 'x' }
    const others: Record<string, object> = { '': { version, title: 'x' }, '/assign': { version, department: 1 } }
    for (const [method, path] of [
      ['POST', '/reopen'],
      ['POST', '/start'],
      ['POST', '/complete'],
      ['POST', '/close'],
      ['POST', '/trash'],
      ['POST', '/assign'],
      ['PUT', ''],
      ['DELETE', ''],
    ] as const) {
      const answer = await chain.call(method, `ticket/${twice.id}${path}`, {
        by: admin,
        body: method === 'DELETE' ? undefined : (others[path] ?? asksFor(path.slice(1), body)),
      })
      expect([method, path, answer.status]).toEqual([method, path, 409])
    }
    expect(await show(twice.id)).toMatchObject({ state: 'closed', version })
  })

  test('what is said below it later goes on with the survivor', async () => {
    const [stays, twice] = [await chain.ticket(admin), await chain.ticket(admin)]
    await chain.call('POST', `ticket/${twice.id}/comment`, { by: admin, body: { body: '<p>Trước khi gộp</p>' } })
    await merge(twice, stays)
    await chain.call('POST', `ticket/${twice.id}/comment`, { by: admin, body: { body: '<p>Sau khi gộp</p>' } })
    await chain.call('POST', `public/follow/${await tokenOf(twice)}/comment`, { body: { body: 'Khách nói thêm' } })
    const said = (await story(stays.id)).filter((one) => one.kind === 'comment')
    expect(said.map((one) => [one.comment?.body, one.of])).toEqual([
      ['<p>Trước khi gộp</p>', twice.issue_number],
      ['<p>Sau khi gộp</p>', undefined],
      ['<p>Khách nói thêm</p>', twice.issue_number],
    ])
    const told = await rows(
      chain.db,
      { record_id: 'number' },
      sql`select record_id from activity where action = 'comment' and record_id in (${stays.id}, ${twice.id}) order by id`,
    )
    expect(told.map((one) => one.record_id)).toEqual([twice.id, stays.id, stays.id])
  })

  test('the customer’s link of a merged complaint shows how the survivor stands and nothing else of it', async () => {
    const stays = await chain.ticket(admin, { phone: '0912000111', content: '<p>Bí mật của người khác</p>' })
    const twice = await chain.ticket(admin, { phone: '0912000222', content: '<p>Lời của tôi</p>' })
    await chain.call('POST', `public/follow/${await tokenOf(stays)}/comment`, {
      body: { body: 'Lời riêng của người khác' },
    })
    await merge(twice, stays)
    expect(await follow(twice)).toMatchObject({ status: 'new', can_rate: false })
    const { version } = await show(stays.id)
    await chain.call('POST', `ticket/${stays.id}/complete`, {
      by: admin,
      body: { version, solution: 'apology', origin: 'Nội bộ', comment: 'Kính gửi người khác' },
    })
    const seen = await follow(twice)
    expect(seen).toMatchObject({ status: 'completed', comment: null, content: '<p>Lời của tôi</p>', can_rate: true })
    expect(seen.steps.map((one) => one.status)).toEqual(['new', 'completed'])
    expect(JSON.stringify(seen)).not.toMatch(/người khác|Nội bộ|0912000111/)
    expect(seen).not.toHaveProperty('survivor')
    expect(await follow(stays)).toMatchObject({ comment: 'Kính gửi người khác' })
  })

  test('an open complaint that is merged into a closed one opens that one again, with fresh deadlines and a line of history', async () => {
    for (const closes of [false, true]) {
      const stays = await chain.ticket(admin)
      const completed = await complete(stays)
      if (closes) await chain.call('POST', `ticket/${stays.id}/close`, { by: admin, body: completed })
      await sql`update complaints set due_at = now() - interval '1 hour', breached_at = null where id = ${stays.id}`.execute(
        chain.db,
      )
      const twice = await chain.ticket(admin)
      expect((await merge(twice, stays)).data).toMatchObject({ state: 'closed', merged_into: stays.issue_number })
      expect(await show(stays.id)).toMatchObject({
        ...{ state: 'reopened', status: 'reopened', reopened_count: 1, completed_at: null, closed_at: null },
        is_breached: false,
      })
      expect((await story(stays.id)).slice(-2).map((one) => one.activity?.action)).toEqual(['absorb', 'reopen'])
      expect(await follow(twice)).toMatchObject({ status: 'reopened', can_comment: true, solution: null })
    }
  })

  test('one that is settled itself leaves a closed one closed', async () => {
    const [stays, twice] = [await chain.ticket(admin), await chain.ticket(admin)]
    await complete(stays)
    const { version } = await complete(twice)
    await merge({ ...twice, version }, stays)
    expect(await show(stays.id)).toMatchObject({ state: 'completed' })
  })

  test('one into which others were merged is not thrown away: their customers follow how it stands', async () => {
    const [stays, twice] = [await chain.ticket(admin), await chain.ticket(admin)]
    const merged = (await merge(twice, stays)).data
    const trash = async () =>
      chain.call('POST', `ticket/${stays.id}/trash`, { by: admin, body: { version: (await show(stays.id)).version } })
    const refused = await trash()
    expect([refused.status, refused.text]).toEqual([
      409,
      'Other complaints were merged into this one. Please undo those merges first.',
    ])
    expect((await chain.call('DELETE', `ticket/${stays.id}`, { by: admin })).status).toBe(409)
    expect(await follow(twice)).toMatchObject({ status: 'new', can_comment: true })
    await unmerge(merged)
    expect((await trash()).status).toBe(200)
  })

  test('undoing it puts it back where it stood, for those who may', async () => {
    const [stays, twice] = [await chain.ticket(admin), await chain.ticket(admin)]
    const started = (await chain.call<Ticket>('POST', `ticket/${twice.id}/start`, { by: admin, body: { version: 1 } }))
      .data
    const merged = (await merge(started, stays)).data
    const editor = await chain.person({ permissions: { complaints: { read: true, edit: true } } })
    expect((await unmerge(merged, editor)).status).toBe(403)
    expect((await unmerge(merged)).data).toMatchObject({ state: 'processing', merged_into: null, closed_at: null })
    expect((await story(stays.id)).some((one) => one.kind === 'merged')).toBe(false)
    expect((await story(stays.id)).at(-1)?.activity?.action).toBe('release')
    expect((await unmerge(await show(twice.id))).status).toBe(409)
  })

  test('a breach stays through merge and undo; a deadline that passed meanwhile begins anew', async () => {
    const { db } = chain
    const [stays, late, calm] = [await chain.ticket(admin), await chain.ticket(admin), await chain.ticket(admin)]
    await sql`update complaints set due_at = now() - interval '1 hour' where id = ${late.id}`.execute(db)
    const merged = [(await merge(late, stays)).data, (await merge(calm, stays)).data]
    await sql`update complaints set due_at = now() - interval '1 hour', closed_at = now() - interval '2 hours' where id = ${calm.id}`.execute(
      db,
    )
    expect(await show(late.id)).toMatchObject({ is_breached: true })
    expect(await show(calm.id)).toMatchObject({ is_breached: false })
    for (const one of merged) await unmerge(one)
    expect(await show(late.id)).toMatchObject({ status: 'overdue', is_breached: true })
    expect(await show(calm.id)).toMatchObject({ status: 'new', is_breached: false })
  })

  test('both must be seen; neither may be in the trash, the same, or merged already', async () => {
    const [here, there] = [await chain.ticket(admin), await chain.ticket(admin, { store: chain.stores[1] })]
    const mine = await chain.person({ role: 'Store manager', store: chain.stores[0] })
    expect((await merge(here, there, mine)).status).toBe(422)
    expect((await merge(there, here, mine)).status).toBe(404)
    expect((await merge(here, here)).status).toBe(422)
    const stays = await chain.ticket(admin)
    await merge(here, stays)
    expect((await merge(there, here)).status).toBe(422)
    expect((await merge(await show(here.id), there)).status).toBe(409)
    await chain.call('POST', `ticket/${there.id}/trash`, { by: admin, body: { version: 1 } })
    expect((await merge(stays, there)).status).toBe(422)
  })

  test('of merges that cross, or close a circle, at the same moment one wins', async () => {
    for (let round = 0; round < 12; round++) {
      const ring = await Promise.all([0, 1, 2].map(() => chain.ticket(admin)))
      const answers = await Promise.all(
        ring.flatMap((one, at) => {
          const next = ring[(at + 1) % ring.length] ?? one
          return [merge(one, next), merge(next, one)]
        }),
      )
      expect(answers.every(({ status }) => [200, 409, 422].includes(status))).toBe(true)
      const found = await rows(
        chain.db,
        { id: 'number', into: 'number?' },
        sql`select id, merged_into_id as "into" from complaints where id = any(${ring.map(({ id }) => id)}::bigint[])`,
      )
      const into = new Map(found.map((one) => [one.id, one.into]))
      expect(found.filter((one) => one.into === null)).toHaveLength(1)
      for (const { id } of found) {
        let at: number | null | undefined = id
        for (let step = 0; step < 3; step++) at = at == null ? null : into.get(at)
        expect(at ?? null).toBeNull()
      }
    }
  })

  test('a step taken and a merge at the same moment never both count', async () => {
    for (let round = 0; round < 8; round++) {
      const [stays, twice] = [await chain.ticket(admin), await chain.ticket(admin)]
      const [other, thrown] = [await chain.ticket(admin), await chain.ticket(admin)]
      const [into, trashed] = await Promise.all([
        merge(other, thrown),
        chain.call('POST', `ticket/${thrown.id}/trash`, { by: admin, body: { version: 1 } }),
      ])
      expect([
        [200, 409],
        [200, 422],
      ]).toContainEqual([into.status, trashed.status].toSorted())
      const [merged, started] = await Promise.all([
        merge(twice, stays),
        chain.call('POST', `ticket/${twice.id}/start`, { by: admin, body: { version: 1 } }),
      ])
      expect([merged.status, started.status].toSorted()).toEqual([200, 409])
    }
  })
})

describe('who sees what was merged', () => {
  test('a department that handles the survivor reads it along with it, another store’s people do not', async () => {
    const stays = await chain.ticket(admin, { department: chain.departments[1] })
    const near = await chain.ticket(admin, { content: '<p>Cùng cửa hàng</p>' })
    const far = await chain.ticket(admin, { content: '<p>Cửa hàng khác</p>', store: chain.stores[1] })
    await merge(near, stays)
    await merge(far, stays)
    const handler = await chain.person({ role: 'Department manager', department: chain.departments[1] })
    const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })
    const parts = async (by: Person) =>
      (await story(stays.id, by)).flatMap((one) => (one.merged ? [one.merged.content] : []))
    expect(await parts(handler)).toEqual(['<p>Cùng cửa hàng</p>', '<p>Cửa hàng khác</p>'])
    expect(await parts(manager)).toEqual(['<p>Cùng cửa hàng</p>'])
    expect((await chain.call('GET', `ticket/${near.id}`, { by: handler })).status).toBe(404)
  })

  test('the number of the survivor is all that is told to who may not see it', async () => {
    const far = await chain.ticket(admin, { title: 'Chuyện của cửa hàng hai', store: chain.stores[1] })
    const here = await chain.ticket(admin)
    await merge(here, far)
    const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })
    const seen = await chain.call<Merged>('GET', `ticket/${here.id}`, { by: manager })
    expect(seen.data.merged_into).toBe(far.issue_number)
    const around = await chain.call<{ into: unknown }>('GET', `ticket/${here.id}/related`, { by: manager })
    expect(around.data.into).toBeNull()
    const said = await chain.call('POST', `ticket/${here.id}/comment`, { by: manager, body: { body: '<p>x</p>' } })
    expect(said.status).toBe(404)
    expect(JSON.stringify([seen.data, around.data, await story(here.id, manager)])).not.toContain('cửa hàng hai')
  })
})
