import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain, type Ticket } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const handler = await chain.person({ role: 'Customer service' })
const manager = await chain.person({ role: 'Store manager', store: chain.stores[0] })

const say = wordsOf('vi')
const stored = async (id: number) => (await row(chain.db, sql`select * from complaints where id = ${id}`)) ?? {}
const asked = (page: Page) => page.getByRole('dialog')
const complete = async (page: Page) => {
  await page.getByRole('button', { name: say('Complete'), exact: true }).click()
  await asked(page).locator('#field-asked-solution').click()
  await page.getByRole('option', { name: say('Apology') }).click()
  await asked(page).locator('#field-asked-origin').fill('Tủ mát hỏng')
  await asked(page).locator('#field-asked-comment').fill('Cửa hàng đã đổi hàng và xin lỗi.')
  await asked(page)
    .getByRole('button', { name: say('Complete') })
    .click()
  await asked(page).waitFor({ state: 'hidden' })
}

describe('A week of a complaint handler', () => {
  let first: Ticket
  let again: Ticket

  test('Monday: what a customer sent twice becomes one', async () => {
    first = await chain.ticket(handler, { title: 'Sữa chua bị phồng nắp', phone: '0987654321' })
    again = await chain.ticket(handler, { title: 'Sữa chua bị phồng nắp, gửi lại', phone: '0987654321' })
    const desk = await visit({ by: handler })
    const { page } = desk
    await desk.open(`/complaints/view/${again.id}`)
    await page.getByRole('button', { name: `${say('Merge')} ${first.issue_number}` }).click()
    await desk.expectAccessible('the question before merging')
    await asked(page)
      .getByRole('button', { name: say('Merge') })
      .click()
    await page.getByRole('link', { name: say('Open {{number}}', { number: first.issue_number }) }).click()
    await page.waitForURL(`**/complaints/view/${first.id}`)
    await page.getByRole('heading', { name: new RegExp(say('Merged into this one')) }).waitFor()
    await desk.expectAccessible('the one that goes on')
    await desk.leave()
  })

  test('Tuesday: the clocks stand still while the customer is asked, and run again with the answer', async () => {
    const desk = await visit({ by: handler })
    const { page } = desk
    // A slow line: the next dialog is open before what was pressed has been answered.
    const takes = async (route: Route) => {
      await asked(page).waitFor()
      await route.continue()
    }
    await page.route('**/assign-to', takes, { times: 1 })
    await desk.open(`/complaints/view/${first.id}`)
    await page.getByRole('button', { name: say('Take it myself') }).click()
    await page.getByRole('button', { name: say('Wait for the customer') }).click()
    await asked(page).getByRole('textbox').fill('Xin khách ảnh hạn sử dụng')
    await desk.expectAccessible('the question to the customer')
    await asked(page)
      .getByRole('button', { name: say('Wait for the customer') })
      .click()
    const goOn = page.getByRole('button', { name: say('Resume handling') })
    await goOn.waitFor()
    const { follow_token } = await stored(first.id)
    const word = await chain.call('POST', `public/follow/${String(follow_token)}/comment`, {
      body: { body: 'Hạn dùng là 30/11.' },
    })
    expect(word.text).toBe('')
    await goOn.waitFor({ state: 'hidden' })
    await page.getByText('Hạn dùng là 30/11.').waitFor()
    await expect.poll(async () => (await stored(first.id)).paused_at).toBeNull()
    await desk.leave()
  })

  test('Thursday: it is completed, and Friday: the report of the month counts it and leads to it', async () => {
    const desk = await visit({ by: handler })
    const { page } = desk
    await desk.open(`/complaints/view/${first.id}`)
    await complete(page)
    await page.getByRole('main').getByText(say('Completed'), { exact: true }).first().waitFor()
    await desk.leave()

    const boss = await chain.person()
    const friday = await visit({ by: boss })
    await friday.open('/report/by-solution')
    const line = friday.page.getByRole('row', { name: new RegExp(say('Apology')) })
    await line.getByRole('link').first().click()
    await friday.page.waitForURL('**/complaints?**')
    await friday.page.getByText('Sữa chua bị phồng nắp').first().waitFor()
    await friday.leave()
  })
})

test('A phone in the aisle: the manager takes a complaint, shows the shelf and completes it, with one hand', async () => {
  const ticket = await chain.ticket(handler, { title: 'Kệ sữa để sai giá' })
  const aisle = await visit({ by: manager, device: 'phone' })
  const { page } = aisle
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  await aisle.open('/complaints')
  await page.getByText('Kệ sữa để sai giá').first().click()
  await page.waitForURL(`**/complaints/view/${ticket.id}`)
  await page.getByRole('button', { name: say('Take it myself') }).click()
  await expect.poll(async () => (await stored(ticket.id)).assignee).toBe(manager.id)
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles([await photo('ke-sua.jpg')])
  await expect.poll(() => page.getByRole('button', { name: say('Send comment') }).isEnabled()).toBe(true)
  await page.getByRole('button', { name: say('Send comment') }).click()
  await page.getByRole('button', { name: say('Open {{name}}', { name: 'ke-sua.jpg' }) }).waitFor()
  await expect.poll(fits).toBe(true)
  await aisle.expectAccessible('a complaint on the phone')
  await complete(page)
  await expect.poll(async () => (await stored(ticket.id)).state).toBe('completed')
  await expect.poll(fits).toBe(true)
  await aisle.leave()
})
