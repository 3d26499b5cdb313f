import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBrowser, wordsOf } from '../setup/browser.ts'
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
  expect(await titles(page)).toEqual([
    'Quá hạn theo luật',
    'Trễ hạn của chuỗi',
    'Chưa ai tiếp nhận',
    'Còn lâu mới đến hạn',
  ])
  await phone.expectAccessible('what waits on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  const line = page.getByRole('listitem').filter({ hasText: 'Quá hạn theo luật' })
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/assign-to'))
  await line.getByRole('button', { name: /^Nhận/ }).click()
  expect((await taken).status()).toBe(200)
  await line.getByRole('button', { name: new RegExp(`^${say('Complete')}`) }).waitFor()
  expect((await titles(page))[0]).toBe('Quá hạn theo luật')
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

  // What comes in stands there without looking anew, at its place in the order.
  await waiting('Vừa mới gửi đến', { due: 300 })
  await page.getByText('Vừa mới gửi đến').waitFor()
  const all = page
    .getByRole('region', { name: say('Complaints'), exact: true })
    .first()
    .getByRole('link')
    .first()
  const badge = await page.locator('nav a[href="/complaints"]').first().innerText()
  expect(badge).toContain(await all.innerText().then((words) => words.replace(/\D/g, '')))

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
  const [above, below] = [await figures.boundingBox(), await decisions.boundingBox()]
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0)
  expect(await page.getByRole('button', { name: /^Nhận / }).count()).toBe(0)
  await boss.expectAccessible('the dashboard of a director')
  await boss.leave()
})
