import { sql } from 'kysely'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { parseMail } from '../../../src/server/mail/parse.ts'
import { threadToken } from '../../../src/server/mail/thread.ts'
import type { Language } from '../../../src/shared/language.ts'
import { type Device, focused, startBrowser, type Visitor, wordsOf } from '../../setup/browser/browser.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { startChain, type Ticket } from '../../setup/chain.ts'
import { HOSTILE, SECRET } from '../../setup/mail/hostile-mails.ts'
import { CARE, mailboxSettings, setUpMailbox, until } from '../../setup/mail/mail-chain.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import { arrived, MAIL_PASSWORD } from '../../setup/mail/real-servers.ts'
import { photo } from '../../setup/media.ts'

const LAN = 'lan@customer.example'
const STRANGER = 'minh@customer.example'

const servers = await startMailServers()
const chain = await startChain({
  MAIL_INTERNAL_HOSTS: servers.internal,
  MAIL_TIMEOUT_SECONDS: '10',
  PUBLIC_URL: 'https://office.chain.example',
})
const { browser, visit } = await startBrowser(chain)
const admin = await chain.person()
const handler = await chain.person({ role: 'Customer service' })
await sql`insert into canned_replies (name, body) values ('Xin lỗi', 'Thành thật xin lỗi {customer_name}.')`.execute(
  chain.db,
)

const answer = (subject: string, text: string, headers: Record<string, string>, from = LAN) =>
  [
    `From: Nguyễn Thị Lan <${from}>`,
    `To: ${CARE}`,
    `Subject: ${subject}`,
    `Message-ID: <${Math.random()}@customer.example>`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n')

describe.each<[Language, Device, 'light' | 'dark']>([
  ['vi', 'desktop', 'light'],
  ['ko', 'phone', 'dark'],
])('Mail with a customer, in %s on a %s, %s', (lang, device, scheme) => {
  const say = wordsOf(lang)
  const look = { lang, device, scheme }
  let ticket: Ticket

  test('an administrator sets the mailbox up; what is wrong is said before anything is kept', async () => {
    const desk = await visit({
      by: admin,
      ...look,
      expected: [/422 \(Unprocessable Entity\)/],
    })
    const { page } = desk
    await desk.open('/mailbox')
    const field = (name: string) => page.locator(`#field-${name}`)
    const choose = async (name: string, label: string) => {
      await field(name).click()
      await page.getByRole('option', { name: label, exact: true }).click()
    }
    await field('from_address').fill(CARE)
    await field('from_name').fill('Chăm sóc khách hàng')
    for (const [part, port] of [
      ['smtp', servers.smtpPort],
      ['imap', servers.imapPort],
    ] as const) {
      await field(`${part}_host`).fill('127.0.0.1')
      await field(`${part}_port`).fill(String(port))
      // A port is a name, not an amount.
      await expect.poll(() => field(`${part}_port`).inputValue()).toBe(String(port))
    }
    // Asked once: the mail is read by the same user and password as it is sent by.
    await expect.poll(() => field('imap_user').count()).toBe(0)
    await field('smtp_user').fill(CARE)
    await field('smtp_password').fill('wrong')
    await choose('smtp_security', say('STARTTLS'))
    await choose('imap_security', say('TLS'))
    await page.getByRole('button', { name: say('Test the mail servers') }).click()
    await page.getByText(say('The mail server does not accept user and password')).first().waitFor()
    await desk.expectAccessible('settings that are wrong')
    await field('smtp_password').fill(MAIL_PASSWORD)
    await page.getByRole('button', { name: say('Test the mail servers') }).click()
    await page.getByText(say('The mail servers work')).waitFor()
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    await page.getByText(say('Sent in 24 hours')).waitFor()
    await desk.expectAccessible('a mailbox that is set up')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await desk.leave()
    await setUpMailbox(chain, admin, mailboxSettings({ smtp: servers.smtpPort, imap: servers.imapPort }))
  })

  test('a handler writes with a canned reply and a picture, the answer comes in below it', async () => {
    ticket = await chain.ticket(admin, { title: `Sữa chua hỏng ${lang}`, email: LAN, customer_name: 'Nguyễn Thị Lan' })
    const desk = await visit({ by: handler, ...look })
    const { page } = desk
    await desk.open(`/complaints/view/${ticket.id}`)
    const had = (await servers.inbox(LAN)).length
    // A picture of the complaint goes along.
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles([await photo('sua-chua.jpg')])
    await expect.poll(() => page.getByRole('button', { name: say('Send comment') }).isEnabled()).toBe(true)
    await page.getByRole('button', { name: say('Send comment') }).click()
    await page.getByRole('button', { name: say('Open {{name}}', { name: 'sua-chua.jpg' }) }).waitFor()
    await page
      .getByRole('region', { name: say('Write') })
      .getByText(say('Reply'), { exact: true })
      .click()
    await page.getByLabel(say('Subject')).fill('Về hộp sữa chua')
    await page.getByRole('button', { name: 'Xin lỗi', exact: true }).click()
    await page.getByText('Thành thật xin lỗi Nguyễn Thị Lan.').first().waitFor()
    // One that the complaint did not have goes along, too.
    await page
      .locator(`input[type=file][aria-label="${say('Add pictures or videos')}"]`)
      .setInputFiles([await photo('tủ lạnh.jpg')])
    await expect.poll(() => page.getByRole('checkbox', { name: 'tủ lạnh.jpg' }).isChecked()).toBe(true)
    await desk.expectAccessible('a mail being written')
    await page.getByRole('button', { name: say('Send mail') }).click()
    const mail = page.getByRole('article', { name: say('Mail to {{to}}', { to: LAN }) })
    await mail.getByText(say('Sent'), { exact: true }).waitFor()
    await mail.getByText('tủ lạnh.jpg').waitFor()
    const raw = (await arrived(servers, LAN, had + 1)).at(-1) ?? ''
    const { subject, text, message_id } = await parseMail(Buffer.from(raw))
    expect(subject).toContain(`Về hộp sữa chua [${ticket.issue_number}`)
    expect(text).toContain('Thành thật xin lỗi Nguyễn Thị Lan.')

    await servers.send(LAN, CARE, answer('Re: sữa chua', `Tôi cảm ơn, ${lang}.`, { 'In-Reply-To': message_id ?? '' }))
    await page.getByText(`Tôi cảm ơn, ${lang}.`).waitFor()
    await page.getByRole('button', { name: say('Show the whole mail') }).waitFor()
    await desk.expectAccessible('a mail and its answer')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await desk.leave()
  })

  test('an answer from another address is held, and added by hand', async () => {
    const words = `Tôi là chồng chị Lan, ${lang}.`
    const token = threadToken(SECRET, ticket.id)
    await servers.send(
      STRANGER,
      CARE,
      answer('Re: sữa chua', words, { 'In-Reply-To': `<${token}.x@chain.example>` }, STRANGER),
    )
    const held = () =>
      chain
        .call<{ total: number }>('GET', 'mailbox/received?state=held', { by: handler })
        .then(({ data }) => data.total)
    await until(held, (n) => n === 1)
    const desk = await visit({ by: handler, ...look })
    const { page } = desk
    await desk.open('/complaints/mails')
    await page.getByText(say('Read'), { exact: true }).click()
    await page.getByText(words).waitFor()
    await desk.expectAccessible('a mail that is held')
    await page.getByRole('button', { name: say('Add to {{number}}', { number: ticket.issue_number }) }).click()
    await page.getByText(say('Done; it will be processed in a moment')).waitFor()
    await page.getByText(say('No mail here')).waitFor()
    await desk.open(`/complaints/view/${ticket.id}`)
    await page.getByText(words).waitFor()
    await desk.leave()
  })
})

test('a held mail goes from a colleague’s page once it is decided, is decided once by a double click, and the 26th is reached', async () => {
  const say = wordsOf('vi')
  await sql`insert into received_mails (uid_validity, uid, bytes, state, subject)
    select 7, n, 100, 'held', 'Thư giữ ' || n from generate_series(1, 27) n`.execute(chain.db)
  const [mine, theirs] = [await visit({ by: handler }), await visit({ by: admin })]
  const line = ({ page }: Visitor, n: number) =>
    page.getByRole('listitem').filter({ has: page.getByText(`Thư giữ ${n}`, { exact: true }) })
  const asked: string[] = []
  mine.page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  for (const desk of [mine, theirs]) {
    await desk.open('/complaints/mails')
    await line(desk, 27).waitFor()
  }
  await line(mine, 27)
    .getByRole('button', { name: say('Dismiss') })
    .dblclick()
  for (const desk of [mine, theirs]) await line(desk, 27).waitFor({ state: 'hidden' })
  expect(asked.filter((url) => url.includes('mailbox/received'))).toHaveLength(1)

  const { page } = theirs
  await page.getByText(say('{{n}} entries', { n: '26' })).waitFor()
  await page.getByRole('button', { name: say('Next page') }).click()
  await line(theirs, 1).waitFor()
  await theirs.expectAccessible('the second page of mails')
  // The last of a page takes it along.
  await line(theirs, 1)
    .getByRole('button', { name: say('Dismiss') })
    .click()
  await line(theirs, 2).waitFor()
  await page.getByText(say('{{n}} entries', { n: '26' })).waitFor({ state: 'hidden' })
  for (const desk of [mine, theirs]) await desk.leave()
})

/** Opens the answer to a complaint's customer, ready to be typed in. */
async function openReply({ page, open }: Visitor, say: ReturnType<typeof wordsOf>, id: number): Promise<Locator> {
  await open(`/complaints/view/${id}`)
  await page
    .getByRole('region', { name: say('Write') })
    .getByText(say('Reply'), { exact: true })
    .click()
  const text = page.getByRole('textbox', { name: say('Answer to the customer'), exact: true })
  await text.click()
  await focused(text)
  return text
}

test('what is written while a mail is on its way stays for the next one', async () => {
  const say = wordsOf('vi')
  await setUpMailbox(chain, admin, mailboxSettings({ smtp: servers.smtpPort, imap: servers.imapPort }))
  const { id } = await chain.ticket(admin, { email: LAN })
  const desk = await visit({ by: handler })
  const { page } = desk
  const written = await holdRequests(page, '**/send-mail')
  const text = await openReply(desk, say, id)
  const send = page.getByRole('button', { name: say('Send mail') })
  const sent = page.getByText(say('The mail is on its way'))
  await page.keyboard.type('Chúng tôi xin lỗi.')
  await send.click()
  await text.click()
  await focused(text)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Mời chị ghé quầy.')
  written()
  await sent.waitFor()
  await expect.poll(() => text.innerText()).toBe('Chúng tôi xin lỗi. Mời chị ghé quầy.')
  await send.click()
  await expect.poll(async () => (await text.innerText()).trim()).toBe('')
  await desk.leave()
})

test('an answer with lists, a quote, a link and blanks that goes with a file is mailed once, and keeps them all', async () => {
  const say = wordsOf('vi')
  const smtp = { smtp: servers.smtpPort, imap: servers.imapPort }
  await setUpMailbox(chain, admin, mailboxSettings(smtp, { completions: true }))
  const had = (await servers.inbox(STRANGER)).length
  const { id } = await chain.ticket(admin, { email: STRANGER })
  const last = await chain.ticket(admin, { email: STRANGER })
  const desk = await visit({ by: handler })
  const { page } = desk
  const { keyboard } = page
  const complete = async (one: number) => {
    await page.getByRole('radio', { name: say('Apology') }).check({ force: true })
    await page.locator('#field-origin').fill('Hàng lỗi')
    await page.getByRole('button', { name: say('Send and complete') }).click()
    const state = () => row(chain.db, sql`select state, comment from complaints where id = ${one}`)
    return until(state, (found) => found?.state === 'completed')
  }
  await openReply(desk, say, id)
  const typed = ['Chào anh. ', '', '3. mang hóa đơn', 'hoặc', 'ảnh chụp', '', '', '', '> Hết hàng', '', '']
  for (const [at, line] of typed.entries()) {
    if (at > 0) await keyboard.press('Enter')
    if (line === 'ảnh chụp') await keyboard.press('Tab')
    await keyboard.type(line)
  }
  await keyboard.type('Xem a < b, https://chain.example/ va quy-dinh')
  await keyboard.press('Shift+Home')
  await page.getByRole('button', { name: say('Link'), exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('chain.example/?a=1&b=2')
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page
    .locator(`input[type=file][aria-label="${say('Add pictures or videos')}"]`)
    .setInputFiles([await photo('tủ lạnh.jpg')])
  await expect.poll(() => page.getByRole('checkbox', { name: 'tủ lạnh.jpg' }).isChecked()).toBe(true)
  const done = await complete(id)
  const words =
    'Chào anh.\n\n3. mang hóa đơn\n4. hoặc\n  1. ảnh chụp\n\nHết hàng\nXem a < b, https://chain.example/ va quy-dinh (https://chain.example/?a=1&b=2)'
  expect(done?.comment).toBe(words)
  await openReply(desk, say, last.id)
  await keyboard.type('Xong.')
  await complete(last.id)
  const mails = await arrived(servers, STRANGER, had + 2)
  const texts = await Promise.all(mails.slice(had).map(async (raw) => (await parseMail(Buffer.from(raw))).text))
  expect(texts).toEqual([expect.stringContaining(words), expect.stringContaining('Xong.')])
  await desk.leave()
})

test('an answer that is too long to complete with is refused before its mail goes, and keeps its words', async () => {
  const say = wordsOf('vi')
  const smtp = { smtp: servers.smtpPort, imap: servers.imapPort }
  await setUpMailbox(chain, admin, mailboxSettings(smtp, { completions: false }))
  const { id } = await chain.ticket(admin, { email: STRANGER })
  const desk = await visit({ by: handler })
  const { page } = desk
  await desk.open(`/complaints/view/${id}`)
  await page
    .getByRole('region', { name: say('Write') })
    .getByText(say('Reply'), { exact: true })
    .click()
  const text = page.getByRole('textbox', { name: say('Answer to the customer'), exact: true })
  await text.fill('Xin lỗi. '.repeat(600))
  await page.getByRole('radio', { name: say('Apology') }).check({ force: true })
  await page.locator('#field-origin').fill('Hàng lỗi')
  await page.getByRole('button', { name: say('Send and complete') }).click()
  await page
    .getByRole('region', { name: say('Write') })
    .getByRole('alert')
    .waitFor()
  const mails = sql`select count(*)::int as n from mails where complaint = ${id}`
  expect(await row(chain.db, mails)).toEqual({ n: 0 })
  expect((await text.innerText()).length).toBeGreaterThan(5000)
  await desk.leave()
})

test('no mail that means harm runs or fetches anything in a browser', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const asked: string[] = []
  await page.route('**/*', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  const ran: string[] = []
  await page.exposeFunction('alert', (what: unknown) => void ran.push(String(what)))
  for (const [name, raw] of Object.entries(HOSTILE)) {
    const mail = await parseMail(Buffer.from(raw, 'latin1')).catch(() => null)
    if (!mail) continue
    for (const html of new Set([mail.html, mail.shown]))
      await page.evaluate(
        async (words) => {
          document.body.innerHTML = words
          for (const one of document.querySelectorAll('*'))
            for (const kind of ['mouseover', 'focus', 'toggle', 'error', 'load']) one.dispatchEvent(new Event(kind))
          await new Promise(requestAnimationFrame)
        },
        html.slice(0, 100_000),
      )
    expect([name, ran, asked]).toEqual([name, [], []])
  }
  await context.close()
})
