import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { surveysConsent } from '../../../src/shared/consents/member-surveys.ts'
import { offersConsent } from '../../../src/shared/consents/membership.ts'
import { UNDO_MINUTES } from '../../../src/shared/flow.ts'
import { startChain } from '../../setup/chain.ts'
import { solvedChallenge } from '../../setup/challenge.ts'
import { startAwkwardServer } from '../../setup/http/awkward-server.ts'
import { mailboxSettings, setUpMailbox, until } from '../../setup/mail/mail-chain.ts'
import { photo } from '../../setup/media.ts'
import { REDUCED_RATE_DAY } from '../../setup/vat.ts'

const awkward = await startAwkwardServer()
const chain = await startChain({
  MAIL_INTERNAL_HOSTS: `127.0.0.1:${awkward.port}`,
  MAIL_TIMEOUT_SECONDS: '2',
  PUBLIC_URL: 'https://office.chain.example',
})
const { db } = chain
const admin = await chain.person()
const smtp = { smtp: awkward.port, isPlain: true }
await setUpMailbox(chain, admin, mailboxSettings(smtp, { completions: true, language: 'en' }))

const { data: survey } = await chain.call<{ id: number }>('POST', 'survey', {
  by: admin,
  body: { title: 'Sau khi xử lý', sent_after: ['complaint', 'vat'], low_below: 60, complaint_type: chain.types[0] },
})
await chain.call('POST', `survey/${survey.id}/open`, { by: admin, body: {} })

const mailsTo = (address: string) =>
  rows(
    db,
    { kind: 'string', state: 'string', body_text: 'string', headers: 'json' },
    sql`select kind, state, body_text, headers from mails where recipient = ${address} order by id`,
  )
const tokenIn = (text: string) => /\/survey\/([\w-]{32})/.exec(text)?.[1] ?? expect.unreachable(text)

async function completed(email: string, nth = 1) {
  const ticket = await chain.ticket(admin, { email })
  const body = { solution: 'apology', origin: 'Kho', comment: 'Đã xin lỗi', version: ticket.version }
  const { status } = await chain.call('POST', `ticket/${ticket.id}/complete`, { by: admin, body })
  expect(status).toBe(200)
  const mails = await until(
    () => mailsTo(email),
    (found) => found.length === nth,
  )
  return { ticket, mail: mails.at(-1) ?? expect.unreachable() }
}

const show = (token: string) =>
  chain.call<{ state: string; questions: { id: number }[] }>(
    'GET',
    `customer-survey-responses/show-info?token=${token}`,
  )
const answer = (token: string, question: number | undefined, value: number) =>
  chain.call<{ number: string }>('POST', 'customer-survey-responses/submit', {
    body: { token, answers: { [question ?? 0]: value }, ...solvedChallenge(chain) },
  })

test('a completed complaint brings its customer a personal link that is good for one answer, raced or not', async () => {
  const { ticket, mail } = await completed('ha@customer.example')
  expect(mail.kind).toBe('completion')
  const token = tokenIn(mail.body_text)
  const kept = await rows(db, sql`select token from survey_links where module = 'complaints' and record = ${ticket.id}`)
  expect(kept).toEqual([{ token: null }])
  const { data } = await show(token)
  expect(data.state).toBe('open')
  const raced = await Promise.all(Array.from({ length: 4 }, () => answer(token, data.questions[0]?.id, 2)))
  expect(raced.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect((await show(token)).data.state).toBe('used')
  const response = await until(
    () =>
      rows(
        db,
        { phone: 'string?', channel: 'string', complaint: 'number?' },
        sql`select phone, channel, complaint from customer_survey_responses where survey = ${survey.id}`,
      ),
    (found) => found[0]?.complaint !== null,
  )
  expect(response).toMatchObject([{ phone: '0912345678', channel: 'complaint' }])
})

test('once for each record: a complaint that is completed again brings no second link', async () => {
  const { ticket } = await completed('again@customer.example')
  const now = await chain.call<{ version: number }>('GET', `ticket/${ticket.id}`, { by: admin })
  const body = { version: now.data.version, reason: 'Chưa xong' }
  const reopened = await chain.call<{ version: number }>('POST', `ticket/${ticket.id}/reopen`, { by: admin, body })
  expect(reopened.status, reopened.text).toBe(200)
  await chain.call('POST', `ticket/${ticket.id}/complete`, {
    by: admin,
    body: { solution: 'apology', origin: 'Kho', comment: 'Xong', version: reopened.data.version },
  })
  const mails = await until(
    () => mailsTo('again@customer.example'),
    (found) => found.length === 2,
  )
  expect(mails.map(({ body_text }) => body_text.includes('/survey/'))).toEqual([true, false])
})

test('whoever wants no more surveys by mail gets the mail without one, by one click in a mail program', async () => {
  const { mail } = await completed('enough@customer.example')
  const { 'List-Unsubscribe': end = '' } = mail.headers as Record<string, string>
  const path = /api\/(.+)>/.exec(end)?.[1] ?? expect.unreachable(end)
  expect((await chain.call('POST', path)).status).toBe(200)
  const next = await completed('enough@customer.example', 2)
  expect(next.mail.body_text).not.toContain('/survey/')
})

/** A step of a record as it stands. */
async function step(module: 'vat-info' | 'goods-delivery', id: number, name: string, more: object = {}): Promise<void> {
  const { data } = await chain.call<{ version: number }>('GET', `${module}/${id}`, { by: admin })
  const done = await chain.call('POST', `${module}/${id}/${name}`, {
    by: admin,
    body: { version: data.version, ...more },
  })
  expect(done.status, done.text).toBe(200)
}

let bill = 20_000_000
const issue = (id: number) =>
  step('vat-info', id, 'issue-invoice', {
    invoice_form: '1',
    invoice_serial: 'C26MAA',
    invoice_number: String(bill),
    issued_on: '2026-11-20',
  })

async function deliver(id: number): Promise<void> {
  const { name, mimeType, buffer } = await photo()
  const files = new FormData()
  files.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const sent = await chain.call<{ files: { id: string }[] }>('POST', 'upload', { by: admin, body: files })
  await step('goods-delivery', id, 'delivered', { photo: [sent.data.files[0]?.id] })
}

async function issuedInvoice(email: string): Promise<number> {
  const body = {
    company_name: 'Sao Mai',
    tax_code: '0100112437',
    email,
    bill_tail: String(++bill),
    sold_on: REDUCED_RATE_DAY,
    lines: VAT_LINES,
  }
  const { data, status, text } = await chain.call<{ id: number }>('POST', 'vat-info', { by: admin, body })
  expect(status, text).toBe(201)
  await issue(data.id)
  return data.id
}
const rate = await row(db, { id: 'number' }, sql`select id from vat_rates where name = '8%'`)
const VAT_LINES = [{ rate: rate?.id, net: 100_000, tax: 8000, gross: 108_000 }]

type Agreed = 'surveys' | 'offers' | 'withdrawn'

/** A delivery has no address to write to: it is that of the member with its phone, if they agreed to be asked. */
async function delivered(email: string, phone: string, agreed: Agreed = 'surveys'): Promise<number> {
  const consent = agreed === 'offers' ? offersConsent : surveysConsent
  await sql`with made as (
      insert into member_register (full_name, request_type, birth_date, identity_number, nationality, phone, email, store, status)
      values ('Lê Thu', 'new', '1990-01-01', ${phone}, 'Việt Nam', ${phone}, ${email}, ${chain.stores[0]}, 'registered')
      on conflict do nothing returning id)
    insert into consents (module, record_id, purpose, version, language, channel, withdrawn_at)
    select 'member-register', id, ${consent.purpose}, ${consent.version}, 'vi', 'web', case when ${agreed === 'withdrawn'} then now() end from made`.execute(
    db,
  )
  const { data } = await chain.call<{ id: number }>('POST', 'goods-delivery', {
    by: admin,
    body: {
      ...{
        receipt_no: '0098712',
        receipt_value: 250_000,
        packages: 2,
        store: chain.stores[0],
        customer_name: 'Lê Thu',
      },
      ...{ phone, to_address: { line: '12 Lê Lợi', ward_code: '26743', province_code: '79' } },
    },
  })
  await sql`update goods_delivery set status = 'out' where id = ${data.id}`.execute(db)
  await deliver(data.id)
  return data.id
}

const OCCASIONS = {
  'vat-info': (email: string, _phone: string) => issuedInvoice(email),
  'goods-delivery': (email: string, phone: string) => delivered(email, phone),
} as const

test.each([
  ['vat-info', 'vat', '0911000001'],
  ['goods-delivery', 'delivery', '0911000002'],
] as const)(
  'what is done in %s brings a personal link once, if a survey asks for it and the customer still wants one',
  async (module, channel, phone) => {
    const email = `${channel}@customer.example`
    await sql`update surveys set sent_after = array['complaint', ${channel}] where id = ${survey.id}`.execute(db)
    const unasked = module === 'vat-info' ? 'goods-delivery' : 'vat-info'
    await OCCASIONS[unasked](`unasked-${email}`, `${phone.slice(0, -2)}8${phone.slice(-1)}`)
    const id = await OCCASIONS[module](email, phone)
    const [mail] = await until(
      () => mailsTo(email),
      (found) => found.length === 1,
    )
    // What is done is read in its order: what was done before brought no mail.
    expect(await mailsTo(`unasked-${email}`)).toEqual([])
    const token = tokenIn(mail?.body_text ?? '')
    expect((await show(token)).data.state).toBe('open')
    expect(
      await rows(db, sql`select module, record::int, channel, token from survey_links where module = ${module}`),
    ).toEqual([{ module, record: id, channel, token: null }])

    const { 'List-Unsubscribe': end = '' } = (mail?.headers ?? {}) as Record<string, string>
    expect((await chain.call('POST', /api\/(.+)>/.exec(end)?.[1] ?? '')).status).toBe(200)
    await OCCASIONS[module](email, phone)
    await OCCASIONS[module](`other-${email}`, `${phone.slice(0, -2)}9${phone.slice(-1)}`)
    await until(
      () => mailsTo(`other-${email}`),
      (found) => found.length === 1,
    )
    expect(await mailsTo(email)).toHaveLength(1)
  },
)

test('a member who did not agree to be asked, or does no longer, gets no mail after a delivery', async () => {
  await sql`update surveys set sent_after = array['delivery'] where id = ${survey.id}`.execute(db)
  await delivered('offers-only@customer.example', '0911000011', 'offers')
  await delivered('no-longer@customer.example', '0911000012', 'withdrawn')
  await delivered('asked@customer.example', '0911000013')
  await until(
    () => mailsTo('asked@customer.example'),
    (found) => found.length === 1,
  )
  expect(await mailsTo('offers-only@customer.example')).toEqual([])
  expect(await mailsTo('no-longer@customer.example')).toEqual([])
})

test.each([
  ['vat-info', 'vat', '0911000021', issue, 'undo-issue'],
  ['goods-delivery', 'delivery', '0911000022', deliver, 'undo-ended'],
] as const)(
  'what is done in %s is told once the time to take it back is over, and what was taken back is told when it is done again',
  async (module, channel, phone, again, undo) => {
    await sql`update surveys set sent_after = array[${channel}] where id = ${survey.id}`.execute(db)
    const email = `back-${channel}@customer.example`
    const come = (...states: string[]) =>
      until(
        () => mailsTo(email),
        (found) => found.map(({ state }) => state).join() === states.join(),
      )
    const id = await OCCASIONS[module](email, phone)
    const [first] = await come('waiting')
    await step(module, id, undo)
    await come()
    expect((await show(tokenIn(first?.body_text ?? ''))).data.state).toBe('unknown')
    await again(id)
    await come('waiting')
    await sql`update mails set next_at = next_at - make_interval(mins => ${UNDO_MINUTES}) where recipient = ${email}`.execute(
      db,
    )
    const [mail] = await come('sent')
    expect(awkward.mails.filter(({ to }) => to.join().includes(email))).toHaveLength(1)
    // Once it has left it is not sent twice, and its link stays good.
    await step(module, id, undo)
    await again(id)
    await OCCASIONS[module](`after-${email}`, phone.replace('02', '03'))
    await until(
      () => mailsTo(`after-${email}`),
      (found) => found.length === 1,
    )
    await come('sent')
    expect((await show(tokenIn(mail?.body_text ?? ''))).data.state).toBe('open')
  },
)
