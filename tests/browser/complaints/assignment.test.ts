import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { focused, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { countingHand } from '../../setup/browser/hand.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { outOfReach } from '../../setup/browser/in-reach.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()
const service = await chain.person({ role: 'Customer service' })
const [, fresh] = chain.departments
const handler = await chain.person({ role: 'Customer service', department: fresh })
const say = wordsOf('vi')

beforeAll(async () => {
  await sql`update users set user_name = 'Nguyễn Thị Thúy Lan' where id = ${handler.id}`.execute(chain.db)
})

const ready = (page: Page) => page.locator('tbody tr[data-at]').first().waitFor()
const standing = async (id: number) =>
  row(
    chain.db,
    { state: 'string', assignee: 'number?', department: 'number?' },
    sql`select state, assignee, department from complaints where id = ${id}`,
  )

test('customer service assigns twenty like complaints by at most twelve keys', async () => {
  for (let n = 0; n < 20; n++) await chain.ticket(admin, { title: `Rau héo ${n}`, feedback_type: chain.types[1] })
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open(`/complaints/new?feedback_type=${chain.types[1]}&perpage=25`)
  await ready(page)
  await expect.poll(() => page.locator('tbody tr[data-at]').count()).toBe(20)
  const { n, press } = countingHand(page)
  await press('Control+a')
  await page.getByText(say('{{n}} selected', { n: 20 })).waitFor()
  await page.getByRole('button', { name: say('Assign') }).waitFor()
  await press('a')
  const box = page.locator('#field-asked-assignee')
  await focused(box)
  // As fast as somebody types: nothing waits for the list, and no letter is lost.
  await press('n', 't', 't', 'l', 'Enter')
  await expect.poll(() => box.inputValue()).toBe('Nguyễn Thị Thúy Lan')
  await press('Enter')
  await page.getByText(say('{{act}}: {{n}} done', { act: say('Assign'), n: 20 })).waitFor()
  expect(n.keys).toBeLessThanOrEqual(12)
  const given = await rows(
    chain.db,
    { n: 'number' },
    sql`select count(*)::int as n from complaints where assignee = ${handler.id} and department = ${fresh} and state = 'processing'`,
  )
  expect(given).toEqual([{ n: 20 }])
  await desk.leave()
})

test('a new complaint is read, given to whom the rule proposes, and the next one is there, by at most five keys, at 200 % as well', async () => {
  const reply = await chain.call<{ id: number }>('POST', 'canned-reply', {
    by: admin,
    body: { name: 'Theo quy tắc', body: 'Mời quý khách ghé quầy.' },
  })
  await chain.call('POST', 'canned-reply', { by: admin, body: { name: 'Mọi loại', body: 'Xin chào.' } })
  const made = await chain.call('POST', 'assignment-rule', {
    by: admin,
    body: {
      ...{ name: 'Giá sai về hàng tươi', types: [chain.types[0]], department: fresh, person_by: 'load' },
      ...{ priority: 'high', reply: reply.data.id },
    },
  })
  expect(made.text).toBe('')
  for (const title of ['Giá sai một', 'Giá sai hai'])
    await chain.ticket(admin, { title, feedback_type: chain.types[0] })
  const desk = await visit({ by: service, device: 'zoomed' })
  const { page } = desk
  await desk.open(`/complaints/new?feedback_type=${chain.types[0]}&search=gia+sai`)
  await page.getByRole('link', { name: 'Giá sai hai' }).waitFor()
  const { n, press } = countingHand(page)
  await press('j')
  // Where there is room for cards only, the one that the keys are at is shown as well.
  await page.getByRole('listitem').and(page.locator('[data-active]')).waitFor()
  await press('Enter')
  await page.waitForURL('**/complaints/view/*')
  const id = Number(page.url().split('/').at(-1))
  await page.getByRole('button', { name: say('Assign'), exact: true }).waitFor()
  const read = await page.getByRole('heading', { level: 1 }).innerText()
  await press('a')
  const box = page.locator('#field-asked-assignee')
  await expect.poll(() => box.inputValue()).toBe('Nguyễn Thị Thúy Lan')
  await page.getByText(say('Proposed by the rule “{{name}}”', { name: 'Giá sai về hàng tươi' })).waitFor()
  await focused(box)
  await desk.expectAccessible('the assign dialog with a proposal')
  await press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText(say('It is in processing.')).waitFor()
  await press('j')
  await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`))
  expect(n.keys).toBeLessThanOrEqual(5)
  await expect.poll(() => standing(id)).toEqual({ state: 'processing', assignee: handler.id, department: fresh })
  // The rule's reply is the first at hand, once the next one is there.
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).not.toBe(read)
  await page.getByRole('button', { name: say('Assign'), exact: true }).waitFor()
  await page.keyboard.press('r')
  const replies = page.getByRole('group', { name: say('Canned replies') }).getByRole('button')
  await expect.poll(() => replies.first().innerText()).toBe('Theo quy tắc')
  expect(await outOfReach(page)).toEqual([])
  await desk.leave()
})

test('in a list the key opens the box for the row it stands on, and Ctrl+Enter goes on to the next', async () => {
  const ids: number[] = []
  for (const title of ['Giao lần lượt ba', 'Giao lần lượt hai', 'Giao lần lượt một'])
    ids.unshift((await chain.ticket(admin, { title, feedback_type: chain.types[1] })).id)
  const [first = 0, second = 0, third = 0] = ids
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open('/complaints?search=giao+lan+luot&sort=-created_at')
  await page.locator('tbody tr[data-at="2"]').waitFor()
  const { n, press } = countingHand(page)
  const box = page.locator('#field-asked-assignee')
  const dialog = page.getByRole('dialog')
  const active = () => page.locator('tbody tr[data-active]').innerText()
  await press('j', 'a')
  await dialog.getByRole('button', { name: say('Assign and next') }).waitFor()
  await focused(box)
  await desk.expectAccessible('the assign dialog with a way on')
  await press('n', 't', 't', 'l', 'Control+Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => standing(first)).toMatchObject({ state: 'processing', assignee: handler.id })
  await expect.poll(active).toContain('Giao lần lượt hai')
  // Enter alone stays where it is.
  await press('a')
  await focused(box)
  await press('n', 't', 't', 'l', 'Enter')
  await expect.poll(() => box.inputValue()).toBe('Nguyễn Thị Thúy Lan')
  await press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => standing(second)).toMatchObject({ assignee: handler.id })
  await expect.poll(active).toContain('Giao lần lượt hai')
  // Escape leaves everything as it was, and the keys are the list's again.
  await press('j', 'a')
  await focused(box)
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => standing(third)).toMatchObject({ state: 'new', assignee: null })
  await press('k')
  await expect.poll(active).toContain('Giao lần lượt hai')
  expect(n.keys).toBe(18)

  // The same in a case that was opened from the list.
  await page.getByRole('link', { name: 'Giao lần lượt hai' }).click()
  await page.waitForURL(`**/complaints/view/${second}`)
  await page.getByRole('button', { name: say('Assign'), exact: true }).click()
  await focused(box)
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(`**/complaints/view/${third}`)
  // It is the last one: there is no next to go on to.
  await page.getByRole('heading', { level: 1, name: 'Giao lần lượt ba' }).waitFor()
  await page.getByRole('button', { name: say('Assign'), exact: true }).click()
  await box.waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: say('Assign and next') }).count()).toBe(0)
  await desk.leave()
})

test('many that one rule proposes alike are given to whom it proposes, by Enter', async () => {
  const made = await chain.call<{ id: number }>('POST', 'assignment-rule', {
    by: admin,
    body: {
      ...{ name: 'Cả nhóm một người', types: [chain.types[1]], department: fresh },
      ...{ person_by: 'fixed', person: handler.id, priority: 'low' },
    },
  })
  expect(made.text).toBe('')
  const ids: number[] = []
  for (const title of ['Cùng quy tắc một', 'Cùng quy tắc hai'])
    ids.push((await chain.ticket(admin, { title, feedback_type: chain.types[1] })).id)
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open('/complaints?search=cung+quy+tac')
  await page.locator('tbody tr[data-at="1"]').waitFor()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: say('Assign') }).waitFor()
  await page.keyboard.press('a')
  const box = page.locator('#field-asked-assignee')
  await expect.poll(() => box.inputValue()).toBe('Nguyễn Thị Thúy Lan')
  await page.getByText(say('Proposed by the rule “{{name}}”', { name: 'Cả nhóm một người' })).waitFor()
  await focused(box)
  await page.keyboard.press('Enter')
  await page.getByText(say('{{act}}: {{n}} done', { act: say('Assign'), n: 2 })).waitFor()
  for (const id of ids) await expect.poll(() => standing(id)).toMatchObject({ assignee: handler.id, department: fresh })
  await chain.call('DELETE', `assignment-rule/${made.data.id}`, { by: admin })
  await desk.leave()
})

test('Enter never takes whoever was offered for the letters before', async () => {
  const ticket = await chain.ticket(admin, { title: 'Gõ chậm', feedback_type: chain.types[1] })
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('button', { name: say('Assign'), exact: true }).click()
  const box = page.locator('#field-asked-assignee')
  await box.fill('n')
  await page.locator('[data-combobox-selected]').filter({ hasText: service.name }).waitFor()
  await page.keyboard.press('End')
  for (const key of ['t', 't', 'l', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => box.inputValue()).toBe('Nguyễn Thị Thúy Lan')
  await desk.leave()
})

test('what is typed stays, Escape brings back what stood there, and a department alone is said to be one', async () => {
  const ticket = await chain.ticket(admin, { title: 'Chữ còn nguyên', assignee: service.id, department: fresh })
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('button', { name: say('Assign'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const box = page.locator('#field-asked-assignee')
  await expect.poll(() => box.inputValue()).toBe(service.name)
  await box.fill('không có ai tên này')
  await page.getByText(say('Nothing found')).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => box.inputValue()).toBe('không có ai tên này')
  await dialog.getByRole('button', { name: say('Assign') }).click()
  await dialog.getByText(say('Please choose a person or a department')).waitFor()
  await expect.poll(() => box.inputValue()).toBe('không có ai tên này')
  await box.focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => box.inputValue()).toBe(service.name)
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await box.fill('tuoi song')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => standing(ticket.id)).toMatchObject({ assignee: null, department: fresh })
  await desk.leave()
})

test('an administrator keeps the rules in a list beside the canned replies', async () => {
  const desk = await visit({ by: admin, expected: [/status of 422/] })
  const { page } = desk
  await desk.open('/assignment-rules/create')
  await page.locator('#field-name').fill('Mọi thứ còn lại')
  await page.getByRole('button', { name: say('Save') }).click()
  await page.locator('#field-department-error').waitFor()
  await page.locator('#field-department').fill('tuoi')
  await page.getByRole('option', { name: 'Hàng tươi sống' }).click()
  await desk.expectAccessible('the form of a rule')
  await page.getByRole('button', { name: say('Save') }).click()
  await page.waitForURL(/\/assignment-rules\/view\/\d+$/)
  await desk.open('/assignment-rules')
  await page.getByText('Mọi thứ còn lại').first().waitFor()
  await desk.expectAccessible('the rules')
  await desk.leave()
})

test('what is proposed while a complaint is typed is switched at once, and is back where the server says no', async () => {
  const desk = await visit({ by: admin, expected: [/proposers/, /503/] })
  const { page } = desk
  await desk.open('/ticket-types')
  const type = page
    .getByRole('region', { name: say('Proposed while a complaint is typed') })
    .getByRole('switch')
    .first()
  const wasOn = await type.isChecked()
  const answer = await holdRequests(page, /proposers$/)
  let saved = 0
  page.on('response', (one) => void (one.request().method() === 'POST' && /proposers$/.test(one.url()) && saved++))
  await type.press('Space')
  await expect.poll(() => type.isChecked()).toBe(!wasOn)
  // A hand on a slow device presses twice before the first of both is drawn.
  await type.evaluate((one: HTMLElement) => [one, one].forEach((again) => void again.click()))
  await expect.poll(() => type.isChecked()).toBe(!wasOn)
  answer()
  const kept = () =>
    row(chain.db, { is_on: 'boolean' }, sql`select is_on from complaint_proposers where field = 'feedback_type'`)
  // The first of the three says the same as the last.
  await expect.poll(() => saved).toBe(3)
  expect(await kept()).toEqual({ is_on: !wasOn })
  expect(await type.isChecked()).toBe(!wasOn)
  await page.route(/proposers$/, (route) => route.fulfill({ status: 503 }))
  await type.press('Space')
  await expect.poll(() => type.isChecked()).toBe(!wasOn)
  await page.getByRole('alert').first().waitFor()
  await desk.leave()
})
