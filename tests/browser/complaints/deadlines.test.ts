import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { Language } from '../../../src/shared/language.ts'
import { type Device, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'
import { saveSettings } from '../../setup/settings.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const [, department] = chain.departments
const admin = await chain.person()
const handler = await chain.person({ role: 'Department manager', department })
const head = await chain.person({ role: 'Department manager', department })
await sql`update departments set manager = ${head.id} where id = ${department}`.execute(chain.db)

test.each<[Language, Device, 'light' | 'dark']>([
  ['vi', 'phone', 'light'],
  ['ko', 'desktop', 'dark'],
])(
  'whoever handles a complaint sees both clocks and who comes next, and waits for the customer (%s, %s)',
  async (lang, device, scheme) => {
    const say = wordsOf(lang)
    const { id } = await chain.ticket(admin, { department: chain.departments[1], assignee: handler.id })
    const visitor = await visit({ device, lang, scheme, by: handler })
    const { page } = visitor
    await visitor.open(`/complaints/view/${id}`)
    const ladder = page.locator('details').filter({ has: page.getByText(say('Escalation'), { exact: true }) })
    await ladder.locator('summary').click()
    await expect.poll(() => ladder.getByRole('listitem').first().textContent()).toContain(handler.name)
    await expect.poll(() => ladder.textContent()).toContain(head.name)
    await page.getByText(say('By law'), { exact: true }).waitFor()
    await visitor.expectAccessible('a complaint with its ladder')

    await page.getByRole('button', { name: say('Wait for the customer') }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Xin ảnh hóa đơn')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Wait for the customer') })
      .click()
    await page.getByRole('button', { name: say('Resume handling') }).waitFor()
    await page.getByText('Xin ảnh hóa đơn').first().waitFor()
    await ladder.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: say('Resume handling') }).click()
    await ladder.waitFor()

    await sql`update complaints set due_at = now() where id = ${id}`.execute(chain.db)
    await sql`update complaint_alarms set at = now(), since = now() - interval '1 hour' where complaint = ${id}`.execute(
      chain.db,
    )
    const told = page.getByRole('region', { name: say('Who was notified') })
    await told.waitFor()
    await expect.poll(() => told.textContent()).toContain(head.name)
    await expect.poll(() => told.textContent()).toContain(say('Not read yet'))
    await visitor.leave()
  },
)

test('where the next step of the escalation has nobody to notify, its line says so and is tall enough for a thumb', async () => {
  const say = wordsOf('vi')
  const { id } = await chain.ticket(admin, { department: chain.departments[0] })
  const visitor = await visit({ device: 'phone', lang: 'vi', by: admin })
  await visitor.open(`/complaints/view/${id}`)
  const line = visitor.page.locator('summary').filter({ hasText: say('Nobody to notify') })
  expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(24) // WCAG 2.2, 2.5.8
  await visitor.leave()
})

test('the week is edited, shown in what it means, and refused where it makes no sense', async () => {
  const say = wordsOf('vi')
  const visitor = await visit({ lang: 'vi', by: admin })
  const { page } = visitor
  await visitor.open('/working-time')
  const sunday = page.getByRole('group', { name: say('Sunday') })
  await sunday.waitFor()
  await visitor.expectAccessible('the week')
  await sunday.getByRole('switch', { name: say('Sunday') }).click()
  const saturday = page.getByRole('group', { name: say('Saturday') })
  await saturday.getByLabel(say('Closes')).fill('7')
  await saturday.getByLabel(say('Closes')).blur()
  await page.getByText(say('It closes after it opens')).waitFor()
  await expect.poll(() => page.getByRole('button', { name: say('Save') }).isDisabled()).toBe(true)
  await saturday.getByLabel(say('Closes')).fill('1730')
  await saturday.getByLabel(say('Closes')).blur()
  await page.getByRole('button', { name: say('Save') }).click()
  await page.getByText(say('Saved. Open deadlines are being recalculated.')).waitFor()
  const kept = await row(
    chain.db,
    { saturday: 'string', sunday: 'string?' },
    sql`select (select closes::text from working_hours where weekday = 6) as saturday, (select closes::text from working_hours where weekday = 7) as sunday`,
  )
  expect(kept).toEqual({ saturday: '17:30:00', sunday: null })
  await visitor.open('/holidays')
  await page.getByRole('link', { name: '2027' }).click()
  await page.getByText('Tết Nguyên đán Đinh Mùi – mùng 1').waitFor()
  await visitor.leave()
})

test('a week that a colleague has changed meanwhile is not undone: their days stay theirs', async () => {
  const say = wordsOf('ko')
  const colleague = await chain.person()
  const visitor = await visit({ lang: 'ko', by: admin, expected: [/status of 409/] })
  const { page } = visitor
  const opens = (day: string) => page.getByRole('group', { name: say(day) }).getByLabel(say('Opens'))
  await visitor.open('/working-time')
  await opens('Tuesday').fill('09:00')
  const read = async () =>
    (await chain.call<{ week: { opens: string | null }[] }>('GET', 'working-time', { by: admin })).data.week
  const week = (await read()).map((day, at) => (at === 0 ? { ...day, opens: '10:00' } : day))
  await saveSettings(chain, 'working-time', { by: colleague, body: { week } })
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.getByText(say('{{who}} changed this meanwhile', { who: colleague.name })).waitFor()
  await visitor.expectAccessible('a week that a colleague has changed')
  await expect.poll(() => opens('Tuesday').inputValue()).toBe('09:00')
  await page.reload()
  await page.getByText(say('{{who}} changed this meanwhile', { who: colleague.name })).waitFor()
  await expect.poll(() => opens('Tuesday').inputValue()).toBe('09:00')
  await page.getByRole('button', { name: say('Keep mine') }).click()
  await expect.poll(() => opens('Monday').inputValue()).toBe('10:00')
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.getByText(say('Saved. Open deadlines are being recalculated.')).waitFor()
  expect((await read()).slice(0, 2).map((day) => day.opens)).toEqual(['10:00', '09:00'])
  await visitor.leave()
})
