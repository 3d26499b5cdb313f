import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { markLate } from '../../../src/modules/task-management/lateness/late.server.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { formatDay, wallClock } from '../../../src/shared/format.ts'
import { plusDays } from '../../../src/shared/time/spans.ts'
import { office } from '../../server/tasks/office.ts'
import { choose, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { countingHand } from '../../setup/browser/hand.ts'
import { outOfReach } from '../../setup/browser/in-reach.ts'
import { keptOn } from '../../setup/browser/kept-acts.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const { made, add, shown, items, progress } = office(chain)
const director = await chain.person()
const say = wordsOf('vi')
const today = wallClock(new Date(), 'Asia/Ho_Chi_Minh').day
const tomorrow = plusDays(today, 1)
await sql`insert into stores (code, name) select 'S' || lpad(n::text, 2, '0'), 'Siêu thị ' || n from generate_series(3, 12) n`.execute(
  chain.db,
)
const stores = await rows(
  chain.db,
  { id: 'number', code: 'string', name: 'string' },
  sql`select id, code, name from stores where deleted_at is null order by code`,
)
const managers = new Map<number, Person>()
for (const { id, code } of stores) {
  if (code === 'S12') continue // nobody runs it yet
  const person = await chain.person({ role: 'Store manager', store: id })
  await sql`update stores set manager = ${person.id} where id = ${id}`.execute(chain.db)
  managers.set(id, person)
}
const stand_in = await chain.person({ role: 'Store manager', store: stores.at(-1)?.id ?? 0 })

async function template(): Promise<number> {
  const checklist = [
    { title: 'Dọn kệ' },
    { title: 'Treo đèn lồng' },
    { title: 'Chụp toàn cảnh', needs_photo: true },
    { title: 'Gắn tem' },
    { title: 'Nhiệt độ', kind: 'number', unit: '°C', least: 18, most: 26 },
    { title: 'Chụp tem giá', needs_photo: true },
    { title: 'Đã phổ biến', kind: 'answer' },
    { title: 'Cất hàng thừa' },
  ]
  const body = { name: 'Trưng bày Trung thu', checklist, approved_by: 'sender' }
  const made = await chain.call<{ id: number }>('POST', 'task-template', { by: director, body })
  return made.data.id
}

test('a round to twelve stores: sent, handed on, done on a phone with half of it offline, a photo rejected and done again, the late ones reminded in one press, and counted', async () => {
  const id = await template()
  const desk = await visit({ by: director, lang: 'vi' })
  await desk.open(`/task-rounds/create?template=${id}`)
  await desk.page.getByText(say('Goes to {{n}} stores', { n: 12 })).waitFor()
  await desk.page.locator('#field-due_at').fill(`${formatDay(tomorrow)} 17:00`)
  await desk.expectAccessible('a round about to be sent')
  // Nobody runs the twelfth store: somebody is chosen.
  await desk.page.getByRole('button', { name: say('Choose somebody') }).click()
  await desk.page.getByRole('dialog').getByLabel(say('Person')).fill(stand_in.name)
  await desk.page.getByRole('option', { name: stand_in.name }).click()
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: say('Choose'), exact: true })
    .click()
  await desk.page.getByRole('button', { name: stand_in.name }).waitFor()
  await desk.page
    .getByRole('button', { name: say('Save'), exact: true })
    .first()
    .click()
  await desk.page.getByText(say('{{done}} of {{n}} done', { done: 0, n: 12 })).waitFor()
  const round = await row(chain.db, { id: 'number' }, sql`select id from task_rounds`)
  const tasks = await rows(
    chain.db,
    { id: 'number', store: 'number' },
    sql`select id, store from task_management where round_id = ${round?.id ?? 0} order by store`,
  )
  expect(tasks).toHaveLength(12)

  // A manager hands it on.
  const [first] = tasks
  if (!first) throw new Error('The round has no task')
  const [store] = stores
  const manager = managers.get(first.store) ?? director
  const worker = await chain.person({ role: 'Staff', store: first.store })
  const shop = await visit({ by: manager })
  await shop.open('/task-management/mine')
  await shop.page.getByRole('link', { name: 'Trưng bày Trung thu' }).click()
  await shop.page.getByRole('link', { name: say('Edit'), exact: true }).click()
  await shop.page.locator('#field-processors').press('Backspace')
  await choose(shop.page, 'processors', worker.name)
  await shop.page.getByRole('button', { name: say('Save'), exact: true }).click()
  await shop.page.getByRole('complementary').getByText(worker.name).waitFor()
  // At the shop's own keyboard a task that begins with a number is done without a tap.
  const cold = await made(director, { title: 'Kho lạnh buổi sáng', processors: [manager.id], store: first.store })
  await add(director, cold.id, { title: 'Nhiệt độ kho', kind: 'number', unit: '°C' })
  await shop.go(`/task-management/today?task=${cold.id}`)
  const next = shop.page.getByRole('region', { name: say('Next') }).getByLabel(/Nhiệt độ kho/)
  await expect.poll(() => next.evaluate((input) => input === document.activeElement)).toBe(true)
  await shop.page.keyboard.insertText('3,5')
  await shop.page.keyboard.press('Enter')
  await expect.poll(async () => (await items(director, cold.id))[0]?.done_at).toBeTruthy()
  await shop.leave()

  // Whoever was given it does it with one hand.
  const phone = await visit({ by: worker, device: 'phone', expected: [/./] })
  const { page } = phone
  await phone.open('/task-management')
  await page.waitForURL(/task-management\/today/)
  const bar = page.getByRole('region', { name: say('Next') })
  const { n: pressed, tap, press: key } = countingHand(page)
  const press = (name: string) => tap(bar.getByRole('button', { name, exact: true }))
  const takePhoto = async (title: string) => {
    await bar.getByRole('button', { name: say('Photo: {{item}}', { item: title }) }).waitFor()
    await bar.getByLabel(say('Photo of {{item}}', { item: title })).setInputFiles(await photo())
  }
  await bar.getByRole('button', { name: 'Dọn kệ' }).waitFor()
  await phone.expectAccessible('my day')
  await press('Dọn kệ')
  await press('Treo đèn lồng')
  await takePhoto('Chụp toàn cảnh')
  await press('Gắn tem')
  await bar.getByLabel(/Nhiệt độ/).waitFor()
  const ticked = async () => (await items(director, first.id)).filter(({ done_at }) => done_at).length
  await expect.poll(ticked).toBe(4)
  await expect.poll(() => keptOn(page)).toBe(0)
  // From here on without a line.
  await phone.loseLine()
  // The number's keyboard is open already.
  await expect.poll(() => bar.getByLabel(/Nhiệt độ/).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('27,5')
  await expect.poll(() => bar.getByRole('button', { name: say('Save'), exact: true }).isEnabled()).toBe(true)
  await key('Enter')
  await takePhoto('Chụp tem giá')
  await press(say('Yes'))
  await press('Cất hàng thừa')
  // Eight items: a tap each, where it is no picture; a number is sent by its keyboard.
  expect(pressed.taps).toBeLessThanOrEqual(5)
  expect(pressed.keys).toBeLessThanOrEqual(1)
  await expect.poll(() => keptOn(page)).toBe(4)
  await page.getByText(say('Waits for a connection')).first().waitFor()
  expect(await ticked()).toBe(4)
  // The browser is opened anew, and the line is back: each act counts once.
  await phone.context.setOffline(false)
  await page.reload()
  await expect.poll(() => keptOn(page)).toBe(0)
  await expect.poll(async () => (await shown(director, first.id)).state).toBe('asked')
  const done = await items(director, first.id)
  expect(done.map(({ photos }) => photos.length)).toEqual([0, 0, 1, 0, 0, 1, 0, 0])
  expect(done[4]).toMatchObject({ is_out: true, number: 27.5 })
  expect(new Set(done.map(({ done_by }) => done_by?.id))).toEqual(new Set([worker.id]))
  await page.getByRole('heading', { name: new RegExp(say('Through with today')) }).waitFor()

  // The director's page has followed; one photo is not good enough, and is taken again.
  await desk.page.getByRole('button', { name: new RegExp(say('Waiting for approval')) }).waitFor()
  await desk.page.getByRole('tab', { name: new RegExp(say('Photos')) }).click()
  await expect.poll(() => desk.page.locator('img').count()).toBeGreaterThan(1)
  await desk.expectAccessible('the photos of a round')
  await desk.page.getByRole('button', { name: `${say('Have it done again')} ${store?.name}: Chụp toàn cảnh` }).click()
  await desk.page.getByRole('dialog').getByLabel(say('Why it is to be done again')).fill('Ảnh mờ')
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: say('Have it done again') })
    .click()
  await desk.page
    .getByRole('button', { name: new RegExp(say('Rejected')) })
    .first()
    .waitFor()
  await page.getByText('Chụp toàn cảnh: Ảnh mờ').waitFor()
  await takePhoto('Chụp toàn cảnh')
  await expect.poll(async () => (await shown(director, first.id)).state).toBe('asked')
  await phone.context.close()
  await desk.open(`/task-management/view/${first.id}`)
  await desk.page.getByRole('button', { name: say('Approve'), exact: true }).click()
  await desk.page.getByRole('radio', { name: say('{{n}} of 5 stars', { n: 4 }) }).check({ force: true })
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: say('Approve') })
    .click()
  await expect.poll(() => shown(director, first.id)).toMatchObject({ state: 'done', quality: 4 })

  // Two let it run late.
  await sql`update task_management set date_end = now() - interval '1 hour', version = version + 1 where id in (${tasks[1]?.id ?? 0}, ${tasks[2]?.id ?? 0})`.execute(
    chain.db,
  )
  await markLate(chain.running.context)
  await desk.open(`/task-rounds/view/${round?.id}`)
  await desk.page.getByRole('button', { name: say('Remind the late ones ({{n}})', { n: 2 }) }).click()
  const late = [tasks[1], tasks[2]].map((one) => managers.get(one?.store ?? 0)?.name ?? '').toSorted()
  await desk.page.getByText(say('Reminded: {{names}}', { names: late.join(', ') })).waitFor()
  await desk.expectAccessible('a round with late stores')

  // The statistics show who was late, and how good it was.
  await desk.go(`/task-statistics?by=in_charge&period=${plusDays(today, -1)}..${tomorrow}`)
  const table = desk.page.getByRole('table')
  for (const name of late) await table.getByRole('row', { name: new RegExp(name) }).waitFor()
  const heads = await table.getByRole('columnheader').allInnerTexts()
  const told = (who: string, column: string) =>
    table
      .getByRole('row', { name: new RegExp(who) })
      .locator('th, td')
      .nth(heads.indexOf(say(column)))
      .innerText()
  for (const name of late) await expect.poll(() => told(name, 'Late')).toBe('1')
  await expect.poll(() => told(worker.name, 'Late')).toBe('0')
  await expect.poll(() => told(worker.name, 'Quality')).toMatch(/^4/)
  await desk.context.close()

  const glance = await visit({ by: director, device: 'phone', lang: 'ko' })
  await glance.open(`/task-rounds/view/${round?.id}`)
  await glance.page.getByRole('button', { name: new RegExp(`^2\\s?${wordsOf('ko')('Late')}$`) }).waitFor()
  await glance.expectAccessible('a round on a phone')
  await glance.context.close()
})

/** Takes a block of the calendar and lets it go so many columns to the right. */
async function dragAcross(page: Page, id: number, columns: number): Promise<void> {
  const box = await page.locator(`[data-event-id="${id}"]`).first().boundingBox()
  if (!box) throw new Error('The task is not in sight')
  const [x, y] = [box.x + box.width / 2, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 4, y + 4, { steps: 3 })
  await page.mouse.move(x + columns * (box.width + 4), y, { steps: 12 })
  await page.mouse.move(x + columns * (box.width + 4) + 1, y + 1)
  await page.mouse.up()
}

test('a name typed quickly is answered by whom all its letters name, or by nobody', async () => {
  const en = wordsOf('en')
  const [first, wanted] = [await chain.person(), await chain.person()]
  await sql`update users set user_name = 'An Bình' where id = ${first.id}`.execute(chain.db)
  await sql`update users set user_name = 'Phạm Diệu Thảo' where id = ${wanted.id}`.execute(chain.db)
  const desk = await visit({ by: director, lang: 'en' })
  const { page } = desk
  await desk.open('/task-management')
  const line = page.getByLabel(en('New task in one line'))
  const offers = page.getByRole('listbox', { name: en('People') }).getByRole('option')
  await line.focus()
  for (const [letters, shown] of [
    ['dieu thao', 'Dọn kho @Phạm Diệu Thảo '],
    ['khongcoai', 'Dọn kho @khongcoai'],
  ] as const) {
    await line.fill('')
    await page.keyboard.type('Dọn kho @')
    await offers.first().waitFor()
    await page.keyboard.type(letters)
    await page.keyboard.press('Enter')
    if (letters === 'khongcoai') await page.getByRole('alert').waitFor()
    await expect.poll(() => line.inputValue()).toBe(shown)
  }
  await desk.leave()
})

test('the next line is not lost to the slow answer of the one before, nor to an answer that never came', async () => {
  const desk = await visit({ by: director, lang: 'vi', expected: [/ERR_FAILED/, /status of 4/] })
  const { page } = desk
  let sent = 0
  await page.route('**/api/task', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    if (sent === 1) await setTimeout(600)
    const response = await route.fetch()
    await (sent === 2 ? route.abort() : route.fulfill({ response }))
  })
  await desk.open('/task-management')
  const line = page.getByLabel(say('New task in one line'))
  await line.fill('Lau kính')
  await page.keyboard.press('Enter')
  await page.keyboard.type('x')
  await page.getByText(say('Made {{number}}', { number: '' })).waitFor()
  await expect.poll(() => line.inputValue()).toBe('')
  expect(sent).toBe(1)

  await line.fill('Đếm quỹ')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await line.fill('Khoá kho')
  await page.keyboard.press('Enter')
  await expect.poll(() => sent).toBe(3)
  await page.getByRole('alert').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => line.inputValue()).toBe('')
  await desk.leave()
})

test('a line is a task, by the keyboard alone: two of one name are asked for, it is found, moved on the calendar to Thursday, and repeated every weekday but Tết', async () => {
  const en = wordsOf('en')
  const [one, other] = [await chain.person(), await chain.person()]
  await sql`update users set user_name = 'Trần Minh Hoàng' where id = ${one.id}`.execute(chain.db)
  await sql`update users set user_name = 'Lê Văn Hoàng' where id = ${other.id}`.execute(chain.db)
  const desk = await visit({ by: director, lang: 'en' })
  const { page } = desk
  await desk.open('/task-management')
  const line = page.getByLabel(en('New task in one line'))
  await line.focus()
  await page.keyboard.type('Kiểm tra kho lạnh @Hoàng ngày mai 9h !cao')
  await page.getByText(en('Which {{name}}?', { name: 'Hoàng' })).waitFor()
  await desk.expectAccessible('a line and what was understood of it')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  const which = page.getByRole('button', { name: /Trần Minh Hoàng/ })
  await which.focus()
  await page.keyboard.press('Enter')
  await line.focus()
  await page.keyboard.press('Enter')
  const made = () =>
    row(
      chain.db,
      { id: 'number', priority: 'string', processors: 'number[]', at: 'string', day: 'string', weekday: 'number' },
      sql`select id, priority, processors, to_char(date_end at time zone chain_zone(), 'HH24:MI') as at, falls_on::text as day, extract(isodow from falls_on)::int as weekday
          from task_management where title = 'Kiểm tra kho lạnh'`,
    )
  await expect.poll(made).toMatchObject({ priority: 'high', processors: [one.id], at: '09:00', day: tomorrow })
  const { id = 0, day = '', weekday = 0 } = (await made()) ?? {}

  // In the list it is found and opened by keys.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await page.locator('input[type=search]:focus').waitFor()
  await page.keyboard.type('kho lanh')
  await page.waitForURL((url) => url.searchParams.get('search') === 'kho lanh')
  await page.getByRole('link', { name: 'Kiểm tra kho lạnh' }).waitFor()
  // While it looks, the list before it is faded.
  await page.locator('[data-old]').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0)
  await desk.expectAccessible('the list of tasks, searched')
  for (const key of ['Escape', 'j', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL(`**/task-management/view/${id}`)

  // By keys to Tuesday of the week after, then by mouse to its Thursday.
  await desk.go(`/task-management/calendar?on=${day}`)
  await page.locator(`[data-event-id="${id}"]`).first().focus()
  const steps = Array.from({ length: 7 - weekday + 2 }, () => 'ArrowRight')
  for (const key of ['m', ...steps, 'Enter']) await page.keyboard.press(key)
  await expect.poll(made).toMatchObject({ day: plusDays(day, steps.length), weekday: 2, at: '09:00' })
  await dragAcross(page, id, 2)
  await expect.poll(made).toMatchObject({ day: plusDays(day, steps.length + 2), weekday: 4, at: '09:00' })

  await desk.go(`/task-management/view/${id}`)
  await page.getByRole('button', { name: en('Repeat…') }).click()
  await page.getByRole('dialog').getByLabel(en('How often')).click()
  await page.getByRole('option', { name: en('every weekday') }).click()
  await page.getByRole('dialog').getByLabel(en('Not during Tết')).check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('Repeat'), exact: true })
    .click()
  await page.getByText(`${en('every weekday')}, ${en('but Tết')}`).waitFor()
  await desk.expectAccessible('a task that is repeated')
  await desk.context.close()
})

test('a complaint needs three things done, at 200 %: given in one go by keys alone, it says so to whoever completes it too early, and not once they are done', async () => {
  const service = await chain.person({ role: 'Customer service' })
  const worker = await chain.person({ role: 'Staff', store: chain.stores[0] })
  const complaint = await chain.ticket(service, { title: 'Sữa hết hạn trên kệ' })
  const stateNow = async () =>
    (await row(chain.db, { state: 'string' }, sql`select state from complaints where id = ${complaint.id}`))?.state
  const desk = await visit({ by: service, device: 'zoomed', expected: [/status of 409/] })
  const { page } = desk
  await desk.open(`/complaints/view/${complaint.id}`)
  const part = page.getByRole('region', { name: new RegExp(`^${say('Tasks')}`) })
  const add = part.getByRole('button', { name: say('Add tasks') })
  await add.waitFor()
  // The registers without a part of their own stand at the side; tasks are shown once.
  await page.getByRole('region', { name: new RegExp(`^${say('Goods deliveries')}`) }).waitFor()
  expect(await part.count()).toBe(1)
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.locator('#field-asked-titles').focus()
  for (const title of ['Thu hồi hàng', 'Gọi xin lỗi khách', 'Kiểm tra hạn cả kệ']) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await dialog.locator('#field-asked-processors').focus()
  await page.keyboard.type(worker.name)
  await page.getByRole('option', { name: worker.name }).waitFor()
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await desk.expectAccessible('three tasks about to be given')
  await page.keyboard.press('Enter')
  await part.getByText(say('{{n}} of {{all}} open', { n: 3, all: 3 })).waitFor()
  await desk.expectAccessible('a complaint with its tasks')
  expect(await outOfReach(page)).toEqual([])

  // Too early: it is asked first, and whoever thinks better of it loses nothing.
  await page.getByRole('button', { name: say('Complete'), exact: true }).click()
  await dialog.locator('#field-asked-solution').click()
  await page.getByRole('option', { name: say('Apology') }).click()
  await dialog.locator('#field-asked-origin').fill('Không xoay hàng')
  await dialog.locator('#field-asked-comment').fill('Đã xin lỗi và đổi hàng.')
  const complete = dialog.getByRole('button', { name: say('Complete') })
  await complete.click()
  await page
    .getByText(say('Tasks of this complaint are still open: {{n}}.', { n: 3 }))
    .first()
    .waitFor()
  await desk.expectAccessible('completed too early')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: say('Go on all the same') }).waitFor({ state: 'detached' })
  expect(await stateNow()).not.toBe('completed')
  await expect.poll(() => dialog.locator('#field-asked-comment').inputValue()).toBe('Đã xin lỗi và đổi hàng.')

  // Done, and the page that is open follows.
  const given = await rows(
    chain.db,
    { id: 'number', processors: 'number[]' },
    sql`select id, processors from task_management where complaint = ${complaint.id} order by id`,
  )
  expect(given.map(({ processors }) => processors)).toEqual([[worker.id], [worker.id], [worker.id]])
  for (const { id } of given) await progress(worker, id, { progress: 100 })
  await page.getByText(say('{{n}} of {{all}} open', { n: 0, all: 3 })).waitFor({ state: 'attached' })
  await complete.click()
  await expect.poll(stateNow).toBe('completed')
  await dialog.waitFor({ state: 'hidden' })
  await desk.leave()
})
