import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { KINDS } from '../../src/modules/notifications/kinds.ts'
import type { Language } from '../../src/shared/language.ts'
import { type Device, startBrowser, wordsOf } from '../setup/browser/browser.ts'
import { startChain } from '../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()
interface Kept {
  choices: { new: { mail: boolean } }
}

/** The browser's own notices, as a person would see them; allowed when the person asks, left open at the question before. */
function watchNotices(): void {
  const shown: string[] = []
  let asked = 0
  class Notices {
    static permission = 'default'
    static async requestPermission() {
      asked++
      if (asked > 1) Notices.permission = 'granted'
      return Notices.permission
    }
    constructor(title: string) {
      shown.push(title)
    }
  }
  Object.assign(globalThis, { noticesShown: shown, Notification: Notices })
}
const noticesOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { noticesShown: string[] }).noticesShown) // put there above

describe.each<[Language, Device, 'light' | 'dark']>([
  ['vi', 'desktop', 'light'],
  ['ko', 'phone', 'dark'],
])('Choosing what to be told of, in %s on a %s, %s', (lang, device, scheme) => {
  const say = wordsOf(lang)
  const switchOf = (page: Page, kind: keyof typeof KINDS, channel: string) =>
    page.getByRole('switch', { name: `${say(KINDS[kind].label)}: ${say(channel)}` })

  test('holds at once in the bell and in the browser, and after loading the page again', async () => {
    const boss = await chain.person({ role: 'Store manager', store: chain.stores[0] })
    await sql`update stores set manager = ${boss.id} where id = ${chain.stores[0]}`.execute(chain.db)
    const { page, context, ...desk } = await visit({ lang, device, scheme, by: boss })
    await context.addInitScript(watchNotices)
    const listening = page.waitForResponse('**/api/stream')
    await desk.open('/profile-setting?tab=notifications')
    await listening
    await page.getByRole('button', { name: say('Allow notifications') }).click()
    await page.getByText(say('This browser shows notifications')).waitFor()
    await desk.expectAccessible('the choices')

    const number = async () => say(KINDS.new.sentence, { number: (await chain.ticket(admin)).issue_number })
    const first = await number()
    await expect.poll(() => noticesOf(page)).toEqual([first])

    await switchOf(page, 'new', 'In the browser').press('Space')
    await page.getByText(say('Your choice was saved')).waitFor()
    await number()
    await page.getByRole('button', { name: say('Notifications, {{count}} unread', { count: 2 }) }).waitFor()

    await switchOf(page, 'new', 'In the app').press('Space')
    await expect.poll(() => switchOf(page, 'new', 'In the browser').isDisabled()).toBe(true)
    await expect
      .poll(
        async () => (await chain.call<{ choices: object }>('GET', 'notification/choices', { by: boss })).data.choices,
      )
      .toMatchObject({ new: { app: false, browser: false } })
    await number()
    const { issue_number } = await chain.ticket(admin, { department: chain.departments[0], assignee: boss.id })
    await expect.poll(async () => (await noticesOf(page)).at(-1)).toContain(issue_number)
    await expect.poll(() => noticesOf(page)).toHaveLength(2)
    await page.getByRole('button', { name: say('Notifications, {{count}} unread', { count: 3 }) }).waitFor()

    await page.reload()
    await switchOf(page, 'new', 'In the app').waitFor()
    await expect.poll(() => switchOf(page, 'new', 'In the app').isChecked()).toBe(false)
    await expect.poll(() => switchOf(page, 'overdue', 'In the browser').isChecked()).toBe(true)
    await desk.leave()
  })
})

test('of switches turned faster than a slow line answers, or than they are drawn, every press counts', async () => {
  const boss = await chain.person({ role: 'Store manager', store: chain.stores[0] })
  const say = wordsOf('vi')
  const { page, ...desk } = await visit({ lang: 'vi', by: boss })
  let sent = 0
  let kept = 0
  await page.route('**/notification/choices', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    await setTimeout(sent === 1 ? 1500 : 0)
    await route.fulfill({ response: await route.fetch() })
    kept += 1
  })
  await desk.open('/profile-setting?tab=notifications')
  const mail = page.getByRole('switch', { name: `${say(KINDS.new.label)}: ${say('To my e-mail')}` })
  const isOn = await mail.isChecked()
  for (let press = 0; press < 4; press++) await mail.press('Space')
  await expect.poll(() => kept).toBe(4)
  expect(await mail.isChecked()).toBe(isOn)
  const { data } = await chain.call<Kept>('GET', 'notification/choices', { by: boss })
  expect(data.choices.new.mail).toBe(isOn)
  // Twice, and another beside it, within one frame.
  const inApp = page.getByRole('switch', { name: `${say(KINDS.new.label)}: ${say('In the app')}` })
  const wasInApp = await inApp.isChecked()
  await mail.evaluate(
    (one: HTMLInputElement, { name, times }) => {
      for (let press = 0; press < times; press++) one.click()
      document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`)?.click()
    },
    { name: `${say(KINDS.new.label)}: ${say('In the app')}`, times: 3 },
  )
  await expect.poll(() => kept).toBe(8)
  await expect.poll(() => mail.isChecked()).toBe(!isOn)
  await expect.poll(() => inApp.isChecked()).toBe(!wasInApp)
  const { data: both } = await chain.call<Kept>('GET', 'notification/choices', { by: boss })
  expect(both.choices.new).toMatchObject({ mail: !isOn, app: !wasInApp })
  await desk.leave()
})

test('Offered is only what somebody with these rights is ever told of', async () => {
  const shipper = await chain.person({ permissions: { 'task-management': { read: true } } })
  const { page, ...desk } = await visit({ lang: 'en', device: 'desktop', scheme: 'light', by: shipper })
  await desk.open('/profile-setting?tab=notifications')
  const row = (kind: keyof typeof KINDS) => page.getByRole('row', { name: KINDS[kind].label })
  await row('task assigned').waitFor()
  for (const kind of ['new', 'orders failed', 'large export'] as const) expect(await row(kind).count(), kind).toBe(0)
  await desk.leave()
})

test('the bell says why more could not be read, and reads on once that is over', async () => {
  const reader = await chain.person()
  await sql`with a as (
      insert into activity (action, module, record_title) select 'told', 'tasks', 'Tin ' || n from generate_series(1, 8) n returning id, record_title
    ) insert into notifications (user_id, activity, kind, title) select ${reader.id}, id, 'mail held', record_title from a`.execute(
    chain.db,
  )
  const say = wordsOf('vi')
  const { page, ...desk } = await visit({ by: reader, expected: [/notification/] })
  await desk.open('/dashboard')
  await page.getByRole('button', { name: say('Notifications, {{count}} unread', { count: 8 }) }).click()
  const shown = page.getByRole('dialog').getByText(/Tin \d/)
  const more = page.getByRole('button', { name: say('Read more') })
  await expect.poll(() => shown.count()).toBe(5)
  await page.route('**/api/notification?*', (route) => route.abort())
  await more.click()
  await page.getByText(say('No connection. Please check the network and try again.')).first().waitFor()
  await expect.poll(() => shown.count()).toBe(5)
  await page.unrouteAll()
  await more.click()
  await expect.poll(() => shown.count()).toBe(8)
  await expect.poll(() => more.count()).toBe(0)
  await desk.leave()
})

test('a bell that could not be read says so, and not that everything is read', async () => {
  const reader = await chain.person()
  const say = wordsOf('vi')
  const { page, ...desk } = await visit({ by: reader, expected: [/503/] })
  await page.route('**/api/notification?*', (route) => route.fulfill({ status: 503, body: '' }))
  await desk.open('/dashboard')
  await page.getByRole('button', { name: say('Notifications') }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText(say('This could not be loaded')).waitFor()
  expect(await panel.getByText(say('You have read everything.')).count()).toBe(0)
  await desk.expectAccessible('a bell that could not be read')
  await page.unrouteAll()
  await panel.getByRole('button', { name: say('Try again') }).click()
  await panel.getByText(say('You have read everything.')).waitFor()
  await desk.leave()
})
