import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { wallClock } from '../../../src/shared/format.ts'
import type { Language } from '../../../src/shared/language.ts'
import { plusDays } from '../../../src/shared/time/spans.ts'
import { DIRECTS, office, READS } from '../../server/tasks/office.ts'
import { expectTotal, focused, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { codeWeight } from '../../setup/browser/code-weight.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { keptOn } from '../../setup/browser/kept-acts.ts'
import { startChain } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const { made, add, shown, items } = office(chain)
const boss = await chain.person({ permissions: DIRECTS })
const say = wordsOf('vi')
const ZONE = 'Asia/Ho_Chi_Minh'
const today = wallClock(new Date(), ZONE).day
const at = (wall: string) => new Date(`${wall.replace(' ', 'T')}+07:00`).toISOString()

interface Dated {
  date_start: string | null
  date_end: string | null
}
/** Beginning and end of a task by the clock of the chain. */
const datesOf = async (id: number): Promise<string> => {
  const { date_start, date_end } = (await shown(boss, id)) as unknown as Dated // a task shows its dates
  return [date_start, date_end]
    .map((one) => {
      if (!one) return '–'
      const { day, time } = wallClock(one, ZONE)
      return `${day.slice(5)} ${time}`
    })
    .join(' … ')
}
const task = (title: string, start: string | null, end: string | null, more: object = {}) =>
  made(boss, { title, processors: [boss.id], date_start: start && at(start), date_end: end && at(end), ...more })
const block = (page: Page, id: number) => page.locator(`[data-event-id="${id}"]`).first()

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 4, from.y + 4, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await page.mouse.move(to.x + 1, to.y + 1)
  await page.mouse.up()
}
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not in sight`)
  return box
}

describe('the calendar by mouse', () => {
  test('moves a task to another day, changes an end, and takes both back', async () => {
    const one = await task('Kiểm tra kho lạnh', '2030-03-05 09:00', '2030-03-05 11:00')
    const { page, open, expectAccessible, leave } = await visit({ by: boss })
    await open('/task-management/calendar?by=month&on=2030-03-05')
    await block(page, one.id).waitFor()
    await expectAccessible('month')
    const from = await boxOf(page, `[data-event-id="${one.id}"]`)
    const middle = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
    await drag(page, middle, { x: middle.x + 2 * (from.width + 6), y: middle.y })
    await expect.poll(() => datesOf(one.id)).toBe('03-07 09:00 … 03-07 11:00')
    await page.getByRole('button', { name: say('Undo') }).click()
    await expect.poll(() => datesOf(one.id)).toBe('03-05 09:00 … 03-05 11:00')
    await expect.poll(() => boxOf(page, `[data-event-id="${one.id}"]`)).toEqual(from)
    // Its end, two days on.
    const back = await boxOf(page, `[data-event-id="${one.id}"]`)
    await drag(
      page,
      { x: back.x + back.width - 2, y: back.y + back.height / 2 },
      { x: back.x + back.width + 2 * (back.width + 6) - 20, y: back.y + back.height / 2 },
    )
    await expect.poll(() => datesOf(one.id)).toBe('03-05 09:00 … 03-07 11:00')
    await page.keyboard.press('Control+z')
    await expect.poll(() => datesOf(one.id)).toBe('03-05 09:00 … 03-05 11:00')
    await leave()
  })

  test('moves a task by hours and pulls its end in a week', async () => {
    const one = await task('Trưng bày kệ', '2030-04-02 09:00', '2030-04-02 10:00')
    const { page, open, expectAccessible, leave } = await visit({ by: boss })
    await open('/task-management/calendar?on=2030-04-02')
    await block(page, one.id).waitFor()
    await expectAccessible('week')
    const from = await boxOf(page, `[data-event-id="${one.id}"]`)
    const middle = { x: from.x + from.width / 2, y: from.y + 10 }
    await drag(page, middle, { x: middle.x + from.width, y: middle.y + 96 })
    await expect.poll(() => datesOf(one.id)).toMatch(/^04-03 1[01]:[03]0 … 04-03 1[12]:[03]0$/)
    const moved = await datesOf(one.id)
    await expect.poll(async () => (await boxOf(page, `[data-event-id="${one.id}"]`)).x).toBeGreaterThan(from.x)
    const there = await boxOf(page, `[data-event-id="${one.id}"]`)
    await page.mouse.move(there.x + there.width / 2, there.y + there.height / 2)
    await drag(
      page,
      { x: there.x + there.width / 2, y: there.y + there.height - 1 },
      { x: there.x + there.width / 2, y: there.y + there.height + 47 },
    )
    await expect.poll(() => datesOf(one.id)).not.toBe(moved)
    await expect.poll(async () => (await datesOf(one.id)).slice(0, 11)).toBe(moved.slice(0, 11))
    await leave()
  })

  test('puts a task back where the server says no, and says why', async () => {
    const one = await task('Của người khác', null, '2030-05-07 10:00')
    const { page, open } = await visit({ by: boss, expected: [/404|409|422/, /ERR_FAILED.*stream/] })
    // The page does not hear of it before the key is pressed.
    await page.route('**/api/stream', (route) => route.abort())
    await open('/task-management/calendar?by=month&on=2030-05-07')
    await block(page, one.id).waitFor()
    await block(page, one.id).focus()
    for (const key of ['m', 'ArrowRight']) await page.keyboard.press(key)
    const { version } = await shown(boss, one.id)
    await chain.call('POST', `task/${one.id}/cancel`, { by: boss, body: { version, cancel_reason: 'Thôi' } })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').first().waitFor()
  })
})

describe('the calendar by keys alone', () => {
  test.each<[Language]>([['vi'], ['en'], ['ko']])('moves, lengthens and undoes, in %s', async (lang) => {
    const one = await task(`Họp ${lang}`, '2030-06-04 09:00', '2030-06-04 10:00')
    const { page, open, expectAccessible, leave } = await visit({
      by: boss,
      lang,
      scheme: lang === 'en' ? 'dark' : 'light',
    })
    await open(`/task-management/calendar?on=2030-06-04&lang=${lang}&search=${encodeURIComponent(`Họp ${lang}`)}`)
    await block(page, one.id).focus()
    for (const key of ['m', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
    expect(await datesOf(one.id)).toBe('06-04 09:00 … 06-04 10:00')
    await page.keyboard.press('Enter')
    await expect.poll(() => datesOf(one.id)).toBe('06-05 11:00 … 06-05 13:00')
    await page.keyboard.press('u')
    await expect.poll(() => datesOf(one.id)).toBe('06-04 09:00 … 06-04 10:00')
    // Put back, nothing is kept.
    await block(page, one.id).focus()
    for (const key of ['m', 'ArrowRight', 'Escape']) await page.keyboard.press(key)
    // Over the end of the week it comes along.
    await block(page, one.id).focus()
    for (const key of ['m', 'ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
    await expect.poll(() => datesOf(one.id)).toBe('06-02 09:00 … 06-02 10:00')
    await block(page, one.id).waitFor()
    await expectAccessible(`calendar in ${lang}`)
    await leave()
  })

  test('a task is taken along into another month, however late its days come', async () => {
    const one = await task('Sang tháng sau', '2030-10-29 09:00', '2030-10-29 10:00')
    const { page, open, leave } = await visit({ by: boss })
    await open('/task-management/calendar?by=month&on=2030-10-29')
    await block(page, one.id).focus()
    const pressed = await holdRequests(page, '**/api/task/calendar?**')
    for (const key of ['m', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    pressed()
    await focused(block(page, one.id))
    await page.keyboard.press('Enter')
    await expect.poll(() => datesOf(one.id)).toBe('11-12 09:00 … 11-12 10:00')
    await block(page, one.id).waitFor()
    await leave()
  })

  test('a task that is over stays where it was', async () => {
    const one = await task('Xong rồi', '2030-07-02 09:00', '2030-07-02 10:00')
    await chain.call('POST', `task/${one.id}/progress`, { by: boss, body: { progress: 100 } })
    const { page, open, leave } = await visit({ by: boss })
    await open('/task-management/calendar?on=2030-07-02')
    await block(page, one.id).focus()
    for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('dialog', { name: 'Xong rồi' }).waitFor()
    expect(await datesOf(one.id)).toBe('07-02 09:00 … 07-02 10:00')
    await leave()
  })
})

test.each<[Language, 'desktop' | 'tablet']>([
  ['vi', 'desktop'],
  ['ko', 'tablet'],
])('Many tasks of several days scroll above the hours and never cover them, in %s on a %s', async (lang, device) => {
  const search = `Dài ngày ${lang}`
  for (let n = 0; n < 10; n++) await task(`${search} ${n}`, '2030-11-05 09:00', '2030-11-08 17:00')
  const timed = await task(`${search} giờ`, '2030-11-06 09:00', '2030-11-06 10:00')
  const { page, open, expectAccessible, leave } = await visit({ by: boss, lang, device })
  await open(`/task-management/calendar?on=2030-11-05&search=${encodeURIComponent(search)}`)
  const bars = page.getByRole('button', { name: new RegExp(`${search} \\d`) })
  await expect.poll(() => bars.count()).toBe(10)
  const isOnTop = (bar: Locator) =>
    bar.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  expect(await isOnTop(block(page, timed.id))).toBe(true)
  expect(await isOnTop(bars.last())).toBe(false)
  const from = await boxOf(page, `[data-event-id="${timed.id}"]`)
  const first = await bars.first().boundingBox()
  expect(Math.abs((first?.x ?? 0) + (first?.width ?? 0) / 4 - from.x)).toBeLessThan(4)
  await bars.first().focus()
  for (let n = 1; n < 10; n++) await page.keyboard.press('ArrowDown')
  await focused(bars.last())
  expect(await isOnTop(bars.last())).toBe(true)
  await expectAccessible(`a full week in ${lang}`)
  await leave()
})

test('Of two long tasks that meet on one day, neither covers the other in a week', async () => {
  const before = await task('Sơn lại mặt tiền', '2030-06-10 08:00', '2030-06-12 10:00')
  const after = await task('Treo bảng hiệu', '2030-06-12 14:00', '2030-06-14 17:00')
  const { page, open, leave } = await visit({ by: boss })
  await open('/task-management/calendar?layout=week&on=2030-06-12')
  const [upper, lower] = [block(page, before.id), block(page, after.id)]
  await lower.waitFor()
  const [one, other] = [await upper.boundingBox(), await lower.boundingBox()]
  if (!one || !other) throw new Error('a task is not in sight')
  expect(one.x + one.width, 'both lie on the day').toBeGreaterThan(other.x)
  expect(Math.abs(one.y - other.y)).toBeGreaterThanOrEqual(Math.min(one.height, other.height))
  await leave()
})

test('A day shows what runs over it, whenever that began', async () => {
  const search = 'Trong ngày'
  const over = await task(`${search} 1`, '2030-12-02 08:00', '2030-12-04 10:00')
  const ends = await task(`${search} 2`, '2030-12-02 22:00', '2030-12-03 06:00')
  const begins = await task(`${search} 3`, '2030-12-03 09:00', '2030-12-05 17:00')
  const within = await task(`${search} 4`, '2030-12-03 14:00', '2030-12-03 15:00')
  await task(`${search} 5`, '2030-12-02 08:00', '2030-12-03 00:00')
  const { page, open, expectAccessible, leave } = await visit({ by: boss })
  await open(`/task-management/calendar?by=day&on=2030-12-03&search=${encodeURIComponent(search)}`)
  await block(page, within.id).waitFor()
  const ids = () =>
    page.locator('[data-event-id]').evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.eventId)))
  await expect
    .poll(async () => (await ids()).toSorted())
    .toEqual([over, ends, begins, within].map(({ id }) => id).toSorted())
  await expectAccessible('a day with what runs over it')
  await leave()
})

test('The calendar follows what others do, and shows the days one below the other on a phone', async () => {
  const one = await task('Theo dõi', null, '2030-08-06 10:00')
  const { page, open, expectAccessible, leave } = await visit({ by: boss, device: 'phone' })
  const listening = page.waitForResponse('**/api/stream')
  await open('/task-management/calendar?on=2030-08-06')
  await listening
  const row = page.getByRole('button', { name: /Theo dõi/ })
  await row.waitFor()
  await expectAccessible('agenda')
  const { version } = await shown(boss, one.id)
  await chain.call('PUT', `task/${one.id}`, { by: boss, body: { version, title: 'Theo dõi lại' } })
  await page.getByRole('button', { name: /Theo dõi lại/ }).waitFor()
  await row.click()
  await page.getByRole('link', { name: say('Open the task') }).waitFor()
  await leave()
})

test('The calendar brings at most 120 kB beside what the list of tasks opens with', async () => {
  const filesOf = async (path: string, sign: string) => {
    const { page, open, context, partsCame } = await visit({ by: boss })
    const weigh = codeWeight(page)
    await open(path)
    await page.locator(sign).first().waitFor()
    await partsCame()
    const found = new Map(await weigh())
    await context.close()
    return found
  }
  await task('Gọn nhẹ', '2030-09-03 09:00', '2030-09-03 10:00')
  // What every register draws with is folded into files of its own (docs/decisions/chunks.md): these are the shell of the screens of work.
  const shell = await filesOf('/task-management', 'tbody tr')
  const calendar = await filesOf('/task-management/calendar?on=2030-09-03', '[data-event-id]')
  const own = [...calendar].filter(([url]) => !shell.has(url)).reduce((sum, [, size]) => sum + size, 0)
  expect(own).toBeGreaterThan(20_000)
  expect(own).toBeLessThan(120_000)
})

test('The load says by word and sign who has too much, and hands a task on', async () => {
  const busy = await chain.person({ permissions: READS })
  const free = await chain.person({ permissions: READS })
  const day = plusDays(today, 30)
  const one = await task('Việc lớn', null, `${day} 17:00`, { processors: [busy.id], estimate: 11 })
  const { page, open, expectAccessible, leave } = await visit({ by: boss })
  await open(`/task-management/load?on=${day}&processors=${busy.id}`)
  const cell = page.getByRole('button', { name: new RegExp(say('{{n}} too much', { n: say('{{n}} h', { n: '3' }) })) })
  await cell.waitFor()
  await expect.poll(() => cell.innerText()).toContain('+')
  await expectAccessible('load')
  await cell.click()
  await page.getByRole('button', { name: say('Hand on') }).click()
  await page.getByRole('dialog').locator('input').first().fill(free.name)
  await page.getByRole('option', { name: free.name }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Hand on') })
    .click()
  await expect.poll(async () => (await shown(boss, one.id)).processors.map(({ id }) => id)).toEqual([free.id])
  await leave()
})

test('The load keeps the totals in sight, however many days stand beside them', async () => {
  const busy = await chain.person({ permissions: READS })
  const day = plusDays(today, 30)
  await task('Việc đều tay', `${day} 08:00`, `${plusDays(day, 9)} 17:00`, { processors: [busy.id], estimate: 40 })
  const { page, open, leave } = await visit({ by: boss })
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(`/task-management/load?on=${day}&processors=${busy.id}`)
  const total = page.getByRole('columnheader', { name: say('Total') })
  await total.waitFor()
  await page.getByText(say('Two weeks')).click()
  await expect.poll(() => page.getByRole('columnheader').count()).toBe(16)
  const card = await boxOf(page, `section[aria-label="${say('Load')}"]`)
  const { x = 0, width = 0 } = (await total.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(card.x + card.width)
  await leave()
})

test('The load shows today beside the totals on a tablet, and two weeks on a sheet of paper', async () => {
  const busy = await chain.person({ permissions: READS })
  await task('Kiểm kho cả tuần', `${today} 00:00`, `${plusDays(today, 9)} 17:00`, {
    processors: [busy.id],
    estimate: 30,
  })
  const { page, open, leave } = await visit({ by: boss, device: 'tablet' })
  await open(`/task-management/load?by=month&on=${plusDays(today, -7)}&processors=${busy.id}`)
  const total = page.getByRole('columnheader', { name: say('Total') })
  const now = page.locator('th[data-today]')
  const gapAfter = async (cell: Locator) => {
    const [one, other] = [await cell.boundingBox(), await total.boundingBox()]
    return one && other ? other.x - (one.x + one.width) : Number.NaN
  }
  await expect.poll(() => gapAfter(now)).toBeGreaterThanOrEqual(0)
  await page.emulateMedia({ media: 'print' })
  // As wide as a sheet of A4 across between its margins.
  await page.setViewportSize({ width: 1032, height: 700 })
  const box = page.getByRole('table').locator('..')
  await expect.poll(() => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(await gapAfter(page.getByRole('columnheader').nth(-2))).toBeGreaterThanOrEqual(0)
  await leave()
})

test('The statistics open the rows behind a number', async () => {
  await task('Đếm', null, `${today} 23:50`)
  const { page, open, expectAccessible, leave } = await visit({ by: boss })
  await open('/task-statistics')
  await page.getByRole('heading', { name: say('Statistics of tasks') }).waitFor()
  await page.getByRole('table').waitFor()
  await expectAccessible('statistics')
  const link = page.locator('tbody td').getByRole('link').first()
  const told = Number((await link.innerText()).replace(/\D/g, ''))
  await link.click()
  await page.waitForURL(/task-management\?/)
  expect(told).toBeGreaterThan(0)
  await expectTotal(page, 'vi', told)
  await leave()
})

describe('a processor with a phone', () => {
  test('is told what a tick still needs, where that was asked for after the page was opened', async () => {
    const worker = await chain.person({ permissions: READS })
    const one = await made(boss, { title: 'Dọn quầy', processors: [worker.id], date_end: at(`${today} 23:50`) })
    await add(boss, one.id, { titles: 'Quét sàn' })
    const { data } = await add(boss, one.id, { titles: 'Chụp kệ' })
    const { page, context, open } = await visit({ by: worker, device: 'phone', expected: [/./] })
    await page.route('**/stream', (route) => route.abort())
    await open(`/task-management/today?task=${one.id}`)
    const item = page.getByRole('listitem').filter({ hasText: 'Chụp kệ' }).last()
    const tick = item.getByRole('button', { name: 'Chụp kệ' }).first()
    await tick.waitFor()
    await chain.call('PUT', `task/${one.id}/checklist/${data.data.at(-1)?.id ?? 0}`, {
      by: boss,
      body: { needs_photo: true },
    })
    await tick.click()
    await item.getByRole('alert').getByText(say('This item needs a photo')).waitFor()
    await context.close()
  })

  test('sees a tick that was kept stay, once it has arrived and before the list says so', async () => {
    const worker = await chain.person({ permissions: READS })
    const one = await made(boss, { title: 'Mở cửa', processors: [worker.id], date_end: at(`${today} 23:50`) })
    await add(boss, one.id, { titles: 'Bật đèn' })
    await add(boss, one.id, { titles: 'Mở quầy' })
    const { page, context, open, loseLine } = await visit({ by: worker, device: 'phone', expected: [/./] })
    await page.clock.install()
    await open(`/task-management/today?task=${one.id}`)
    const bar = page.getByRole('region', { name: say('Next') })
    const tick = page.getByRole('listitem').getByRole('button', { name: 'Bật đèn', exact: true })
    await tick.waitFor()
    await loseLine()
    await bar.getByRole('button', { name: 'Bật đèn' }).click()
    await expect.poll(() => keptOn(page)).toBe(1)
    await page.clock.fastForward(6500)
    const waits = page.getByRole('listitem').getByText(say('Waits for a connection')).last()
    await waits.waitFor()
    const answers = await holdRequests(page, /task\/today/)
    await context.setOffline(false)
    await expect.poll(async () => (await items(boss, one.id))[0]?.done_at).toBeTruthy()
    await expect.poll(() => keptOn(page)).toBe(0)
    await waits.waitFor({ state: 'detached' })
    expect(await tick.getAttribute('aria-pressed')).toBe('true')
    await bar.getByRole('button', { name: 'Mở quầy' }).waitFor()
    answers()
    await context.close()
  })

  test('is given back what was refused once the line was there: the number stays, and goes with the photo that is asked for now', async () => {
    const worker = await chain.person({ permissions: READS })
    const one = await made(boss, { title: 'Kiểm tra kho', processors: [worker.id], date_end: at(`${today} 23:50`) })
    const { data } = await add(boss, one.id, { title: 'Nhiệt độ kho', kind: 'number' })
    const item = data.data.at(-1)?.id ?? 0
    await add(boss, one.id, { titles: 'Khoá cửa' })
    const other = await made(boss, { title: 'Đếm xe', processors: [worker.id], date_end: at(`${today} 23:55`) })
    await add(boss, other.id, { titles: 'Đếm xe đẩy' })
    const { page, context, open, loseLine } = await visit({ by: worker, device: 'phone', expected: [/./] })
    await page.clock.install()
    await open(`/task-management/today?task=${one.id}`)
    const bar = page.getByRole('region', { name: say('Next') })
    await bar.getByLabel('Nhiệt độ kho').waitFor()
    await loseLine()
    await bar.getByLabel('Nhiệt độ kho').fill('3,5')
    await bar.getByRole('button', { name: say('Save'), exact: true }).click()
    await page.getByRole('button', { name: 'Đếm xe', exact: false }).first().click()
    await bar.getByRole('button', { name: 'Đếm xe đẩy' }).click()
    await expect.poll(() => keptOn(page)).toBe(2)
    await chain.call('PUT', `task/${one.id}/checklist/${item}`, { by: boss, body: { needs_photo: true } })
    const { version } = await shown(boss, other.id)
    await chain.call('POST', `task/${other.id}/cancel`, { by: boss, body: { version, cancel_reason: 'Không cần nữa' } })
    // Its screen waits for the answers no longer.
    await page.clock.fastForward(6500)
    await context.setOffline(false)

    const told = page.getByRole('alert').filter({ has: page.getByRole('button', { name: say('Correct') }) })
    await told.filter({ hasText: say('This item needs a photo') }).waitFor()
    await expect.poll(() => told.count()).toBe(2)
    await told
      .filter({ hasText: 'Nhiệt độ kho' })
      .getByRole('button', { name: say('Correct') })
      .click()
    await bar.getByText('Kiểm tra kho: Nhiệt độ kho', { exact: false }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Nhiệt độ kho' }).last().getByText('3,5').waitFor()
    await bar.getByLabel(say('Photo of {{item}}', { item: 'Nhiệt độ kho' })).setInputFiles(await photo())
    const given = async () => (await items(boss, one.id)).find(({ id }) => id === item)
    await expect.poll(async () => (await given())?.done_at).toBeTruthy()
    expect(await given()).toMatchObject({ number: 3.5, photos: [expect.anything()] })
    await bar.getByRole('button', { name: 'Khoá cửa' }).waitFor()

    // Of a task that is gone nothing can be corrected, and it is said.
    await told.getByRole('button', { name: say('Correct') }).click()
    await bar.getByText(say('Nothing more can be given to this. Ask whoever gave you the task.')).waitFor()
    await bar.getByRole('button', { name: say('Cancel') }).click()
    await bar.getByRole('button', { name: 'Khoá cửa' }).waitFor()
    await context.close()
  })

  test('keeps the task that was begun, and the number typed for it, when one that is due sooner comes', async () => {
    const worker = await chain.person({ permissions: READS })
    const one = await made(boss, { title: 'Kiểm tra tủ', processors: [worker.id], date_end: at(`${today} 23:50`) })
    await add(boss, one.id, { title: 'Nhiệt độ', kind: 'number' })
    const { page, open, leave } = await visit({ by: worker, device: 'phone' })
    await open('/task-management/today')
    const number = page.getByRole('region', { name: say('Next') }).getByRole('textbox')
    await number.fill('3,5')
    await made(boss, { title: 'Gấp', processors: [worker.id], date_end: at(`${today} 23:40`) })
    await page.getByRole('button', { name: 'Gấp' }).waitFor()
    expect(await number.inputValue()).toBe('3,5')
    await number.press('Enter')
    await expect.poll(async () => (await shown(boss, one.id)).progress).toBe(100)
    await page.getByRole('button', { name: 'Gấp', expanded: true }).waitFor()
    await leave()
  })

  test('reads why something was not taken, and may drop it', async () => {
    const worker = await chain.person({ permissions: READS })
    const one = await made(boss, { title: 'Bị thu hồi', processors: [worker.id], date_end: at(`${today} 23:50`) })
    const { page, context, open, loseLine } = await visit({ by: worker, device: 'phone', expected: [/./] })
    await page.clock.install()
    await open('/task-management/today')
    const bar = page.getByRole('region', { name: say('Next') })
    await bar.getByRole('button', { name: say('Done'), exact: true }).waitFor()
    await loseLine()
    await bar.getByRole('button', { name: say('Done'), exact: true }).click()
    await expect.poll(() => keptOn(page)).toBe(1)
    const { version } = await shown(boss, one.id)
    await chain.call('POST', `task/${one.id}/cancel`, { by: boss, body: { version, cancel_reason: 'Không cần nữa' } })
    // Its screen waits for the answer no longer.
    await page.clock.fastForward(6500)
    await context.setOffline(false)
    const strip = page.getByRole('region', { name: say('Kept on this device') })
    await strip.getByText(/Bị thu hồi/).waitFor()
    await strip.getByRole('button', { name: say('Drop') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Drop') })
      .click()
    await expect.poll(() => keptOn(page)).toBe(0)
    await context.close()
  })
})
