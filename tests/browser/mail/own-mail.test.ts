import { sql } from 'kysely'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { REFUSALS } from '../../../src/shared/refusals.ts'
import { focused, slowed, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { tabTo } from '../../setup/browser/hand.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { startChain } from '../../setup/chain.ts'
import { HOSTILE } from '../../setup/mail/hostile-mails.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import {
  anotherProgram,
  connectionTo,
  connectMailbox,
  mailText,
  mailWithFiles,
  ownMail,
} from '../../setup/mail/own-mail.ts'
import { arrived, MAIL_PASSWORD } from '../../setup/mail/real-servers.ts'
import { photo } from '../../setup/media.ts'

const BUYER = 'staff@chain.example'
const LAN = 'lan@customer.example'
const MINH = 'minh@customer.example'
const CARE = 'care@chain.example'
const MINUTE_MS = 60_000
const servers = await startMailServers()
const chain = await startChain({ MAIL_INTERNAL_HOSTS: servers.internal })
const { visit } = await startBrowser(chain)

async function fill(page: Page, field: string, value: string): Promise<void> {
  await tabTo(page.locator(`#field-${field}`))
  await page.keyboard.press('Control+a')
  await page.keyboard.type(value)
}

const rows = (page: Page) => page.locator('li[data-at]')
const writing = (page: Page) => page.locator('[data-mail-writing]:not([data-folded])')
const words = (page: Page) => writing(page).locator('[contenteditable=true]')

test('a buyer connects the mailbox, reads forty mails, answers nine and puts two into work, by keyboard alone', async () => {
  const say = wordsOf('vi')
  const by = await chain.person()
  const contract = mailWithFiles(
    {
      subject: 'Gửi chị bản ký',
      text: 'Phụ lục điều khoản thưởng doanh số xuân.',
      date: new Date('2026-03-02T03:00:00Z'),
    },
    [{ name: 'hop-dong.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.4\n%%EOF') }],
  )
  await servers.drop(BUYER, contract)
  for (let n = 1; n < 40; n += 1)
    await servers.drop(
      BUYER,
      mailText({
        from: n === 38 ? `Nguyễn Thị Lan <${LAN}>` : `Nhà cung cấp ${n} <${LAN}>`,
        subject: n === 38 ? 'Sữa hết hạn' : `Báo giá số ${n}`,
        text: n === 38 ? 'Sữa mua hôm qua đã hết hạn, số của tôi 0912345678.' : `Giá của mặt hàng ${n}.`,
        date: new Date(Date.now() - (40 - n) * MINUTE_MS),
      }),
    )
  const desk = await visit({ by, lang: 'vi', expected: [/ERR_INTERNET_DISCONNECTED/] })
  const { page, context } = desk
  await desk.open('/mail')
  await page.getByText(say('Your mailbox is not connected yet')).waitFor()
  await desk.expectAccessible('without a connection')
  await tabTo(page.getByRole('link', { name: say('Connect the mailbox') }))
  await page.keyboard.press('Enter')
  for (const [field, value] of [
    ['imap_host', '127.0.0.1'],
    ['imap_port', String(servers.imapPort)],
    ['imap_user', BUYER],
    ['imap_password', MAIL_PASSWORD],
    ['smtp_host', '127.0.0.1'],
    ['smtp_port', String(servers.smtpPort)],
  ] as const)
    await fill(page, field, value)
  await page.keyboard.press('Enter')
  await page.getByText(say('The connection works and is saved')).waitFor()
  await desk.go('/mail')

  // Forty mails, read with the keys.
  await page.getByRole('heading', { name: say('Mail ({{count}})', { count: 40 }) }).waitFor()
  await expect.poll(() => rows(page).count()).toBe(40)
  await desk.expectAccessible('a folder')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Báo giá số 39' }).waitFor()
  await desk.expectAccessible('a mail beside the list')
  for (let n = 38; n > 0; n -= 1) {
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: n === 38 ? 'Sữa hết hạn' : `Báo giá số ${n}`, exact: true }).waitFor()
  }
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Gửi chị bản ký' }).waitFor()
  await page.getByRole('heading', { name: say('Mail'), exact: true, level: 1 }).waitFor()
  const toList = async () => {
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('open'))
  }
  await toList()

  // Nine answers: one with three pictures, one for tomorrow at eight, one taken back.
  const sent = page.getByText(say('The mail goes out in {{count}} seconds', { count: 10 }))
  const kept = writing(page).getByText(say('Kept in the drafts'))
  const answer = async (n: number, text: string) => {
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Báo giá số ${n}`, exact: true }).waitFor()
    await page.keyboard.press('r')
    await focused(words(page))
    await page.keyboard.type(text)
  }
  const away = async () => {
    await page.keyboard.press('Control+Enter')
    await writing(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await sent.last().waitFor()
    await toList()
  }
  for (let n = 1; n <= 6; n += 1) {
    await answer(n, `Cảm ơn, tôi đã nhận báo giá ${n}.`)
    await away()
  }
  await answer(7, 'Ảnh kệ hàng ở dưới.')
  const chooser = page.waitForEvent('filechooser')
  await tabTo(writing(page).getByRole('button', { name: say('Attach files') }))
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(await Promise.all(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => photo(name))))
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await writing(page).getByText(name).waitFor()
  await expect.poll(() => writing(page).locator('progress').count()).toBe(0)
  await kept.waitFor()
  await desk.expectAccessible('a mail with pictures that is being written')
  await away()
  await answer(8, 'Tôi sẽ gọi lại sáng mai.')
  await kept.waitFor()
  await tabTo(writing(page).getByRole('button', { name: say('Send later') }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: say('Tomorrow at 8:00') }))
  await page.keyboard.press('Enter')
  await writing(page).waitFor({ state: 'detached' })
  await toList()
  await answer(9, 'Giá này cao quá.')
  await page.keyboard.press('Control+Enter')
  await writing(page).waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await expect.poll(() => words(page).innerText()).toContain('Giá này cao quá.')
  const [receipts] = await Promise.all([arrived(servers, LAN, 7)])
  expect(receipts.length).toBe(7)
  expect(receipts.filter((raw) => (raw.match(/filename=/g) ?? []).length === 3)).toHaveLength(1)

  // The line breaks in the middle of a long answer, and the page is left.
  await desk.loseLine()
  await words(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Một câu viết khi mất mạng. ')
  await writing(page).getByText(say('No connection: kept on this device')).waitFor()
  await context.setOffline(false)
  await page.reload()
  await expect.poll(() => words(page).innerText()).toContain('Một câu viết khi mất mạng. Giá này cao quá.')
  await kept.waitFor()
  const mail = ownMail(chain, by)
  const drafts = async () => (await mail.list({ folder: (await mail.folder('drafts')).id })).data
  await expect
    .poll(async () => (await drafts()).map(({ preview, scheduled }) => [preview, scheduled]))
    .toEqual([
      [expect.stringContaining('Một câu viết khi mất mạng.'), false],
      [expect.stringContaining('Tôi sẽ gọi lại sáng mai.'), true],
    ])
  await words(page).focus()
  await page.keyboard.press('Escape')

  // The one for tomorrow lies among the drafts as well, and is not written on behind its own sending.
  const toFolder = async (name: RegExp) => {
    await tabTo(page.getByRole('navigation', { name: say('Folders') }).getByRole('link', { name }))
    await page.keyboard.press('Enter')
  }
  await toFolder(new RegExp(say('Drafts')))
  const waiting = rows(page).filter({ hasText: 'sáng mai' })
  await waiting.getByText(say('Send later')).waitFor()
  await tabTo(waiting.getByRole('link'))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: say('Take back and change') }).waitFor()
  expect(await writing(page).count()).toBe(0)
  await toFolder(new RegExp(say('Inbox')))
  await rows(page).first().waitFor()

  // A ticket of a customer's mail, a task of a supplier's.
  const search = page.getByRole('searchbox', { name: say('Search mail') })
  await page.keyboard.press('/')
  await focused(search)
  await page.keyboard.type('hết hạn')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sữa hết hạn' }).waitFor()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect.poll(() => page.locator('#field-asked-phone').inputValue()).toBe('0912345678')
  await expect.poll(() => page.locator('#field-asked-customer_name').inputValue()).toBe('Nguyễn Thị Lan')
  for (const field of ['store', 'feedback_type']) {
    await tabTo(page.locator(`#field-asked-${field}`))
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await tabTo(dialog.getByRole('button', { name: say('Make the ticket') }))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Khiếu nại \d{4}-\d{6}$/ }).waitFor()
  await page.keyboard.press('Shift+T')
  await dialog.waitFor()
  await tabTo(dialog.getByRole('button', { name: say('Make the task') }))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Công việc T\d+/ }).waitFor()
  // From the ticket the way leads back to its mail.
  await tabTo(page.getByRole('link', { name: /^Khiếu nại \d{4}-\d{6}$/ }))
  await page.keyboard.press('Enter')
  const back = page.getByRole('region', { name: say('Your mails about it') }).getByRole('link', { name: 'Sữa hết hạn' })
  await back.waitFor()
  await tabTo(back)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/mail\?/)
  await page.getByRole('heading', { name: 'Sữa hết hạn' }).waitFor()

  // Last spring's contract, by a word in its text.
  await page.keyboard.press('/')
  await focused(search)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('thưởng doanh số')
  await page.keyboard.press('Enter')
  await rows(page).filter({ hasText: 'Gửi chị bản ký' }).waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('hop-dong.pdf').waitFor()
  await desk.leave()
}, 900_000)

test('a phone in Korean: a mail is read on the whole screen, swiped away and taken back, and answered', async () => {
  const say = wordsOf('ko')
  const by = await chain.person()
  const desk = await visit({ by, lang: 'ko', device: 'phone' })
  const { page, context } = desk
  await connectMailbox(chain, by, connectionTo(servers, MINH))
  for (const n of [1, 2, 3])
    await servers.drop(MINH, mailText({ to: MINH, subject: `견적 ${n}`, date: new Date(Date.now() - n * MINUTE_MS) }))
  await desk.open('/mail')
  await expect.poll(() => rows(page).count()).toBe(3)
  await desk.expectAccessible('a folder on a phone')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await swipe(page, context, rows(page).first(), 200)
  await page.getByText(say('{{count}} archived', { count: 1 })).waitFor()
  await expect.poll(() => rows(page).count()).toBe(2)
  await page.getByRole('button', { name: say('Undo') }).click()
  await expect.poll(() => rows(page).count()).toBe(3)
  await page.getByRole('link', { name: /견적 1/ }).click()
  await page.frameLocator('iframe').getByText('Xin chào').waitFor()
  await expect.poll(() => rows(page).first().isVisible()).toBe(false)
  await desk.expectAccessible('a mail on a phone')
  await page
    .getByRole('button', { name: say('Reply'), exact: true })
    .last()
    .click()
  await words(page).waitFor()
  await desk.expectAccessible('an answer on a phone')
  // A slow line: the moment in which a draft would be kept comes while the mail is on its way.
  await page.route('**/api/mail/send', async (route) => {
    await page.waitForTimeout(1500)
    await route.continue()
  })
  await words(page).fill('감사합니다.')
  // Back puts the answer down, with its words, and stays on the mail.
  const address = page.url()
  await page.goBack()
  await writing(page).waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)
  await page.locator('[data-mail-writing] header button').first().click()
  await expect.poll(() => words(page).innerText()).toContain('감사합니다.')
  await writing(page)
    .getByRole('button', { name: say('Send'), exact: true })
    .click()
  await page.getByText(say('The mail goes out in {{count}} seconds', { count: 10 })).waitFor()
  // Once it is sent, back leads where it led before it was written.
  await page.goBack()
  await expect.poll(() => rows(page).first().isVisible()).toBe(true)
  expect(new URL(page.url()).search).toBe('')
  const mail = ownMail(chain, by)
  const drafts = async () => (await mail.list({ folder: (await mail.folder('drafts')).id })).data
  await expect.poll(drafts).toEqual([])
  await desk.leave()
})

test('new mail appears by itself on every open tab, in English on a tablet in the dark', async () => {
  const say = wordsOf('en')
  const by = await chain.person()
  await connectMailbox(chain, by, connectionTo(servers, CARE))
  const [one, other] = [
    await visit({ by, lang: 'en', scheme: 'dark' }),
    await visit({ by, lang: 'en', scheme: 'dark' }),
  ]
  await one.page.setViewportSize({ width: 768, height: 1024 })
  for (const { page, open } of [one, other]) {
    const listening = page.waitForResponse('**/api/stream')
    await open('/mail')
    await listening
    await page.getByText(say('Nothing left to read')).waitFor()
  }
  await one.expectAccessible('an empty folder')
  await servers.send(LAN, CARE, mailText({ to: CARE, subject: 'Hello from outside' }))
  for (const { page } of [one, other]) {
    await page.getByRole('link', { name: /Hello from outside/ }).waitFor()
    await page.getByRole('heading', { name: say('Mail ({{count}})', { count: 1 }) }).waitFor()
  }
  await one.page.getByRole('link', { name: /Hello from outside/ }).click()
  await one.page.frameLocator('iframe').getByText('Xin chào').waitFor()
  await one.expectAccessible('a mail on a tablet')
  await other.page.getByRole('heading', { name: say('Mail'), exact: true, level: 1 }).waitFor()
  for (const desk of [one, other]) await desk.leave()
})

test('a mail that another program moves away while it is read says so, and the list goes on', async () => {
  const say = wordsOf('vi')
  const by = await chain.person()
  await connectMailbox(chain, by, connectionTo(servers, CARE))
  for (const n of [1, 2]) await servers.drop(CARE, mailText({ to: CARE, subject: `Đang đọc ${n}` }))
  const desk = await visit({ by, lang: 'vi', device: 'phone', expected: [/404/] })
  const { page } = desk
  await desk.open('/mail')
  await page.getByRole('link', { name: /Đang đọc 2/ }).click()
  await page.frameLocator('iframe').getByText('Xin chào').waitFor()
  const phone = await anotherProgram(servers, CARE)
  await phone.mailboxOpen('INBOX')
  await phone.messageMove('*', 'Archive')
  await phone.logout()
  await page.getByText(say(REFUSALS['mail gone'].text)).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  await desk.expectAccessible('a mail that is gone')
  await page.getByRole('button', { name: say('Next mail') }).click()
  await page.getByRole('heading', { name: 'Đang đọc 1' }).waitFor()
  await desk.leave()
})

test('Enter takes who is named by all letters typed, and not while a syllable is being put together', async () => {
  const by = await chain.person()
  const [lan, lanh] = [await chain.person(), await chain.person()]
  await sql`update users set user_name = 'An Thị Lan' where id = ${lan.id}`.execute(chain.db)
  await sql`update users set user_name = 'Trần Thị Lanh' where id = ${lanh.id}`.execute(chain.db)
  await connectMailbox(chain, by, connectionTo(servers, CARE))
  const desk = await visit({ by })
  const { page } = desk
  const say = wordsOf('vi')
  await desk.open('/mail')
  await page.getByRole('link', { name: say('Inbox') }).waitFor()
  await page.route('**/api/mail/recipients?*', async (route) => {
    await page.waitForTimeout(300)
    await route.continue()
  })
  await page.keyboard.press('c')
  const to = writing(page).locator('[data-recipients]').first()
  await to.focus()
  await page.keyboard.type('thi lan')
  await page.getByRole('option', { name: /An Thị Lan/ }).waitFor()
  await to.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  expect(await to.inputValue()).toBe('thi lan')
  await page.keyboard.type('h')
  await page.keyboard.press('Enter')
  await writing(page).locator('[title*="@"]').first().waitFor()
  const taken = () => writing(page).locator('[title*="@"]').allInnerTexts()
  expect(await taken()).toEqual(['Trần Thị Lanh'])
  // Nothing leaves without whoever is still looked for.
  await page.keyboard.type('an thi')
  await page.keyboard.press('Control+Enter')
  await expect.poll(taken).toEqual(['Trần Thị Lanh', 'An Thị Lan'])
  const found = await holdRequests(page, '**/api/mail/recipients?*')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('an th')
  await page.keyboard.press('Enter')
  await writing(page)
    .getByRole('button', { name: say('Send'), exact: true })
    .click()
  await writing(page).getByText(say('A recipient is still being looked for.')).waitFor()
  found()
  await expect.poll(taken).toEqual(['Trần Thị Lanh', 'An Thị Lan'])
  await desk.leave()
})

test('on a slow line a mail that is written is kept to the last word, with its picture where it was put, and sent once', async () => {
  const by = await chain.person()
  await connectMailbox(chain, by, connectionTo(servers, CARE))
  const desk = await visit({ by, expected: [/ERR_FAILED/, /409/, /422/] })
  const { page } = desk
  const say = wordsOf('vi')
  const mail = ownMail(chain, by)
  const subject = 'Đường truyền chậm'
  // The tests before this one leave what they began to write in the same mailbox.
  const drafts = async () =>
    (await mail.list({ folder: (await mail.folder('drafts')).id })).data.filter((one) => one.subject === subject)
  const kept = writing(page).getByText(say('Kept in the drafts'))
  const leave = () => page.getByRole('button', { name: say('Close, the draft stays') }).click()
  await desk.open('/mail')
  await page.getByRole('link', { name: say('Inbox') }).waitFor()
  await page.keyboard.press('c')
  await writing(page)
    .getByRole('textbox', { name: say('Subject') })
    .fill(subject)
  await words(page).click()
  await focused(words(page))

  const uploaded = await holdRequests(page, '**/api/mail/attachment/upload')
  await page.keyboard.type('Trước ')
  await words(page).evaluate(paste, (await photo('a.jpg')).buffer.toString('base64'))
  await page.keyboard.type('sau')
  uploaded()
  await words(page).locator('img[alt="a.jpg"]').waitFor()
  expect(await words(page).innerHTML()).toMatch(/Trước <img[^>]*>(<img[^>]*>)?sau/)
  await kept.waitFor()

  // The first draft takes longer than two further pauses.
  const saved = Promise.withResolvers<void>()
  let [under, most] = [0, 0]
  await page.route('**/api/mail/draft', async (route) => {
    under += 1
    most = Math.max(most, under)
    await saved.promise
    const answer = await route.fetch()
    under -= 1
    await route.fulfill({ response: answer })
  })
  for (const word of [' một', ' hai', ' ba']) {
    await page.keyboard.type(word)
    await page.waitForTimeout(1300)
  }
  saved.resolve()
  await kept.waitFor()
  expect(most).toBe(1)

  await page.keyboard.type(' bốn')
  await leave()
  await expect.poll(() => page.locator('[data-mail-writing]').count()).toBe(0)
  // The one before goes once the new one stands.
  await expect
    .poll(async () => (await drafts()).map(({ preview }) => preview))
    .toEqual([expect.stringContaining('sau một hai ba bốn')])
  await page.unroute('**/api/mail/draft')

  await page
    .getByRole('navigation', { name: say('Folders') })
    .getByRole('link', { name: new RegExp(say('Drafts')) })
    .click()
  const read = await holdRequests(page, '**/api/mail/draft?*')
  const draft = rows(page).getByRole('link', { name: new RegExp(subject) })
  for (const isSecond of [false, true]) {
    await draft.click()
    await page.waitForURL((url) => !url.searchParams.has('open'))
    if (isSecond) read()
  }
  await words(page).first().waitFor()
  await page.waitForTimeout(300)
  expect(await words(page).count()).toBe(1)

  // The answer to a mail that is sent gets lost, and it is laid aside meanwhile.
  await writing(page).locator('[data-recipients]').first().fill(`${LAN},`)
  await kept.waitFor()
  const sent = Promise.withResolvers<void>()
  await page.route('**/api/mail/send', async (route) => {
    await sent.promise
    await route.fetch()
    await route.abort()
  })
  const send = writing(page).getByRole('button', { name: say('Send'), exact: true })
  await send.click()
  // What were typed now would be closed away with it.
  await expect.poll(() => words(page).evaluate((box) => box.closest('[inert]') !== null)).toBe(true)
  await leave()
  sent.resolve()
  await page.getByText(new RegExp(`^${say('Not sent.')}`)).waitFor()
  await page.unroute('**/api/mail/send')
  await page.locator('[data-mail-writing] header button').first().click()
  await words(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' năm')
  await send.click()
  const dialog = page.getByRole('dialog', { name: say('Send this mail all the same?') })
  await dialog.getByText(say('This mail was sent already, without your last changes.')).waitFor()
  await desk.expectAccessible('a mail that was sent already')
  await page.keyboard.press('Escape')
  expect(await words(page).innerText()).toContain('bốn năm')
  await send.click()
  await dialog.getByRole('button', { name: say('Send anyway') }).click()
  await writing(page).waitFor({ state: 'detached' })
  await desk.leave()
})

test('of mails archived faster than a slow line answers none comes back, z takes back the last, and one form is made of a mail', async () => {
  const by = await chain.person()
  await connectMailbox(chain, by, connectionTo(servers, CARE))
  for (const n of [1, 2, 3]) await servers.drop(CARE, mailText({ to: CARE, subject: `Dọn hộp thư ${n}` }))
  const desk = await visit({ by, expected: [/ERR_FAILED/] })
  const { page } = desk
  const say = wordsOf('vi')
  await desk.open('/mail')
  const row = (n: number) => rows(page).filter({ hasText: `Dọn hộp thư ${n}` })
  await row(1).waitFor()
  await slowed(page, /api\/mail\/move/)
  const back = await page.evaluateHandle(cameBack)
  for (const n of [1, 2, 3]) {
    await row(n).getByRole('checkbox').check()
    await page.keyboard.press('e')
    await row(n).waitFor({ state: 'detached' })
  }
  await page.keyboard.press('z')
  await page.getByText(say('Taken back')).waitFor()
  await row(3).waitFor()
  expect(await back.jsonValue()).toEqual([expect.stringContaining('Dọn hộp thư 3')])

  await row(3).getByRole('link').click()
  await page.getByRole('heading', { name: 'Dọn hộp thư 3' }).waitFor()
  await slowed(page, /api\/mail\/prefill/)
  await page.keyboard.press('Shift+T')
  await page.keyboard.press('Shift+T')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('status', { name: say('Loading') }).waitFor()
  await page.locator('#field-asked-title').first().waitFor()
  await page.waitForTimeout(1000)
  expect(await dialog.count()).toBe(1)
  let isLost = true
  await page.route('**/api/task', async (route) => {
    if (!isLost) return route.continue()
    isLost = false
    await route.fetch()
    await route.abort()
  })
  const make = dialog.getByRole('button', { name: say('Make the task') })
  await make.click()
  await dialog.getByRole('alert').waitFor()
  await make.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^Công việc T\d+/ }).waitFor()
  const made = await sql`select 1 from task_management where title = 'Dọn hộp thư 3'`.execute(chain.db)
  expect(made.rows).toHaveLength(1)
  await desk.leave()
})

test('a mail in the trash is deleted for good only once that is agreed to, and until then stays selected', async () => {
  const by = await chain.person()
  await connectMailbox(chain, by, connectionTo(servers, CARE))
  await servers.drop(CARE, mailText({ to: CARE, subject: 'Thư cần bỏ' }))
  const desk = await visit({ by })
  const { page } = desk
  const say = wordsOf('vi')
  await desk.open('/mail')
  const mail = rows(page).filter({ hasText: 'Thư cần bỏ' })
  await mail.waitFor()
  await mail.getByRole('checkbox').check()
  await page.keyboard.press('#')
  await mail.waitFor({ state: 'detached' })
  await page
    .getByRole('navigation', { name: say('Folders') })
    .getByRole('link', { name: say('Trash') })
    .click()
  await mail.getByRole('checkbox').check()
  const dialog = page.getByRole('dialog', { name: say('Delete for good?') })
  const selected = page.getByRole('status').filter({ hasText: say('{{count}} selected', { count: 1 }) })
  const ways = [
    () => page.keyboard.press('#'),
    () => page.getByRole('button', { name: say('Delete'), exact: true }).click(),
  ]
  for (const ask of ways) {
    await ask()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await selected.waitFor({ timeout: 2000 })
  }
  await page.keyboard.press('#')
  await dialog.getByRole('button', { name: say('Delete for good') }).click()
  await mail.waitFor({ state: 'detached' })
  await desk.leave()
})

test('no mail that means harm runs or fetches anything while it is read, and pictures from elsewhere only once they are allowed', async () => {
  const say = wordsOf('vi')
  const by = await chain.person()
  await connectMailbox(chain, by, connectionTo(servers, BUYER))
  const pictured = mailText({
    subject: 'Có ảnh',
    html: '<p>Ảnh: <img src="https://pictures.example/a.png" alt="a"></p><a href="https://evil.example/x">www.chain.example</a>',
  })
  await servers.drop(BUYER, pictured)
  for (const raw of Object.values(HOSTILE)) await servers.drop(BUYER, raw)
  const desk = await visit({ by, lang: 'vi', expected: [/./] })
  const { page, context } = desk
  const asked: string[] = []
  const ran: string[] = []
  await context.route(
    (url) => url.origin !== new URL(chain.url).origin,
    (route) => {
      asked.push(route.request().url())
      return route.fulfill({ body: '', contentType: 'image/png' })
    },
  )
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  const mail = ownMail(chain, by)
  const ids: string[] = []
  for (let at = 1, more = true; more; at += 1) {
    // Few at a time: where the mail server takes too long over their structure all of them are asked for again, as a person would.
    const query = { page: String(at), perpage: '10', conversations: '0' }
    const isThere = async () => (await mail.get(`mail?${new URLSearchParams(query)}`)).status
    await expect.poll(isThere, { timeout: 120_000 }).toBe(200)
    const found = await mail.list(query)
    ids.push(...found.data.map(({ id }) => id))
    more = found.has_more
  }
  expect(ids.length).toBeGreaterThan(Object.keys(HOSTILE).length / 2)
  await desk.open('/mail')
  const reader = `section[aria-label="${say('Mail')}"]`
  for (const id of ids) {
    const before = await page.$(`${reader} :is(iframe, [role=alert])`)
    await desk.go(`/mail?open=${id}`)
    await page.waitForFunction(isShown, { reader, before }, { timeout: 120_000 })
    await page.evaluate(provoke)
    expect([id, ran, asked]).toEqual([id, [], []])
  }
  await page.getByRole('searchbox', { name: say('Search mail') }).fill('Có ảnh')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Có ảnh/ }).click()
  await page.getByText(say('Pictures from elsewhere are not loaded: {{count}}', { count: 1 })).waitFor()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: say('Load them') }).click()
  await expect.poll(() => asked).toEqual(['https://pictures.example/a.png'])
  await page.frameLocator('iframe').getByRole('link').click()
  await page.getByRole('dialog').getByText('https://evil.example/x').waitFor()
  await desk.expectAccessible('where a link leads')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Cancel') })
    .click()
  expect(asked).toHaveLength(1)
  await context.close()
}, 900_000)

interface Shown {
  reader: string
  before: Node | null
}

/** Runs in the page: the words of this mail stand in frames of their own, or it is said why they do not; what the mail before left does not count. */
function isShown({ reader, before }: Shown): boolean {
  if (before?.isConnected) return false
  const frames = [...document.querySelectorAll<HTMLIFrameElement>(`${reader} iframe`)]
  if (frames.length === 0) return document.querySelector(`${reader} [role=alert]`) !== null
  return frames.every(({ contentDocument }) => contentDocument?.querySelector('head > style'))
}

/** Runs in the page: all that a person's hand might set off in the words of a mail. */
async function provoke(): Promise<void> {
  for (const { contentDocument } of document.querySelectorAll('iframe'))
    for (const one of contentDocument?.querySelectorAll('*') ?? [])
      for (const kind of ['mouseover', 'focus', 'toggle', 'error', 'load', 'animationstart'])
        one.dispatchEvent(new Event(kind))
  await new Promise(requestAnimationFrame)
}

/** Runs in the page: the mails that come onto the list from now on. */
function cameBack(): string[] {
  const seen: string[] = []
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const row of [node, ...node.querySelectorAll('*')])
            if (row.matches('li[data-at]')) seen.push(row.textContent)
  }).observe(document.body, { childList: true, subtree: true })
  return seen
}

/** Runs in the page: a picture is pasted at the caret. */
function paste(text: Element, content: string): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([bytes], 'a.jpg', { type: 'image/jpeg' }))
  text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** A finger that draws a row to the side. */
async function swipe(page: Page, context: BrowserContext, row: Locator, by: number): Promise<void> {
  const box = await row.boundingBox()
  if (!box) throw new Error('The row is not on the screen')
  const touch = await context.newCDPSession(page)
  const [x, y] = [box.x + 60, box.y + box.height / 2]
  const point = (step: number) => [{ x: x + (by * step) / 8, y }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) })
  for (let step = 1; step <= 8; step += 1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(step) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
