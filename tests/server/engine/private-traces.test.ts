import { createCipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/server/config.ts'
import { verifyFigures } from '../../../src/server/counters/counters.ts'
import { json, row, rows } from '../../../src/server/db/db.ts'
import { removeUnclaimed } from '../../../src/server/files/housekeeping.ts'
import { pathOf } from '../../../src/server/files/paths.ts'
import { mailboxOf } from '../../../src/server/mail/mailbox.ts'
import { encryptPassword, rotatePasswordKeys } from '../../../src/server/mail/passwords.ts'
import { besideOf, loadModules } from '../../../src/server/module-registry.ts'
import { keysOf } from '../../../src/server/private/keys.ts'
import { forgetOld } from '../../../src/server/private/retention.ts'
import { rotateKeys } from '../../../src/server/private/rotate-keys.ts'
import { eraseSubject, subjectRecords } from '../../../src/server/private/subject.ts'
import type { StoredFile } from '../../../src/shared/fields.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'
import { solvedChallenge } from '../../setup/challenge.ts'
import { AT_THE_DESK } from '../../setup/desk.ts'
import { uploaded } from '../../setup/media.ts'
import { serverProcess } from '../../setup/process/server-process.ts'

const SECRET = 'a secret for tests that is long enough'
const chain = await startChain()
const { db } = chain
const admin = await chain.person()
/** A second server on the same chain, which tells all it does. */
const talking = await serverProcess({
  NODE_ENV: 'production',
  DATA_DIR: chain.running.context.config.dataDir,
  DATABASE_URL: chain.running.context.databaseUrl,
  APP_SECRET: SECRET,
  LOG_LEVEL: 'debug',
})
await talking.start()

/** Every table of every schema in which a row, written out as a dump writes it, holds these words. */
async function tablesWith(words: string): Promise<string[]> {
  const tables = await rows(
    db,
    { schema: 'string', name: 'string' },
    sql`select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { schema, name } of tables)
    if (
      await row(
        db,
        sql`select 1 as n from ${sql.table(`${schema}.${name}`)} t where strpos(t::text, ${words}) > 0 limit 1`,
      )
    )
      found.push(name)
  return found.toSorted()
}

/** The files of the server as they lie there. */
async function filesWith(words: string): Promise<string[]> {
  const { files } = chain.running.context
  const found: string[] = []
  for (const folder of ['temp', 'upload'])
    for await (const { path } of files.list(folder)) {
      const parts: Buffer[] = []
      for await (const part of (await files.get(path)) ?? []) parts.push(part as Buffer) // a store's stream gives bytes
      if (Buffer.concat(parts).includes(words)) found.push(path)
    }
  return found
}

describe('canaries', () => {
  const SEALED = { identity_number: '079190313131', card_number: '9704003131313131', birth_date: '1991-03-13' }
  const REACHED = { phone: '0931313131', email: 'chim.canary@people.example' }
  const LINE = '31 Phố Chim Hoàng Yến'
  const address = { line: LINE, ward: 'Bến Thành', district: null, province: 'Hồ Chí Minh', model: 2 }
  const PASSWORD_TRIED = 'Canary-password-313131'

  test('no number, name or address of a person stands in the log, whatever goes wrong', async () => {
    const at = talking.url
    const person = {
      full_name: 'Hoàng Thị Canary',
      request_type: 'change',
      document: 'citizen',
      nationality: 'Việt Nam',
    }
    const body = { ...person, ...SEALED, ...REACHED, address, store: chain.stores[0] }
    const register = (more: object = {}) =>
      chain.call<{ number: string }>('POST', 'public/member-register', {
        ...{ at, body: { agreed: true, website: '', ...solvedChallenge(chain), ...body, ...more } },
        headers: { 'idempotency-key': randomUUID() },
      })
    const made = await register()
    expect(made.status).toBe(201)
    const id = Number(made.data.number.slice(1))
    expect((await register()).status).toBe(409)
    expect((await register({ birth_date: '1991-02-30' })).status).toBe(422)
    const by = admin
    const calls: [string, string, unknown?][] = [
      ['POST', 'public/member-register', `{"phone": "${REACHED.phone}", "identity_number": ${SEALED.identity_number}`],
      ['POST', 'member-register/check-is-exists', { ...REACHED, ...SEALED }],
      ['POST', 'login', { email: REACHED.email, password: PASSWORD_TRIED }],
      ['GET', `search?q=${SEALED.identity_number}`],
      ['GET', `member-register?search=${REACHED.phone}`],
      ['GET', `member-register/${SEALED.identity_number}`],
      ['GET', `no-such-path/${SEALED.identity_number}`],
      ['GET', `ticket/get-customer-by-phone?phone=${REACHED.phone}`],
      ['POST', 'member-register/find-private', { value: SEALED.card_number }],
      ['POST', `member-register/${id}/unmask`, { field: 'identity_number', reason: 'Đối chiếu giấy tờ' }],
      ['PUT', `member-register/${id}`, { version: 1, phone: '0931313132', email: `1${REACHED.email}` }],
      ['GET', 'member-register/export?columns=*'],
    ]
    for (const [method, path, given] of calls) await chain.call(method, path, { at, by, body: given })
    // What no check foresees: the database refuses, and tells the whole row.
    await sql`alter table shippers add constraint no_canary check (phone <> ${sql.lit(REACHED.phone)})`.execute(db)
    const shipper = {
      code: 'C1',
      name: person.full_name,
      phone: REACHED.phone,
      identity_number: SEALED.identity_number,
      store: chain.stores[0],
    }
    expect((await chain.call('POST', 'shipper', { at, by, body: shipper })).status).toBe(500)
    await sql`alter table shippers drop constraint no_canary`.execute(db)
    await expect.poll(talking.printed).toContain('unexpected error')
    const log = talking.printed()
    expect(log).toContain('no_canary')
    for (const words of [...Object.values(SEALED), ...Object.values(REACHED), LINE, 'Canary', PASSWORD_TRIED])
      expect(log).not.toContain(words)
  })

  test('what is sealed stands nowhere in the database or the files, how people are reached in their own records only', async () => {
    const head = ['Shipper code', 'Full name', 'Phone', 'ID number', 'Store']
    const book = await bookOf(head, [
      ['C7', 'Chim Hoàng', REACHED.phone, '079190313137', 'S01'],
      ['C8', 'Chim Hoàng', 'no phone', '079190313138', 'S01'],
    ])
    await imported(chain, 'shipper', admin, await sent(chain, 'shipper', admin, book))
    for (const words of [...Object.values(SEALED), '079190313137', '079190313138']) {
      expect(await tablesWith(words), words).toEqual([])
      expect(await filesWith(words), words).toEqual([])
    }
    expect(await tablesWith(REACHED.phone)).toEqual(['import_rows', 'shippers'])
    expect(await tablesWith('0931313132')).toEqual(['member_register'])
    expect(await tablesWith(`1${REACHED.email}`)).toEqual(['member_register'])
    expect(await tablesWith(LINE)).toEqual(['member_register'])
  })
})

test('a workbook that brings numbers of papers is gone once it was read, given up or refused; another one stays', async () => {
  const keptOf = async (id: number) =>
    (await rows(db, sql`select 1 as n from stored_files f join imports i on i.file = f.id where i.id = ${id}`)).length
  const bytesOf = async (id: number) => {
    const found = await row(db, { file: 'string' }, sql`select file from imports where id = ${id}`)
    return chain.running.context.files.size(pathOf({ id: found?.file ?? '', area: 'upload', folder: 'imports' }))
  }
  const shippers = await bookOf(
    ['Shipper code', 'Full name', 'Phone', 'ID number', 'Store'],
    [['K1', 'Chim', '0931313139', '079190313139', 'S01']],
  )
  const read = await sent(chain, 'shipper', admin, shippers)
  const remains = async (id: number) => [await keptOf(id), await bytesOf(id)]
  expect(read.state).toBe('ready')
  await expect.poll(() => remains(read.id)).toEqual([0, null])
  expect((await imported(chain, 'shipper', admin, read)).counts.new).toBe(1)
  const left = await sent(chain, 'shipper', admin, shippers)
  await chain.call('DELETE', `shipper/import/${left.id}`, { by: admin })
  const refused = await sent(chain, 'shipper', admin, await bookOf(['Nothing known'], [['x']]))
  expect(refused.state).toBe('failed')
  for (const { id } of [left, refused]) await expect.poll(() => keptOf(id)).toBe(0)
  const tags = await sent(chain, 'tag', admin, await bookOf(['Name'], [['Nhãn']]))
  expect([await keptOf(tags.id), await bytesOf(tags.id)]).toEqual([1, expect.any(Number)])
})

/** Tasks that a complaint needs done, with all that is written on the way; the first, which is worked at. */
async function tasksAbout(ticket: number): Promise<number> {
  const worker = await chain.person()
  const call = async <R>(method: string, path: string, body: object, by = worker) => {
    const answer = await chain.call<R>(method, `task/${path}`, {
      by,
      body,
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(answer.status, `${path} ${answer.text} ${JSON.stringify(answer.data)}`).toBeLessThan(300)
    return answer.data
  }
  const about = { complaint: ticket, processors: [worker.id], approver: admin.id }
  const several = { ...about, titles: 'Gọi Bích Phượng\nViết cho Bích Phượng' }
  const [id = 0] = (await call<{ ids: number[] }>('POST', 'several', several, admin)).ids
  await call('PUT', `${id}`, { version: 1, description: '<p>Bích Phượng chờ ở cửa</p>', date_end: new Date() }, admin)
  await call('POST', `${id}/comment`, { body: '<p>Bích Phượng không nghe máy</p>', mentions: [admin.id] })
  type Items = { data: { id: number }[] }
  const shape = { title: 'Xin lỗi Bích Phượng', kind: 'number', least: 1, most: 2 }
  const item = (await call<Items>('POST', `${id}/checklist`, shape, admin)).data[0]?.id
  await call('POST', `${id}/checklist`, { title: 'Mục khác' }, admin)
  const [photo] = await uploaded(chain, worker)
  await call('PUT', `${id}/checklist/${item}`, { number: 9, done: true, note: 'Bích Phượng bận', photos: [photo] })
  await call('POST', `${id}/repetition`, { rule: 'FREQ=DAILY' }, admin)
  const [later] = await rows(
    db,
    { id: 'number' },
    sql`select id from task_management where series_id is not null and id <> ${id}`,
  )
  await call('POST', `${later?.id}/repetition`, { rule: 'FREQ=WEEKLY;BYDAY=MO' }, admin)
  const told = () =>
    rows(
      db,
      { kind: 'string' },
      sql`select distinct kind from notifications n where strpos(n::text, 'Bích Phượng') > 0 and kind like 'task%' order by kind`,
    )
  await expect
    .poll(async () => (await told()).map(({ kind }) => kind))
    .toEqual(['task assigned', 'task item out of range', 'task mention'])
  return id
}

test('who asks to be forgotten is gone from mails, attachments, answers and workbooks at once, and the figures stay', async () => {
  const { context } = chain.running
  const [phone, email] = ['0944556677', 'bich.phuong@customer.example']
  const asked = { phone, email, customer_name: 'Lê Bích Phượng', title: 'Bích Phượng khiếu nại' }
  const made = await chain.call<{ id: number; version: number }>('POST', 'ticket', {
    ...{ by: admin, body: chain.complaint(asked) },
    headers: { 'idempotency-key': randomUUID() },
  })
  const ticket = made.data.id
  // What is answered under a second address of the register is kept for a repeat, too.
  const { title: _, customer_name: full_name, ...reached } = asked
  const member = { request_type: 'new', document: 'other', identity_number: 'AB12345678', birth_date: '1990-05-17' }
  const registered = await chain.call('POST', 'member-register-new', {
    ...{
      by: admin,
      body: { ...AT_THE_DESK, ...reached, ...member, full_name, nationality: 'Việt Nam', store: chain.stores[0] },
    },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(registered.status, JSON.stringify(registered)).toBe(201)
  const form = new FormData()
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#8aa07a' } })
    .jpeg()
    .toBuffer()
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'Bích Phượng.jpg')
  const { data } = await chain.call<{ files: StoredFile[] }>('POST', 'upload', { by: admin, body: form })
  const comment = await chain.call('POST', `ticket/${ticket}/comment`, {
    ...{ by: admin, body: { body: '<p>Bích Phượng gọi lại</p>', attachments: [data.files[0]?.id] } },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(comment.status, JSON.stringify(comment)).toBe(201)
  const link = await row(
    db,
    { token: 'string' },
    sql`select follow_token as token from complaints where id = ${ticket}`,
  )
  const word = await chain.call('POST', `public/follow/${link?.token}/comment`, {
    body: { body: 'Bích Phượng đây' },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(word.status, word.text).toBe(201)
  const mails = [
    ['about the complaint', ticket],
    ['of nothing we know', null],
  ] as const
  for (const [at, [subject, complaint]] of mails.entries()) {
    const file = randomBytes(24).toString('base64url')
    await context.files.put(
      pathOf({ id: file, area: 'upload', folder: 'mail' }),
      Buffer.from(`From: Bích Phượng <${email}>`),
    )
    await sql`insert into received_mails (uid_validity, uid, bytes, state, sender, sender_name, subject, body_html, file, complaint, settled_at)
      values (7, ${at}, 40, ${complaint ? 'ticket' : 'held'}, ${email}, 'Bích Phượng', ${subject}, 'Bích Phượng', ${file}, ${complaint}::bigint, now())`.execute(
      db,
    )
  }
  await sql`with a as (
      insert into activity (action, module, record_id, record_title) select 'mail held', 'mailbox', id, 'Bích Phượng hỏi' from received_mails where uid_validity = 7
      returning id
    ) insert into notifications (user_id, activity, kind, title) select ${admin.id}, id, 'mail held', 'Bích Phượng hỏi' from a`.execute(
    db,
  )
  const task = await tasksAbout(ticket)
  for (const query of [`search=${phone}&status=new`, new URLSearchParams({ customer: email.toUpperCase() }).toString()])
    await sql`insert into saved_views (name, list, query, share, created_by)
      values ('Của Bích Phượng', 'complaints', ${query}, 'nobody', ${admin.id})`.execute(db)
  const head = ['Receipt no', 'Receipt value', 'Store', 'To address', 'Customer name', 'Phone']
  const line = ['D31', 500_000, 'S01', '9 Lê Lợi, Bến Thành, TP.HCM', 'Lê Bích Phượng', phone]
  await imported(chain, 'goods-delivery', admin, await sent(chain, 'goods-delivery', admin, await bookOf(head, [line])))
  expect((await filesWith('Bích Phượng')).length).toBe(2)
  const told = await subjectRecords(db, context.config.keys, { phone })
  expect(told.find(({ module, id }) => module === 'task-management' && id === task)?.record).toMatchObject({
    title: 'Gọi Bích Phượng',
  })
  const before = await chain.call<{ total: number }>('GET', 'ticket?perpage=1', { by: admin })
  const { servers } = await loadModules()
  expect(await eraseSubject(db, context.config.keys, { phone }, besideOf({ servers }))).toEqual({
    complaints: 1,
    'goods-delivery': 1,
    'member-register': 1,
  })
  await removeUnclaimed(db, context.files)
  for (const words of [phone, email, 'Bích Phượng']) expect([words, ...(await tablesWith(words))]).toEqual([words])
  expect(await filesWith('Bích Phượng')).toEqual([])
  expect((await chain.call('GET', `task/${task}`, { by: admin })).data).toMatchObject({ title: '–', state: 'doing' })
  expect(await rows(db, sql`select 1 as n from task_series where active or next_at is not null`)).toEqual([])
  expect(await context.files.size(pathOf({ id: data.files[0]?.id ?? '', area: 'temp', folder: 'temp' }))).toBeNull()
  const received = await rows(db, sql`select sender, file from received_mails where uid_validity = 7`)
  expect(received).toEqual(mails.map(() => ({ sender: '–', file: null })))
  const after = await chain.call<{ total: number }>('GET', 'ticket?perpage=1', { by: admin })
  expect(after.data.total).toBe(before.data.total)
  const checks = servers.flatMap(({ server }) => server.verify ?? [])
  expect(await verifyFigures(db, { checks, isRepairing: false, print: () => {} })).toBe(true)
})

describe('time', () => {
  const log = { info: () => {} }
  const days = (n: number) => sql`now() - make_interval(days => ${n}::int)`

  test('takes people out of deliveries, VAT requests, refunds and trashed complaints, as the chain sets it', async () => {
    const [store] = chain.stores
    const delivery = (status: string, made: number) =>
      sql`insert into goods_delivery (receipt_no, receipt_value, packages, store, to_address, customer_name, phone, status, source, created_at, updated_at)
        values ('R', 1, 1, ${store}, ${json({ line: 'x', model: 2 })}, 'Chim Sẻ', '0911000111', ${status}, 'staff', ${days(made)}, ${days(made)})`.execute(
        db,
      )
    for (const [status, made] of [
      ['registered', 91],
      ['registered', 89],
      ['delivered', 800],
    ] as const)
      await delivery(status, made)
    for (const [state, made] of [
      ['requested', 91],
      ['issued', 800],
    ] as const)
      await sql`insert into vat_info (company_name, buyer, tax_code, bill_tail, phone, state, created_at)
        values ('Chim Sẻ', 'Chim Sẻ', ${`0790000000${made % 90}`.slice(0, 12).padEnd(12, '1')}, ${String(10_000_000 + made)}, '0911000111', ${state}, ${days(made)})`.execute(
        db,
      )
    await sql`insert into goods_refund (bill, lines, amount, reason, store, shift, staff, customer_name, phone, status, created_at)
      values ('B1', '[]', 1, 'Chim Sẻ', ${store}, 'morning', ${admin.id}, 'Chim Sẻ', '0911000111', 'waiting', ${days(91)})`.execute(
      db,
    )
    const gone = await chain.ticket(admin, { customer_name: 'Chim Sẻ', phone: '0911000111' })
    await chain.call('POST', `ticket/${gone.id}/trash`, { by: admin, body: { version: gone.version } })
    await sql`update complaints set deleted_at = ${days(181)} where id = ${gone.id}`.execute(db)
    const beside = besideOf(await loadModules())
    expect(
      await forgetOld({ db, keys: chain.running.context.config.keys, log, beside, days: { 'vat-info.unfinished': 0 } }),
    ).toEqual({
      'goods-delivery unfinished': 1,
      'goods-refund unfinished': 1,
      'complaints trashed': 1,
    })
    const set = { 'goods-delivery.finished': 730 }
    expect(await forgetOld({ db, keys: chain.running.context.config.keys, log, beside, days: set })).toEqual({
      'vat-info unfinished': 1,
      'goods-delivery finished': 1,
    })
    expect(await forgetOld({ db, keys: chain.running.context.config.keys, log, beside, days: set })).toEqual({})
    const left = (table: string) =>
      rows(
        db,
        { n: 'number' },
        sql`select count(*)::int as n from ${sql.table(table)} t where strpos(t::text, 'Chim Sẻ') > 0`,
      )
    const counts = await Promise.all(['goods_delivery', 'vat_info', 'goods_refund', 'complaints'].map(left))
    expect(counts.map(([found]) => found?.n)).toEqual([1, 1, 0, 0])
    const proofs = await rows(
      db,
      { action: 'string', record_title: 'string' },
      sql`select distinct action, record_title from activity where action like 'retention%' order by action`,
    )
    expect(proofs.map(({ action, record_title }) => `${action} ${record_title}`)).toEqual([
      'retention: finished –',
      'retention: trashed –',
      'retention: unfinished –',
    ])
  })

  test('takes the words out of trashed tasks, and out of what was left as its complaint was erased, once', async () => {
    const { id: complaint } = await chain.ticket(admin)
    const task = (title: string, made: number, about: number | null, trashed: number | null) =>
      sql`insert into task_management (title, processors, complaint, created_at, deleted_at)
        values (${title}, array[${admin.id}]::bigint[], ${about}::bigint, ${days(made)}, now() - make_interval(days => ${trashed}::int))`.execute(
        db,
      )
    await task('Gọi Chim Sẻ', 9, complaint, null)
    await task('Khóa kho', 1, complaint, null)
    await task('Thư của Chim Sẻ', 300, null, 181)
    await task('Thùng rác', 300, null, 179)
    await sql`insert into activity (at, action, module, record_id, record_title) values (${days(5)}, 'erased', 'complaints', ${complaint}, '–')`.execute(
      db,
    )
    const beside = besideOf(await loadModules())
    expect(await forgetOld({ db, keys: chain.running.context.config.keys, log, beside })).toEqual({
      'task-management trashed': 1,
      'task-management erased': 1,
    })
    const titles = sql`select title from task_management where complaint = ${complaint} or created_at < ${days(200)} order by created_at, id`
    const now = ['–', 'Thùng rác', '–', 'Khóa kho'].map((title) => ({ title }))
    expect(await rows(db, titles)).toEqual(now)
    await sql`update task_management set title = 'Gọi lại' where complaint = ${complaint} and title = '–'`.execute(db)
    expect(await forgetOld({ db, keys: chain.running.context.config.keys, log, beside })).toEqual({})
  })

  test('takes the network addresses of those who sent forms out of the log, and no other line of it can be changed', async () => {
    await sql`insert into activity (at, address, action, module) values (${days(91)}, '203.0.113.9', 'create', 'complaints'), (${days(89)}, '203.0.113.8', 'create', 'complaints')`.execute(
      db,
    )
    await forgetOld({ db, keys: chain.running.context.config.keys, log })
    const lines = await rows(
      db,
      { address: 'string?' },
      sql`select address from activity where actor is null and at < ${days(80)} order by at`,
    )
    expect(lines).toEqual([{ address: null }, { address: '203.0.113.8' }])
    for (const change of [sql`update activity set address = null`, sql`delete from activity`])
      await expect(change.execute(db)).rejects.toThrow('append-only')
  })

  test('is set in the environment, by module and reason, and nothing else is taken', () => {
    const settings = (RETENTION: string) => () => loadConfig({ NODE_ENV: 'test', APP_SECRET: SECRET, RETENTION })
    expect(
      settings('goods-delivery.finished=730, complaints.trashed=0, task-management.trashed=30')().retention,
    ).toEqual({
      'goods-delivery.finished': 730,
      'complaints.trashed': 0,
      'task-management.trashed': 30,
    })
    for (const wrong of [
      'stores.trashed=1',
      'complaints.unfinished=90',
      'task-management.unfinished=90',
      'complaints.trashed',
      'complaints.trashed=-1',
      'x=1',
    ])
      expect(settings(wrong), wrong).toThrow('RETENTION')
  })
})

test('the passwords of the mailbox are sealed with the newest key, and the old ones are needed no longer (S86)', async () => {
  const [newest, old] = ['a newer key for tests, long enough too', SECRET] as const
  const before = keysOf([old])
  await sql`insert into mailboxes (id, settings, smtp_password, imap_password)
    values (1, '{"imap": null}', ${encryptPassword(before, 'Smtp-canary')}, ${formerly(old, 'Imap-canary')})`.execute(
    db,
  )
  const passwordsOf = async (...secrets: [string, ...string[]]) => {
    const found = await mailboxOf(db, keysOf(secrets))
    return [found?.smtpPassword, found?.imapPassword]
  }
  expect(await passwordsOf(old)).toEqual(['Smtp-canary', 'Imap-canary'])
  expect(await passwordsOf(newest)).toEqual(['', ''])
  await rotateKeys(db, keysOf([newest, old]))
  expect(await passwordsOf(newest)).toEqual(['Smtp-canary', 'Imap-canary'])
  expect(await passwordsOf(old)).toEqual(['', ''])
  expect(await rotateKeys(db, keysOf([newest, old]))).toBe(0)
  // What no key opens stays as it is, for whoever still has that key.
  expect(await rotatePasswordKeys(db, keysOf(['quite another key, and long enough, too']))).toBe(0)
  expect(await passwordsOf(newest)).toEqual(['Smtp-canary', 'Imap-canary'])
  expect(await tablesWith('Smtp-canary')).toEqual([])
  await sql`delete from mailboxes`.execute(db)
})

/** As mailboxes were sealed before they had the keys of private data. */
function formerly(secret: string, password: string): string {
  const nonce = randomBytes(12)
  const key = Buffer.from(hkdfSync('sha256', secret, 'mailbox', 'mail passwords', 32))
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
  return ['v1', ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.')
}
