import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { anonymize } from '../../../src/modules/complaints/handling/erase.server.ts'
import { memberRegister } from '../../../src/modules/member-register/member-register.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { jsonOf } from '../../../src/server/db/shape.ts'
import { opened } from '../../../src/server/private/fields.ts'
import { keysOf, NOTHING_SEALED } from '../../../src/server/private/keys.ts'
import { forgetOld } from '../../../src/server/private/retention.ts'
import { rotateKeys } from '../../../src/server/private/rotate-keys.ts'
import { eraseSubject, furtherLeads, subjectRecords } from '../../../src/server/private/subject.ts'
import type { ActivityLine } from '../../../src/shared/api.ts'
import { FLAGS } from '../../../src/shared/users/permissions.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { CHALLENGE_BITS, solve, solvedChallenge } from '../../setup/challenge.ts'
import { opened as bookOpened, type OfficeSheet } from '../../setup/office.ts'

const chain = await startChain()
const { db } = chain
const admin = await chain.person()
const reception = await chain.person({ role: 'Reception', store: chain.stores[0] })
const elsewhere = await chain.person({ role: 'Store manager', store: chain.stores[1] })

const texts = (sheet: OfficeSheet | undefined): string[][] =>
  sheet?.rows.map((line) => line.map((cell) => cell.text)) ?? []
const SIGNATURE = `data:image/png;base64,iVBORw0KGgo${Buffer.from('chữ ký của khách').toString('base64')}`

const solved = () => solvedChallenge(chain)
let serial = 0
const member = (more: object = {}) => {
  serial++
  return {
    full_name: 'Trần Thị Bích Ngọc',
    request_type: 'new',
    birth_date: '1990-05-17',
    document: 'citizen',
    identity_number: `079190${String(100_000 + serial)}`,
    nationality: 'Việt Nam',
    phone: `09${String(10_000_000 + serial)}`,
    email: `khach${serial}@example.com`,
    address: { line: '12 Nguyễn Trãi', ward: 'Bến Thành', district: null, province: 'Hồ Chí Minh', model: 2 },
    signature: SIGNATURE,
    store: chain.stores[0],
    ...more,
  }
}
interface Said {
  fields?: Record<string, string>
  number?: string
}
const register = (body: object, path = 'public/member-register', key: string = randomUUID()) =>
  chain.call<Said>('POST', path, {
    body: { agreed: true, website: '', ...solved(), ...body },
    headers: { 'idempotency-key': key },
  })
const idOf = (answer: { data: Said }) => Number(answer.data.number?.slice(1))
const shown = async (id: number, by = reception) =>
  (await chain.call<Record<string, unknown>>('GET', `member-register/${id}`, { by })).data

/** Tables in which any row, as text, holds these words. */
async function tablesWith(words: string): Promise<string[]> {
  const tables = await rows(
    db,
    { name: 'string' },
    sql`select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  const found: string[] = []
  for (const { name } of tables)
    if (await row(db, sql`select 1 as n from ${sql.table(name)} t where strpos(t::text, ${words}) > 0 limit 1`))
      found.push(name)
  return found
}

describe('the public registration', () => {
  test('makes one record per form, however often and with whatever challenge it is sent again (S15)', async () => {
    const [body, key, challenge] = [member(), randomUUID(), solved()]
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => register({ ...body, ...challenge }, 'public/member-register', key)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(new Set(answers.map(({ data }) => data.number)).size).toBe(1)
    const again = await register(body)
    expect(again.status).toBe(409)
    expect(again.text).toBe('The registration form you submitted already exists.')
    const both = await Promise.all([
      register(member({ phone: '0977000111' })),
      register(member({ phone: '0977000112' })),
    ])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const same = member()
    const twice = await Promise.all([register(same), register(same), register(same)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  test('both forms stand in one list, each also at its own address', async () => {
    const one = idOf(await register(member()))
    const two = idOf(
      await register(member({ document: 'other', identity_number: 'AB12345678' }), 'public/member-register-new'),
    )
    const ids = async (wire: string) =>
      (await chain.call<{ data: { id: number }[] }>('GET', `${wire}?perpage=1000`, { by: reception })).data.data.map(
        ({ id }) => id,
      )
    expect(await ids('member-register')).toEqual(expect.arrayContaining([one, two]))
    expect(await ids('member-register-new')).toEqual([two])
    expect((await chain.call('GET', `member-register-new/${one}`, { by: reception })).status).toBe(404)
    expect((await chain.call('POST', `member-register-new/${two}/completed`, { by: reception })).status).toBe(200)
  })

  test('every rule refuses its counter-example by name', async () => {
    const wrong: [object, string][] = [
      [{ full_name: '' }, 'full_name'],
      [{ request_type: 'none' }, 'request_type'],
      [{ birth_date: '' }, 'birth_date'],
      [{ birth_date: '2099-01-01' }, 'birth_date'],
      [{ birth_date: '1899-12-31' }, 'birth_date'],
      [{ birth_date: '1990-02-30' }, 'birth_date'],
      [{ identity_number: '07919000001' }, 'identity_number'],
      [{ identity_number: '0791900000123' }, 'identity_number'],
      [{ identity_number: '*********123' }, 'identity_number'],
      [{ document: 'passport', identity_number: 'B12' }, 'identity_number'],
      [{ document: 'other', identity_number: 'AB12345678' }, 'document'],
      [{ phone: '091234567' }, 'phone'],
      [{ phone: '09123456789' }, 'phone'],
      [{ phone: '0112345678' }, 'phone'],
      [{ email: 'no e-mail' }, 'email'],
      [{ card_number: '123456789012345' }, 'card_number'],
      [{ request_type: 'change' }, 'card_number'],
      [{ employee_code: '12345678901234567' }, 'employee_code'],
      [{ signature: 'data:image/svg+xml;base64,PHN2Zz4=' }, 'signature'],
      [{ store: 999_999 }, 'store'],
      [{ agreed: false }, 'agreed'],
    ]
    for (const [more, name] of wrong) {
      const answer = await register(member(more))
      expect(answer.status, JSON.stringify(more)).toBe(422)
      expect(Object.keys(answer.data.fields ?? {}), JSON.stringify(more)).toEqual([name])
    }
    for (const good of [
      { document: 'passport', identity_number: 'b 1234567' },
      { request_type: 'change', card_number: '9704 0012 3456 7890'.replaceAll(' ', '') },
      { request_type: 'reissue' },
    ])
      expect((await register(member(good))).status, JSON.stringify(good)).toBe(201)
  })

  test('keeps what was agreed to, and warns of a number that does not fit without stopping anybody', async () => {
    const id = idOf(
      await register(
        member({
          birth_date: '1985-01-01',
          identity_number: `099190${serial}55555`.slice(0, 12),
          offers: true,
          surveys: true,
        }),
      ),
    )
    expect((await shown(id)).warnings).toEqual(['birth year', 'place'])
    const { data } = await chain.call<{ data: { purpose: string; version: string; given_at: string }[] }>(
      'GET',
      `member-register/${id}/consents`,
      { by: reception },
    )
    expect(data.data.map(({ purpose, version }) => [purpose, version])).toEqual([
      ['Keeping your membership', '1'],
      ['Offers for members', '1'],
      ['Surveys for members', '1'],
    ])
    expect((await chain.call('GET', `member-register/${id}/consents`, { by: elsewhere })).status).toBe(404)
  })
})

describe('check-is-exists', () => {
  const ask = (body: object) => chain.call('POST', 'member-register/check-is-exists', { body })

  test('says yes or no, in the same words, to whoever knows both numbers', async () => {
    const body = member()
    await register(body)
    const { phone, identity_number } = body
    expect((await ask({ phone, identity_number })).data).toEqual({ exists: true })
    const no = [
      { phone, identity_number: '079190999999' },
      { phone: '0988888888', identity_number },
      { phone: '0988888888', identity_number: '079190999999' },
    ]
    for (const one of no) expect(await ask(one)).toMatchObject({ status: 200, text: '', data: { exists: false } })
  })

  test('costs a proof of work after three an hour from one address, a new one each time, and waits after ten', async () => {
    const strict = await startChain({ RATE_LIMITS: 'default', CHALLENGE_BITS: String(CHALLENGE_BITS) })
    const body = { phone: '0988888888', identity_number: '079190999999' }
    const check = (more: object = {}) =>
      strict.call<{ exists?: boolean; challenge: string }>('POST', 'member-register/check-is-exists', {
        body: { ...body, ...more },
      })
    const free = await Promise.all([check(), check(), check()])
    expect(free.map(({ status }) => status)).toEqual([200, 200, 200])
    const asked = await check()
    expect([asked.status, asked.code]).toEqual([428, 1602])
    const proof = solve(asked.data.challenge)
    const [proved, again, madeUp] = [await check(proof), await check(proof), await check({ ...proof, nonce: '0' })]
    expect([proved.status, proved.data]).toEqual([200, { exists: false }])
    expect([again.status, madeUp.status]).toEqual([428, 428])
    const rest = [await check(), await check(), await check(), await check()].map(({ status }) => status)
    expect(rest).toEqual([428, 428, 428, 429])
  })

  test('tells those who watch, once, when somebody goes through a list from many addresses', async () => {
    const strict = await startChain({ RATE_LIMITS: '0.02', TRUST_PROXY: '127.0.0.1' })
    const ask = (n: number) =>
      strict.call('POST', 'member-register/check-is-exists', {
        body: { phone: '0988888888', identity_number: `0791909${String(10_000 + n)}` },
        headers: { 'x-forwarded-for': `203.0.${n}.7` },
      })
    const told = () =>
      rows(
        strict.running.context.db,
        { record_title: 'string?', changes: jsonOf<object>() },
        sql`select record_title, changes from activity where action = 'harvest alarm'`,
      )
    const watcher = await strict.person()
    await strict.person({ role: 'Customer service' })
    await Promise.all([1, 2, 3, 4, 5, 6].map(ask))
    expect(await told()).toEqual([])
    const answers = await Promise.all([7, 8, 9].map(ask))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await told()).toEqual([{ record_title: null, changes: { checks: [null, 7] } }])
    // The limits of this chain leave no calls to look at a bell with.
    const bells = () => rows(strict.db, sql`select user_id, kind, params, link from notifications`)
    const rung = { kind: 'harvest alarm', params: { n: 7, who: '' }, link: '/audit?action=harvest%20alarm' }
    await expect.poll(bells).toEqual([{ user_id: watcher.id, ...rung }])
  })
})

describe('private data', () => {
  const secrets = { identity_number: '079190777888', card_number: '9704001122334455', birth_date: '1990-11-23' }

  test('lies nowhere as it is: not in the database, the list, the view, the export, the history or the audit', async () => {
    const id = idOf(await register(member({ ...secrets, request_type: 'change' })))
    const changed = await chain.call<{ version: number }>('PUT', `member-register/${id}`, {
      by: reception,
      body: { version: 1, card_number: '9704001122334466' },
    })
    expect(changed.status).toBe(200)
    await chain.call('POST', `member-register/${id}/completed`, { by: reception })
    const one = await shown(id)
    expect(one).toMatchObject({
      identity_number: '*********888',
      card_number: '*********466',
      birth_date: '**/**/1990',
      signature: '*********',
    })
    const seen = [
      JSON.stringify(one),
      JSON.stringify((await chain.call('GET', 'member-register?perpage=1000', { by: reception })).data),
      JSON.stringify((await chain.call('GET', `member-register/${id}/history`, { by: admin })).data),
      JSON.stringify((await chain.call('GET', 'audit?perpage=1000', { by: admin })).data),
      JSON.stringify((await chain.call('GET', 'search?q=079190777888', { by: admin })).data),
    ].join('\n')
    const all = [...Object.values(secrets), '9704001122334466', SIGNATURE.slice(-20)]
    for (const secret of all) {
      expect(seen).not.toContain(secret)
      expect(await tablesWith(secret), secret).toEqual([])
    }
    const history = (await chain.call<{ data: ActivityLine[] }>('GET', `member-register/${id}/history`, { by: admin }))
      .data
    expect(history.data.find(({ action }) => action === 'update')?.changes).toEqual({
      card_number: ['*********455', '*********466'],
    })
    const book = await fetch(`${chain.url}/api/member-register/export?columns=*`, {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' },
    })
    const [sheet] = await bookOpened(new Uint8Array(await book.arrayBuffer()))
    const cells = texts(sheet).flat().join('\n')
    for (const secret of [...all, `khach${serial}@example.com`, `09${String(10_000_000 + serial)}`, '12 Nguyễn Trãi'])
      expect(cells).not.toContain(secret)
    expect(cells).toContain('*********888')
    expect(cells).toContain('k***@example.com')
    expect(cells).toContain('***, Thành phố Hồ Chí Minh')
  })

  test('is shown in full to whoever holds the right and says why, in the store, and the audit knows', async () => {
    const body = member({ card_number: '9704001122339999' })
    const id = idOf(await register(body))
    const unmask = (field: string, by: Person, reason = 'Khách đến lấy thẻ, đối chiếu giấy tờ') =>
      chain.call<{ value: string }>('POST', `member-register/${id}/unmask`, { by, body: { field, reason } })
    for (const name of ['identity_number', 'card_number', 'birth_date', 'signature'] as const)
      expect((await unmask(name, reception)).data.value).toBe(body[name as keyof typeof body])
    expect((await unmask('phone', reception)).status).toBe(404)
    expect((await unmask('identity_number', reception, '')).status).toBe(422)
    expect((await unmask('identity_number', elsewhere)).status).toBe(404)
    const all = Object.fromEntries(FLAGS.map((flag) => [flag, flag !== 'other']))
    const without = await chain.person({ permissions: { 'register-dictionary': all } })
    expect((await unmask('identity_number', without)).status).toBe(403)
    const lines = await rows(
      db,
      { actor: 'number', changes: jsonOf<object>() },
      sql`select actor, changes from activity where action = 'sensitive_read' and record_id = ${id} order by id`,
    )
    expect(lines).toHaveLength(4)
    expect(lines[0]).toEqual({
      actor: reception.id,
      changes: {
        'looked at': [null, 'ID card or passport number'],
        reason: [null, 'Khách đến lấy thẻ, đối chiếu giấy tờ'],
      },
    })
  })

  test('is found by its exact number only, within the store, and the search is in the audit without it', async () => {
    const body = member()
    const id = idOf(await register(body))
    const find = (value: string, by: Person) =>
      chain.call<{ data: { id: number }[] }>('POST', 'member-register/find-private', { by, body: { value } })
    expect((await find(body.identity_number, reception)).data.data.map((one) => one.id)).toEqual([id])
    expect((await find(body.identity_number.slice(0, 11), reception)).data.data).toEqual([])
    expect((await find(body.identity_number, elsewhere)).data.data).toEqual([])
    expect(await tablesWith(body.identity_number)).toEqual([])
  })

  test('goes with the person who asks, out of every record and its history, and the figures stay', async () => {
    const phone = '0933222111'
    const body = member({
      phone,
      full_name: 'Phạm Quốc Khánh',
      card_number: '9704001122330000',
      request_type: 'change',
    })
    const id = idOf(await register(body))
    await chain.call('PUT', `member-register/${id}`, {
      by: admin,
      body: { version: 1, email: 'khanh.pham@example.com' },
    })
    const ticket = await chain.ticket(admin, {
      phone,
      customer_name: 'Phạm Quốc Khánh',
      email: 'khanh.pham@example.com',
    })
    const { keys } = chain.running.context.config
    const before = await chain.call<{ total: number }>('GET', 'ticket?perpage=1', { by: admin })
    const kept = await subjectRecords(db, keys, { phone: '0900000000', number: body.identity_number })
    expect(kept).toHaveLength(1)
    expect(kept[0]).toMatchObject({ module: 'member-register', id, consents: [{ purpose: 'Keeping your membership' }] })
    expect(kept[0]?.record).toMatchObject({
      ...{ identity_number: body.identity_number, birth_date: '1990-05-17', card_number: '9704001122330000' },
      ...{ signature: SIGNATURE, email: 'khanh.pham@example.com' },
    })
    expect(await eraseSubject(db, keys, { phone }, { complaints: anonymize })).toEqual({
      complaints: 1,
      'member-register': 1,
    })
    for (const words of [phone, 'Quốc Khánh', 'khanh.pham']) expect(await tablesWith(words), words).toEqual([])
    expect(await subjectRecords(db, keys, { phone, number: body.identity_number })).toEqual([])
    expect(await shown(id)).toMatchObject({ full_name: '–', phone: '–', store: { id: chain.stores[0] } })
    expect(
      (
        await chain.call('POST', `member-register/${id}/unmask`, {
          by: admin,
          body: { field: 'identity_number', reason: 'kiểm tra' },
        })
      ).data,
    ).toEqual({ value: null })
    const after = await chain.call<{ total: number }>('GET', 'ticket?perpage=1', { by: admin })
    expect(after.data.total).toBe(before.data.total)
    expect(
      (await chain.call<{ data: ActivityLine[] }>('GET', `ticket/${ticket.id}/history`, { by: admin })).data.data[0],
    ).toMatchObject({ action: 'erased' })
  })

  test('takes along what was written on the page of a complaint after it was merged, and leaves the other customer’s', async () => {
    const phone = '0913000777'
    const { keys } = chain.running.context.config
    const [merged, stays] = [await chain.ticket(admin, { phone }), await chain.ticket(admin)]
    const say = async ({ id }: { id: number }, body: string) =>
      expect((await chain.call('POST', `ticket/${id}/comment`, { by: admin, body: { body } })).status).toBe(201)
    await chain.call('POST', `ticket/${merged.id}/merge`, {
      by: admin,
      body: { into: stays.id, version: merged.version },
    })
    await say(merged, '<p>Tường Vi gọi lại</p>')
    await say(stays, '<p>Mộc Lan gọi lại</p>')
    await eraseSubject(db, keys, { phone }, { complaints: anonymize })
    expect(await tablesWith('Tường Vi')).toEqual([])
    expect(await tablesWith('Mộc Lan')).toContain('complaint_comments')
  })

  test('is found and goes by an e-mail address, too, for who left no phone', async () => {
    const { keys } = chain.running.context.config
    const made = await row(
      db,
      { id: 'number' },
      sql`insert into vat_info (company_name, tax_code, bill_tail, email) values ('Tiệm Cô Ba', '0100112437', '55667788', 'Co.Ba@example.com') returning id`,
    )
    const subject = { email: 'co.ba@example.com' }
    expect(await subjectRecords(db, keys, subject)).toMatchObject([{ module: 'vat-info', id: made?.id }])
    expect(await subjectRecords(db, keys, {})).toEqual([])
    expect(await eraseSubject(db, keys, subject)).toEqual({ 'vat-info': 1 })
    expect(await tablesWith('Co.Ba@')).toEqual([])
  })

  test('leads on to what they left under another phone or address, which a person then asks for', async () => {
    const { keys } = chain.running.context.config
    const [phone, email] = ['0933444555', 'lan.huong@example.com']
    await register(member({ phone, email: 'Lan.Huong@example.com' }))
    await chain.ticket(admin, { phone: '0933444666', email })
    await sql`insert into vat_info (company_name, tax_code, bill_tail, email) values ('Tiệm Lan Hương', '0100112437', '55667799', ${email})`.execute(
      db,
    )
    expect(await subjectRecords(db, keys, { phone })).toHaveLength(1)
    expect(await furtherLeads(db, keys, { phone })).toEqual([{ reached: email, records: 2 }])
    expect(await furtherLeads(db, keys, { email })).toEqual([])
    expect(await furtherLeads(db, keys, { phone: '0933444666' })).toEqual([{ reached: email, records: 2 }])
    await chain.ticket(admin, { phone: '0933444666', email: null })
    expect(await furtherLeads(db, keys, { email })).toEqual([{ reached: '0933444666', records: 1 }])
    await eraseSubject(db, keys, { email })
    expect(await furtherLeads(db, keys, { email })).toEqual([])
  })

  test('goes by itself from what nobody completed in time, and from what lay long in the trash', async () => {
    const [old, trashed, done, young] = await Promise.all([1, 2, 3, 4].map(async () => idOf(await register(member()))))
    await sql`update member_register set created_at = now() - interval '91 days' where id = any(${[old, trashed, done]}::bigint[])`.execute(
      db,
    )
    await chain.call('POST', `member-register/${done}/completed`, { by: admin })
    await sql`update member_register set deleted_at = now() - interval '181 days' where id = ${trashed}`.execute(db)
    expect(await forgetOld({ db, keys: chain.running.context.config.keys, log: chain.running.context.log })).toEqual({
      'member-register unfinished': 1,
      'member-register trashed': 1,
    })
    expect(await forgetOld({ db, keys: chain.running.context.config.keys, log: chain.running.context.log })).toEqual({})
    const names = await rows(
      db,
      { id: 'number', full_name: 'string', gone: 'boolean' },
      sql`select id, full_name, deleted_at is not null as gone from member_register where id = any(${[old, trashed, done, young]}::bigint[]) order by id`,
    )
    const nameOf = (id: number | undefined) => names.find((one) => one.id === id)
    expect(nameOf(old)).toMatchObject({ full_name: '–', gone: true })
    expect(nameOf(trashed)).toMatchObject({ full_name: '–', gone: true })
    for (const id of [done, young]) expect(nameOf(id)).toMatchObject({ full_name: 'Trần Thị Bích Ngọc', gone: false })
  })

  test('a new key takes over all of it, and the old one is needed no longer', async () => {
    const { config } = chain.running.context
    const newest = 'a second key for tests, long enough too'
    const both = keysOf([newest, config.secret])
    const before = await rows(db, { n: 'number' }, sql`select count(*)::int as n from member_register`)
    expect(await rotateKeys(db, both)).toBeGreaterThan(before[0]?.n ?? 0)
    expect(await rotateKeys(db, both)).toBe(0)
    const one = await row(
      db,
      { identity_number: 'string' },
      sql`select identity_number from member_register where identity_number <> ${NOTHING_SEALED} limit 1`,
    )
    expect(opened(keysOf([newest]), memberRegister, 'identity_number', one?.identity_number)).toMatch(
      /^[A-Z0-9]{8,12}$/,
    )
    expect(await rotateKeys(db, keysOf([config.secret, newest]))).toBeGreaterThan(0)
  })
})
