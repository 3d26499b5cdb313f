import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { focused, startBrowser, wordsOf } from '../setup/browser/browser.ts'
import { startChain } from '../setup/chain.ts'

const say = wordsOf('vi')
const chain = await startChain()
const { visit } = await startBrowser(chain)
const [store] = chain.stores
const admin = await chain.person()
const manager = await chain.person({ role: 'Store manager', store })
const service = await chain.person({ role: 'Customer service' })
const director = await chain.person({ role: 'CEO' })

/** A complaint of the store whose clocks lie so many hours from now. */
async function waiting(title: string, clocks: { due: number; reply?: number; law?: number }) {
  const ticket = await chain.ticket(admin, { title, store })
  await sql`update complaints set created_at = now() - interval '9 days', due_at = now() + ${clocks.due} * interval '1 hour',
    handle_due_at = now() + ${clocks.reply ?? 90} * interval '1 hour', law_due_at = now() + ${clocks.law ?? 900} * interval '1 hour' where id = ${ticket.id}`.execute(
    chain.db,
  )
  return ticket
}
await waiting('Còn lâu mới đến hạn', { due: 400 })
await waiting('Trễ hạn của chuỗi', { due: -30 })
await waiting('Quá hạn theo luật', { due: -90, law: -50 })
await waiting('Chưa ai tiếp nhận', { due: 90, reply: -5 })
const registration = await chain.call<{ id: number }>('POST', 'goods-refund', {
  by: manager,
  body: {
    ...{ bill: '12345678901234', lines: [{ product: 'Sữa', quantity: 1 }], amount: 50_000, reason: 'Hỏng' },
    ...{ store, shift: 'morning', staff: manager.id },
  },
})

const card = (page: Page, label: string) => page.getByRole('region', { name: say(label), exact: true })
const titles = (page: Page) => card(page, 'Complaints').first().locator('a[data-line]').allInnerTexts()

test('a store manager sees on the phone what waits, worst first, and takes one with the thumb', async () => {
  expect(registration.code).toBe(0)
  const phone = await visit({ by: manager, device: 'phone' })
  const { page } = phone
  await phone.open('/dashboard')
  await page.getByText('Quá hạn theo luật').waitFor()
  await expect
    .poll(() => titles(page))
    .toEqual(['Quá hạn theo luật', 'Trễ hạn của chuỗi', 'Chưa ai tiếp nhận', 'Còn lâu mới đến hạn'])
  await phone.expectAccessible('what waits on a phone')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  const line = page.getByRole('listitem').filter({ hasText: 'Quá hạn theo luật' })
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/assign-to'))
  await line.getByRole('button', { name: /^Nhận/ }).click()
  expect((await taken).status()).toBe(200)
  await line.getByRole('button', { name: new RegExp(`^${say('Complete')}`) }).waitFor()
  await expect.poll(async () => (await titles(page))[0]).toBe('Quá hạn theo luật')
  for (const button of await line.getByRole('button').all())
    expect((await button.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(40)

  // What is done at once is taken back at once, and keeps its place meanwhile.
  const refund = card(page, 'Goods refund')
  await refund.getByRole('button', { name: new RegExp(`^${say('Complete')}`) }).click()
  await refund.getByRole('img', { name: say('Done') }).waitFor()
  await page.getByRole('button', { name: say('Undo') }).click()
  await refund.getByRole('button', { name: new RegExp(`^${say('Complete')}`) }).waitFor()
  await phone.leave()
})

test('customer service goes through it by keyboard alone, and it stays as it is told by others', async () => {
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open('/dashboard')
  const line = page.getByRole('listitem').filter({ hasText: 'Trễ hạn của chuỗi' })
  await line.getByRole('button', { name: /^Nhận / }).waitFor()
  // The manager has one by now: it stands among all.
  await page
    .getByRole('radiogroup', { name: say('Whose') })
    .getByText(new RegExp(`^${say('All')} `))
    .click()
  await page.getByText('Quá hạn theo luật').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Trễ hạn của chuỗi')
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/assign-to'))
  await page.keyboard.press('t')
  await taken
  await line.getByRole('button', { name: new RegExp(`^${say('Complete')}`) }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: say('Keys') }).waitFor()
  await desk.expectAccessible('the keys of what waits')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  // What comes in stands there without looking anew, at its place in the order.
  await waiting('Vừa mới gửi đến', { due: 300 })
  await page.getByText('Vừa mới gửi đến').waitFor()
  const all = page
    .getByRole('region', { name: say('Complaints'), exact: true })
    .first()
    .getByRole('link')
    .first()
  const badge = page.locator('nav a[href="/complaints"]').first()
  const areAlike = async () => (await badge.innerText()).includes((await all.innerText()).replace(/\D/g, ''))
  await expect.poll(areAlike).toBe(true)

  // The answer opens the case with the words to the customer.
  await page.getByRole('link', { name: 'Trễ hạn của chuỗi' }).focus()
  await page.keyboard.press('r')
  await page.waitForURL(/\/complaints\/view\/\d+$/)
  await expect.poll(() => page.getByRole('radio', { name: say('Reply') }).isChecked()).toBe(true)
  await desk.leave()
})

test('a director reads the figures first, then what needs a decision', async () => {
  const boss = await visit({ by: director, scheme: 'dark' })
  const { page } = boss
  await boss.open('/dashboard')
  const [figures, decisions] = [
    page.getByRole('list', { name: say('Figures') }),
    page.getByRole('heading', { name: say('Needs a decision') }),
  ]
  await decisions.waitFor()
  await page.getByText('Quá hạn theo luật').waitFor()
  await figures.waitFor()
  const between = async () => ((await decisions.boundingBox())?.y ?? 0) - ((await figures.boundingBox())?.y ?? 0)
  await expect.poll(between).toBeGreaterThan(0)
  await expect.poll(() => page.getByRole('button', { name: /^Nhận / }).count()).toBe(0)
  await boss.expectAccessible('the dashboard of a director')
  await boss.leave()
})

test('whoever handles things begins with what is theirs, and sees how much is everybody’s', async () => {
  const busy = await chain.person({ role: 'Customer service' })
  const ticket = await waiting('Đã giao cho tôi', { due: 200 })
  const foreign = await waiting('Đã giao cho người khác', { due: -200 })
  await sql`update complaints set assignee = ${busy.id} where id = ${ticket.id}`.execute(chain.db)
  await sql`update complaints set assignee = ${service.id} where id = ${foreign.id}`.execute(chain.db)
  const desk = await visit({ by: busy })
  const { page } = desk
  await desk.open('/dashboard')
  await page.getByText('Đã giao cho tôi').waitFor()
  await expect.poll(() => page.getByText('Đã giao cho người khác').count()).toBe(0)
  const whose = page.getByRole('radiogroup', { name: say('Whose') })
  const figure = async (name: string) =>
    Number((await whose.getByText(new RegExp(`^${name} `)).innerText()).replace(/\D/g, ''))
  await expect.poll(async () => (await figure(say('All'))) - (await figure(say('Mine')))).toBeGreaterThan(0)
  await page.getByRole('button', { name: say('What {{figure}} means', { figure: say('Waits for you') }) }).click()
  await page.getByText(/Những việc chưa xong/).waitFor()
  await desk.expectAccessible('what waits, and what that is')
  await page.keyboard.press('Escape')
  await page.getByText(/Những việc chưa xong/).waitFor({ state: 'hidden' })
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/saved-view/choices'))
  await whose.getByText(new RegExp(`^${say('All')} `)).click()
  await page.getByText('Đã giao cho người khác').waitFor()
  expect((await kept).status()).toBe(200)
  await desk.leave()

  // Kept for the person, in whatever browser.
  const phone = await visit({ by: busy, device: 'phone' })
  await phone.open('/dashboard')
  await phone.page.getByText('Đã giao cho người khác').waitFor()
  await expect
    .poll(() => phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true)
  const [thumb] = await phone.page
    .getByRole('radiogroup', { name: say('Whose') })
    .locator('label')
    .all()
  expect((await thumb?.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(36)
  await phone.expectAccessible('whose on a phone')
  await phone.leave()
})

test('every key of the list works on the line one is at, and goes on working after an act', async () => {
  const first = await waiting('Phím một', { due: -500 })
  await waiting('Phím hai', { due: -490 })
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open('/dashboard')
  await page.getByText('Phím hai').waitFor()
  const active = page.locator('li[data-active]')
  // What others wait for longer stands before it.
  const above = await page
    .locator('[data-line]')
    .evaluateAll((lines) => lines.findIndex((line) => line.textContent?.includes('Phím một')))
  for (let at = 0; at <= above; at += 1) {
    await page.keyboard.press('j')
    await page.locator(`li[data-active]:has([data-line])`).first().waitFor()
  }
  await active.filter({ hasText: 'Phím một' }).waitFor()
  const ranked = page.waitForResponse((answer) => answer.url().endsWith(`/ticket/${first.id}`))
  await page.keyboard.press('1')
  expect((await ranked).status()).toBe(200)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await focused(dialog.locator('#field-asked-assignee'))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await active.filter({ hasText: 'Phím một' }).waitFor()
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/assign-to'))
  await page.keyboard.press('t')
  await taken
  // The button that was pressed is gone; the line is still the one the keys are for.
  await active.getByRole('button', { name: new RegExp(`^${say('Start handling')}|^${say('Complete')}`) }).waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: say('Keys') })
  for (const label of ['Tags', 'Edit', 'Internal note', 'Next and previous line'])
    await keys.getByText(say(label), { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await page.keyboard.press('j')
  await active.filter({ hasText: 'Phím hai' }).waitFor()
  await desk.leave()
})
