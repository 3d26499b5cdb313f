import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { focused, slowed, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { countingHand } from '../../setup/browser/hand.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { outOfReach } from '../../setup/browser/in-reach.ts'
import { startChain } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })
const admin = await chain.person({ role: 'Administrator' })

const say = wordsOf('vi')
const stored = async (id: number) => (await row(chain.db, sql`select * from complaints where id = ${id}`)) ?? {}

const MOST_TAPS = 5

await chain.call('POST', 'canned-reply', {
  by: admin,
  body: {
    ...{ name: 'Đổi hàng tại quầy', body: 'Xin lỗi {customer_name}, mời quý khách ghé quầy để đổi hàng.' },
    ...{ types: [1], solution: 'exchange_refund', origin: 'Hàng lỗi' },
  },
})
await chain.call('POST', 'canned-reply', { by: admin, body: { name: 'An ủi', body: 'Cảm ơn quý khách đã góp ý.' } })

test('a manager opens a complaint on the phone, answers it with a canned reply and completes it in five taps, and is at the next one', async () => {
  const next = await chain.ticket(manager, { title: 'Kệ bánh trống', phone: '0912345670' })
  const ticket = await chain.ticket(manager, { title: 'Sữa hết hạn', phone: '0912345678', feedback_type: 1 })
  const shop = await visit({ device: 'phone', by: manager })
  const { page } = shop
  await shop.open('/complaints')
  const { n, tap } = countingHand(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await tap(page.getByRole('link', { name: /Sữa hết hạn/ }))
  // Calling is one tap, wherever one is in the case.
  await expect
    .poll(() => page.getByRole('link', { name: say('Call'), exact: true }).getAttribute('href'))
    .toBe('tel:0912345678')
  await tap(button(say('Reply')))
  await tap(button('Đổi hàng tại quầy'))
  await page
    .getByText(`Xin lỗi ${String((await stored(ticket.id)).customer_name)}`)
    .first()
    .waitFor()
  await shop.expectAccessible('an answer on the phone')
  await tap(button(say('Answer and complete')))
  await page.waitForURL(`**/complaints/view/${next.id}`)
  expect(n.taps).toBeLessThanOrEqual(MOST_TAPS)
  await expect
    .poll(() => stored(ticket.id))
    .toMatchObject({ state: 'completed', solution: 'exchange_refund', origin: 'Hàng lỗi' })
  await expect.poll(async () => (await stored(ticket.id)).comment).toContain('mời quý khách ghé quầy để đổi hàng')
  await shop.leave()
})

test('at 200 %, an answer without an outcome is asked for it in its place, and keeps its words', async () => {
  const ticket = await chain.ticket(manager, { title: 'Nhân viên cau có' })
  const desk = await visit({ by: manager, device: 'zoomed' })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.press('r')
  const words = page.getByRole('textbox', { name: say('Answer to the customer') })
  await words.click()
  await focused(words)
  await page.keyboard.type('Chúng tôi xin lỗi.')
  await page.keyboard.press('Control+Enter')
  await page.getByText(say('{{field}} is required', { field: say('Cause') })).waitFor()
  expect((await stored(ticket.id)).state).not.toBe('completed')
  expect(await outOfReach(page)).toEqual([])
  await page.getByRole('radio', { name: say('Apology') }).check({ force: true })
  await page.locator('#field-origin').fill('Thiếu người')
  await words.click()
  await focused(words)
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await stored(ticket.id)).state).toBe('completed')
  expect((await stored(ticket.id)).comment).toBe('Chúng tôi xin lỗi.')
  await desk.leave()
})

test.each([
  {
    by: 'after a slash',
    pick: async (page: Page) => {
      await page.keyboard.type('/doi hang')
      await page.getByRole('option', { name: 'Đổi hàng tại quầy' }).waitFor()
      await page.keyboard.press('Enter')
    },
  },
  {
    by: 'from the list at the foot',
    pick: async (page: Page) => {
      await page.getByRole('button', { name: say('Canned replies') }).click()
      await page.getByRole('menuitem', { name: 'Đổi hàng tại quầy' }).click()
    },
  },
])('a canned reply picked $by brings its solution and cause along', async ({ pick }) => {
  const ticket = await chain.ticket(manager, { title: 'Áo sai cỡ', feedback_type: 1 })
  const desk = await visit({ by: manager })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.press('r')
  const words = page.getByRole('textbox', { name: say('Answer to the customer') })
  await focused(words)
  await pick(page)
  await expect.poll(() => words.innerText()).toContain('mời quý khách ghé quầy để đổi hàng')
  await expect.poll(() => page.locator('#field-origin').inputValue()).toBe('Hàng lỗi')
  await page.getByRole('button', { name: say('Answer and complete') }).click()
  await expect
    .poll(() => stored(ticket.id))
    .toMatchObject({ state: 'completed', solution: 'exchange_refund', origin: 'Hàng lỗi' })
  await desk.leave()
})

test('where the chain does not send mail yet, that is why a customer with an address gets none', async () => {
  const ticket = await chain.ticket(manager, { title: 'Hàng giao chậm', email: 'khach@example.com' })
  const desk = await visit({ by: manager })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.press('r')
  const name = String((await stored(ticket.id)).customer_name)
  await page
    .getByText(say('The chain does not send mail yet: tell {{name}}, or hand on their page.', { name }))
    .waitFor()
  await desk.leave()
})

test('whoever completes by the dialog has the replies at hand, and is told who will read the words where', async () => {
  const ticket = await chain.ticket(manager, { title: 'Thiếu hóa đơn', phone: '0912345679', feedback_type: 1 })
  const desk = await visit({ by: manager, scheme: 'dark' })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: say('Complete') })
  const name = String((await stored(ticket.id)).customer_name)
  await dialog.getByText(say('{{name}} gets no mail: tell them, or hand on their page.', { name })).waitFor()
  await expect
    .poll(() => dialog.getByRole('link', { name: '0912 345 679' }).getAttribute('href'))
    .toBe('tel:0912345679')
  await dialog.getByRole('button', { name: 'Đổi hàng tại quầy' }).click()
  await dialog.getByText(say('{{name}} reads this on their page once the case is completed.', { name })).click()
  await dialog.locator('details').getByText('mời quý khách ghé quầy').waitFor()
  await desk.expectAccessible('the answer in the dialog that completes')
  await page.locator('#field-asked-comment').press('Control+Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect
    .poll(() => stored(ticket.id))
    .toMatchObject({
      ...{ state: 'completed', solution: 'exchange_refund', origin: 'Hàng lỗi' },
      comment: `Xin lỗi ${name}, mời quý khách ghé quầy để đổi hàng.`,
    })
  await desk.leave()
})

test.each(['light', 'dark'] as const)('in the %s, what a button without words is for reads well', async (scheme) => {
  const ticket = await chain.ticket(manager)
  const desk = await visit({ by: manager, scheme })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  await page
    .getByRole('button', { name: say('Pictures and videos') })
    .first()
    .hover()
  const tip = page.getByRole('tooltip')
  await tip.waitFor()
  await expect
    .poll(() => tip.evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]))
    .toEqual(['rgb(243, 245, 249)', scheme === 'dark' ? 'rgb(54, 65, 82)' : 'rgb(35, 43, 56)'])
  await desk.leave()
})

test('what is typed right after the key that opens a box stands in the box, on a slow line too, and moves nothing', async () => {
  const ticket = await chain.ticket(manager, { title: 'Bánh sinh nhật giao nhầm' })
  const before = await stored(ticket.id)
  const desk = await visit({ by: admin })
  const { page } = desk
  await slowed(page, /(answer|call)-box/)
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.type('rtoi xin 123', { delay: 30 })
  const answer = page.getByRole('textbox', { name: say('Answer to the customer') })
  await focused(answer)
  await page.keyboard.type(' goi lai')
  await expect.poll(() => answer.innerText()).toBe('toi xin 123 goi lai')
  await page.keyboard.press('Escape')
  await page.keyboard.type('pset 1', { delay: 30 })
  const call = page.getByRole('textbox', { name: say('What was said') })
  await focused(call)
  await expect.poll(() => call.inputValue()).toBe('set 1')
  await page.keyboard.press('Escape')
  await page.keyboard.type('p23')
  await expect.poll(() => call.inputValue()).toBe('set 123')
  expect(await stored(ticket.id)).toMatchObject({ version: before.version, assignee: before.assignee })
  await desk.leave()
})

test('what is typed after the key that answers in the list stands in the box of the case it leads to, and moves nothing', async () => {
  const ticket = await chain.ticket(manager, { title: 'Đèn kho hỏng' })
  const before = await stored(ticket.id)
  const desk = await visit({ by: admin })
  const { page } = desk
  await slowed(page, new RegExp(`answer-box|/ticket/${ticket.id}$`))
  await desk.open('/complaints?search=Den+kho+hong')
  await page.locator('tbody tr[data-at="0"]').waitFor()
  await page.keyboard.type('ja')
  await focused(page.locator('#field-asked-assignee'))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.type('rtoi xin 123', { delay: 100 })
  const answer = page.getByRole('textbox', { name: say('Answer to the customer') })
  await focused(answer)
  await page.keyboard.type(' goi lai')
  await expect.poll(() => answer.innerText()).toBe('toi xin 123 goi lai')
  expect(await stored(ticket.id)).toMatchObject({ version: before.version, assignee: before.assignee })
  await desk.leave()
})

test('what is typed after the key of an act stands in its dialog, on a slow line too, and is no other act', async () => {
  const ticket = await chain.ticket(manager, { title: 'Cân sai ở quầy rau' })
  const before = await stored(ticket.id)
  const desk = await visit({ by: admin })
  const { page } = desk
  await slowed(page, /proposal|fields-dialog-box/)
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.type('alan t', { delay: 100 })
  const assignee = page.locator('#field-asked-assignee')
  await focused(assignee)
  await expect.poll(() => assignee.inputValue()).toBe('lan t')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('3')
  await expect.poll(async () => (await stored(ticket.id)).priority).toBe('low')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await stored(ticket.id)).toMatchObject({ assignee: before.assignee, state: before.state })
  await desk.leave()
})

test('a dialog that asks the server first shows itself, and opens once for two presses', async () => {
  const ticket = await chain.ticket(manager, { title: 'Mì nguội ngắt' })
  const desk = await visit({ by: admin })
  const { page } = desk
  await slowed(page, /proposal|asked-answer|assign-to|\/processing$/)
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  const dialog = page.getByRole('dialog')
  for (const [name, field] of [
    ['Assign', '#field-asked-assignee'],
    ['Complete', '#field-asked-solution'],
  ] as const) {
    await page.getByRole('button', { name: say(name), exact: true }).dblclick()
    await dialog.getByRole('status', { name: say('Loading') }).waitFor()
    await page.locator(field).first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  // Two acts within one slow answer are one person's: the second is no stranger's change.
  await page.getByRole('button', { name: say('Take it myself') }).click()
  await page.getByRole('button', { name: say('Start handling') }).click()
  await expect.poll(() => stored(ticket.id)).toMatchObject({ state: 'processing', assignee: admin.id })
  await page.getByRole('button', { name: say('Start handling') }).waitFor({ state: 'hidden' })
  expect(await page.getByRole('region', { name: say('Messages') }).innerText()).toBe(
    say('{{number}} is now assigned to {{name}}', { number: ticket.issue_number, name: admin.name }),
  )
  await desk.leave()
})

test('an act that takes long to go leads nobody on who has gone elsewhere meanwhile, and asks them nothing', async () => {
  const other = await chain.ticket(manager, { title: 'Bún thiu hai' })
  const ticket = await chain.ticket(manager, { title: 'Bún thiu một' })
  const desk = await visit({ by: manager })
  const { page } = desk
  const answered = await holdRequests(page, /\/completed?$/)
  await desk.open('/complaints?search=bun+thiu')
  await page.getByRole('link', { name: ticket.title }).first().click()
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.press('r')
  const words = page.getByRole('textbox', { name: say('Answer to the customer') })
  await words.fill('Chúng tôi xin lỗi.')
  await page.getByRole('radio', { name: say('Apology') }).check({ force: true })
  await page.locator('#field-origin').fill('Thiếu người')
  await page.getByRole('button', { name: say('Answer and complete') }).click()
  await desk.go('/stores')
  answered()
  await page
    .getByText(say('{{number}} is answered and completed', { number: ticket.issue_number }))
    .first()
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/stores')

  await desk.go(`/complaints/view/${other.id}`)
  await page.getByRole('heading', { level: 1, name: other.title }).waitFor()
  const assigned = await holdRequests(page, /\/assign-to$/)
  await page.keyboard.press('t')
  await page.keyboard.press('l')
  await desk.go('/stores')
  assigned()
  await page
    .getByText(say('{{number}} is now assigned to {{name}}', { number: other.issue_number, name: manager.name }))
    .waitFor()
  await desk.partsCame()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await desk.leave()
})

test('what is typed after the key of a step for selected rows stands in its dialog, and selects no other', async () => {
  for (const n of [1, 2]) await chain.ticket(manager, { title: `Sàn trơn ${n}` })
  await sql`update complaints set state = 'closed' where title like 'Sàn trơn%'`.execute(chain.db)
  const desk = await visit({ by: admin })
  const { page } = desk
  await slowed(page, /fields-dialog-box/)
  await desk.open('/complaints?search=San+tron')
  await page.locator('tbody tr[data-at="1"]').waitFor()
  await page.keyboard.type('jx')
  await page.getByText(say('{{n}} selected', { n: 1 })).waitFor()
  await page.getByRole('button', { name: say('Change status') }).waitFor()
  await page.keyboard.type('ojx', { delay: 100 })
  const reason = page.locator('#field-asked-reason')
  await focused(reason)
  await expect.poll(() => reason.inputValue()).toBe('jx')
  expect(await page.getByText(say('{{n}} selected', { n: 1 })).count()).toBe(1)
  await desk.leave()
})

test('what is typed after a key in the list whose acts are still on their way stands in the box that it opens', async () => {
  const ticket = await chain.ticket(manager, { title: 'Mái hiên dột' })
  const before = await stored(ticket.id)
  const desk = await visit({ by: admin })
  const { page } = desk
  await slowed(page, /assets\/complaint-/)
  await desk.open('/complaints?search=Mai+hien+dot')
  await page.locator('tbody tr[data-at="0"]').waitFor()
  await page.keyboard.type('jrxin chao khach', { delay: 60 })
  const answer = page.getByRole('textbox', { name: say('Answer to the customer') })
  await focused(answer)
  await page.keyboard.type(' 123')
  await expect.poll(() => answer.innerText()).toBe('xin chao khach 123')
  expect(await stored(ticket.id)).toMatchObject({ version: before.version })
  await desk.leave()
})

test('whoever left the note by Escape is not put back into it by a dialog that closes', async () => {
  const ticket = await chain.ticket(manager, { title: 'Bánh cuốn nguội' })
  const desk = await visit({ by: admin })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.press('c')
  const note = page.getByRole('textbox', { name: say('Comment') })
  await focused(note)
  await page.keyboard.type('Đã hỏi bếp')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article').getByText('Đã hỏi bếp').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await focused(page.locator('#field-asked-assignee'))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('3')
  await expect.poll(async () => (await stored(ticket.id)).priority).toBe('low')
  expect((await note.innerText()).trim()).toBe('')
  await desk.leave()
})

test('what was said on the phone stands in the story as a call, and its draft outlives a reload', async () => {
  const ticket = await chain.ticket(manager, { title: 'Khách chờ gọi lại' })
  const desk = await visit({ by: manager })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('textbox', { name: say('What was said') }).fill('Khách hẹn chiều mai.')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await page.keyboard.press('p')
  const words = page.getByRole('textbox', { name: say('What was said') })
  await words.waitFor()
  await expect.poll(() => words.inputValue()).toBe('Khách hẹn chiều mai.')
  await page.getByRole('button', { name: say('Save the call') }).click()
  await page.getByRole('article').filter({ hasText: 'Khách hẹn chiều mai.' }).getByText(say('Call')).waitFor()
  await desk.leave()
})

test('on a slow line a comment that was sent does not come back, one that failed keeps its pictures, and a call keeps what was written since', async () => {
  const ticket = await chain.ticket(manager, { title: 'Đèn bãi xe tắt' })
  const desk = await visit({ by: manager, expected: [/ERR_FAILED/] })
  const { page } = desk
  const story = page.getByRole('region', { name: say('What happened since') })
  const comment = page.getByRole('textbox', { name: say('Comment') })
  const open = async () => {
    await desk.open(`/complaints/view/${ticket.id}`)
    await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  }
  const sends = page.getByRole('button', { name: say('Send comment') })
  await open()
  const draftKept = page.waitForResponse((one) => one.url().endsWith('/draft') && one.request().method() === 'PUT')
  await comment.fill('Đã gọi thợ điện')
  await draftKept
  const late = Promise.withResolvers<void>()
  await page.route('**/draft', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  await page.reload()
  await expect.poll(() => comment.innerText()).toContain('Đã gọi thợ điện')
  await sends.click()
  await story.getByText('Đã gọi thợ điện').waitFor()
  const draftRead = page.waitForResponse((one) => one.url().endsWith('/draft') && one.request().method() === 'GET')
  late.resolve()
  await draftRead
  await page.waitForTimeout(300)
  expect((await comment.innerText()).trim()).toBe('')

  const isLeft = Promise.withResolvers<void>()
  await page.route(
    '**/comment',
    async (route) => {
      await isLeft.promise
      await route.abort()
    },
    { times: 1 },
  )
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles([await photo('bai-xe.jpg')])
  await comment.fill('Ảnh chụp tối qua')
  await expect.poll(() => sends.isEnabled()).toBe(true)
  await sends.click()
  await desk.go('/complaints')
  await page.locator('tbody tr[data-at]').first().waitFor()
  const failed = page.waitForEvent('requestfailed')
  isLeft.resolve()
  await failed
  await open()
  await expect.poll(() => comment.innerText()).toContain('Ảnh chụp tối qua')
  await page.getByRole('button', { name: say('Remove {{name}}', { name: 'bai-xe.jpg' }) }).waitFor()

  const answers = Promise.withResolvers<void>()
  let n = 0
  await page.route('**/comment', async (route) => {
    n += 1
    const response = await route.fetch()
    if (n === 1) return route.abort()
    await answers.promise
    await route.fulfill({ response })
  })
  await page
    .getByRole('radiogroup', { name: say('Write') })
    .getByText(say('Call'), { exact: true })
    .click()
  const call = page.getByRole('textbox', { name: say('What was said') })
  const saves = page.getByRole('button', { name: say('Save the call') })
  await call.fill('Khách hẹn sáng mai')
  await saves.click()
  await expect.poll(() => n).toBe(1)
  await expect.poll(() => saves.getAttribute('data-loading')).toBeNull()
  await call.fill('Khách hẹn chiều mai')
  await saves.click()
  await expect.poll(() => n).toBe(2)
  await call.pressSequentially(', lúc ba giờ')
  answers.resolve()
  await story.getByText('Khách hẹn chiều mai', { exact: true }).waitFor()
  await page.waitForTimeout(300)
  expect(await call.inputValue()).toBe('Khách hẹn chiều mai, lúc ba giờ')
  await desk.leave()
})

test('what one was about to tell a customer does not stand ready under the name of whoever signs in next', async () => {
  const leaving = await chain.person({ role: 'Customer service' })
  const ticket = await chain.ticket(leaving, { title: 'Bánh mốc', email: 'khach@example.com' })
  const desk = await visit({ by: leaving, expected: [/status of 401/] })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  const tab = (name: string) =>
    page.getByRole('radiogroup', { name: say('Write') }).getByText(say(name), { exact: true })
  const answer = page.getByRole('textbox', { name: say('Answer to the customer') })
  const call = page.getByRole('textbox', { name: say('What was said') })
  await tab('Reply').click()
  await answer.fill('Em xin lỗi chị.')
  await tab('Call').click()
  await call.fill('Khách đọc số thẻ.')
  await chain.call('POST', 'logout', { by: leaving })
  await page.waitForURL('**/login**')
  await page.locator('input[name=email]').fill(admin.email)
  await page.locator('input[name=password]').fill('Correct-horse-88')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await tab('Reply').click()
  expect(await answer.innerText()).not.toContain('xin lỗi')
  await tab('Call').click()
  expect(await call.inputValue()).toBe('')
  await desk.leave()
})
