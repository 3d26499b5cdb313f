import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DIRECTS, type Item, office, READS, type Task } from '../../server/tasks/office.ts'
import { type Device, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const { made, shown, add, items, put, progress } = office(chain)
const [store] = chain.stores
const boss = await chain.person({ permissions: DIRECTS })
const worker = await chain.person({ permissions: READS, store })
const approver = await chain.person({ permissions: READS })
// Their windows stay open throughout, as people's do.
const [desk, chief, above] = [await visit({ by: worker }), await visit({ by: approver }), await visit({ by: boss })]

const say = wordsOf('vi')
const view = (id: number) => `/task-management/view/${id}`
const withItems = async (titles: string, more: object = {}): Promise<Task> => {
  const task = await made(boss, { processors: [worker.id], approver: approver.id, store, ...more })
  await add(boss, task.id, { titles })
  return task
}
const titlesOf = async (id: number) => (await items(boss, id)).map(({ title }: Item) => title)
const stateOf = async (id: number) => (await shown(boss, id)).state
const tick = (page: Page, title: string): Locator => page.getByRole('checkbox', { name: title, exact: true })

describe('a checklist by keyboard', () => {
  test('ten pasted lines are ten items, moved with the arrow keys, and ticked with the space bar to the approval', async () => {
    const task = await made(boss, { processors: [worker.id], approver: approver.id })
    const { page } = desk
    await desk.open(view(task.id))
    const line = page.getByRole('textbox', { name: say('New item') })
    await line.waitFor()
    await page.keyboard.press('n')
    await expect.poll(() => line.evaluate((input) => input === document.activeElement)).toBe(true)
    const lines = Array.from({ length: 10 }, (_, at) => `Mục ${at + 1}`)
    await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'))
    await page.keyboard.press('Control+v')
    await tick(page, 'Mục 10').waitFor()
    await expect.poll(() => titlesOf(task.id)).toEqual(lines)
    await expect.poll(() => line.inputValue()).toBe('')

    await page.getByRole('button', { name: say('Move {{name}}', { name: 'Mục 3' }), exact: true }).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => titlesOf(task.id)).toEqual(['Mục 3', 'Mục 1', 'Mục 2', ...lines.slice(3)])

    for (const title of lines) {
      await tick(page, title).focus()
      await page.keyboard.press('Space')
      await expect
        .poll(async () => (await items(boss, task.id)).find((one) => one.title === title)?.done_at)
        .toBeTruthy()
    }
    await expect.poll(() => stateOf(task.id)).toBe('asked')
    await page.getByText(say('Waits for the approval of {{name}}', { name: approver.name })).waitFor()
    await desk.expectAccessible('a task that waits for approval')
  })

  test('has an address of its own, which leads to it on the page of its task', async () => {
    const task = await withItems('Một\nHai')
    const { page } = desk
    await desk.open(`/task-management/${task.id}/checklist`)
    const heading = page.getByRole('heading', { name: say('Checklist') })
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(new URL(page.url()).pathname).toBe(view(task.id))
    await tick(page, 'Hai').waitFor()
  })

  test('an item is dragged to another place', async () => {
    const task = await withItems('Một\nHai\nBa')
    const { page } = desk
    await desk.open(view(task.id))
    const handle = page.getByRole('button', { name: say('Move {{name}}', { name: 'Ba' }), exact: true })
    await handle.hover()
    const [from, to] = [await handle.boundingBox(), await tick(page, 'Một').boundingBox()]
    if (!from || !to) throw new Error('nothing to drag')
    await page.mouse.move(from.x + 6, from.y + 6)
    await page.mouse.down()
    await page.mouse.move(from.x + 6, to.y + 4, { steps: 6 })
    await page.mouse.up()
    await expect.poll(() => titlesOf(task.id)).toEqual(['Ba', 'Một', 'Hai'])
  })

  test('a number outside its range is red before it is kept, and an answer is given by its word', async () => {
    const task = await withItems('Sạch sẽ?')
    await add(boss, task.id, { title: 'Nhiệt độ kho', kind: 'number', unit: '°C', least: 0, most: 4 })
    const [question] = await items(boss, task.id)
    await put(boss, task.id, question?.id ?? 0, { kind: 'answer' })
    const { page } = desk
    await desk.open(view(task.id))
    const number = page.getByRole('textbox', { name: `Nhiệt độ kho: ${say('Number')}` })
    await number.fill('9,5')
    await page.getByText(say('Outside of {{range}}', { range: '0 – 4 °C' })).waitFor()
    expect((await items(boss, task.id)).find(({ title }) => title === 'Nhiệt độ kho')?.done_at).toBeNull()
    await number.press('Enter')
    await page.getByText(say('Out of range'), { exact: true }).waitFor()
    await expect.poll(async () => (await items(boss, task.id)).some((one) => one.is_out)).toBe(true)
    await page.getByRole('radiogroup', { name: 'Sạch sẽ?' }).getByText(say('Yes'), { exact: true }).click()
    await expect.poll(() => stateOf(task.id)).toBe('asked')
    await desk.expectAccessible('numbers and answers')
  })

  test('what demands a photo asks for it when it is ticked, and is ticked with it', async () => {
    const task = await withItems('Mở đèn')
    await add(boss, task.id, { title: 'Chụp kệ', needs_photo: true })
    const phone = await visit({ by: worker, device: 'phone' })
    const { page } = phone
    await phone.open(view(task.id))
    const chooser = page.waitForEvent('filechooser')
    await tick(page, 'Chụp kệ').click()
    await (await chooser).setFiles([await photo('ke.jpg')])
    await page.getByRole('button', { name: say('Open {{name}}', { name: 'ke.jpg' }) }).waitFor()
    await expect
      .poll(async () => (await items(boss, task.id)).find(({ title }) => title === 'Chụp kệ'))
      .toMatchObject({ done_by: { id: worker.id }, photos: [{}] })
    await phone.expectAccessible('a checklist with photos on a phone')
    await phone.leave()
  })

  test('photos and ticks that follow each other faster than a slow line answers are all kept, and none goes out again', async () => {
    const task = await withItems('Mở đèn\nQuét sàn\nLau kệ\nChụp kệ')
    const { page, open, leave } = await visit({ by: worker, device: 'phone' })
    // The first of two acts under way takes longer than what follows it.
    let asked = 0
    await page.route('**/checklist/*', async (route) => {
      asked += 1
      await setTimeout(asked % 2 === 1 ? 1500 : 200)
      await route.continue()
    })
    await open(view(task.id))
    const names = ['mot.jpg', 'hai.jpg', 'ba.jpg']
    await page
      .getByLabel(say('Photos of {{name}}', { name: 'Chụp kệ' }), { exact: true })
      .setInputFiles(await Promise.all(names.map((name) => photo(name))))
    for (const name of names)
      await page.getByRole('button', { name: say('Open {{name}}', { name }), exact: true }).waitFor()
    await expect
      .poll(async () => (await items(boss, task.id))[3]?.photos.map(({ name }) => name).toSorted())
      .toEqual(names.toSorted())

    const ticked = ['Mở đèn', 'Quét sàn', 'Lau kệ']
    await page.evaluate(() => {
      const wentOut = new Set<Element>()
      const lit = new Set<HTMLInputElement>()
      const look = () => {
        for (const input of document.querySelectorAll<HTMLInputElement>('input[type=checkbox]'))
          if (input.checked) lit.add(input)
          else if (lit.has(input)) wentOut.add(input)
        requestAnimationFrame(look)
      }
      look()
      Object.assign(window, { lit, wentOut })
    })
    for (const title of ticked) await tick(page, title).click()
    await expect
      .poll(async () =>
        (await items(boss, task.id)).filter(({ done_at }) => done_at !== null).map(({ title }) => title),
      )
      .toEqual(ticked)
    await expect.poll(async () => (await shown(boss, task.id)).progress).toBe(75)
    const sizes = () => ['lit', 'wentOut'].map((name) => (Reflect.get(window, name) as Set<Element>).size)
    expect(await page.evaluate(sizes)).toEqual([ticked.length, 0])
    await leave()
  })
})

test('a progress that is pulled to and fro faster than a slow line answers stays where it was pulled last', async () => {
  const task = await made(boss, { processors: [worker.id] })
  const { page, open, leave } = await visit({ by: worker })
  const order: number[] = []
  await page.route('**/progress', async (route) => {
    const { progress: wanted } = route.request().postDataJSON()
    order.push(wanted)
    if (order.length % 2 === 1) await setTimeout(1500)
    await route.continue()
  })
  await open(view(task.id))
  const line = page.getByRole('slider', { name: say('Progress') })
  await line.fill('50')
  await expect.poll(() => order).toEqual([50])
  await line.fill('0')
  await expect.poll(() => order).toEqual([50, 0])
  await expect.poll(async () => (await shown(boss, task.id)).progress).toBe(0)
  await line.fill('30')
  await expect.poll(() => order.at(-1)).toBe(30)
  await line.fill('60')
  await expect.poll(async () => (await shown(boss, task.id)).progress).toBe(60)
  await setTimeout(1200)
  expect((await shown(boss, task.id)).progress).toBe(60)
  await expect.poll(() => line.inputValue()).toBe('60')
  await leave()
})

describe('approval', () => {
  test('is asked for, refused with a reason that stands at the top, asked again and given with a quality', async () => {
    const task = await made(boss, { processors: [worker.id], approver: approver.id, title: 'Trưng bày trung thu' })
    await desk.open(view(task.id))
    const slider = desk.page.getByRole('slider', { name: say('Progress') })
    await slider.focus()
    for (let at = 0; at < 8; at++) await desk.page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await shown(boss, task.id)).progress).toBe(40)
    await desk.page.getByRole('button', { name: say('Ask for approval') }).click()
    await desk.page.getByText(say('Waits for the approval of {{name}}', { name: approver.name })).waitFor()
    await expect.poll(() => desk.page.getByRole('button', { name: say('Approve'), exact: true }).count()).toBe(0)

    await chief.open(view(task.id))
    await chief.page.getByRole('button', { name: say('Reject'), exact: true }).click()
    await chief.page.locator('#field-asked-reject_reason').fill('Thiếu bảng giá')
    await chief.expectAccessible('the dialog that rejects')
    await chief.page
      .getByRole('dialog')
      .getByRole('button', { name: say('Reject') })
      .click()
    await desk.page.getByText('Thiếu bảng giá').first().waitFor()
    await expect.poll(() => shown(boss, task.id)).toMatchObject({ state: 'rejected', progress: 40 })

    await desk.page.getByRole('button', { name: say('Ask for approval') }).click()
    await chief.page.getByRole('button', { name: say('Approve'), exact: true }).click()
    await chief.page.getByRole('radio', { name: say('{{n}} of 5 stars', { n: 1 }) }).focus()
    for (let at = 0; at < 3; at++) await chief.page.keyboard.press('ArrowRight')
    await chief.expectAccessible('the dialog that approves')
    await chief.page
      .getByRole('dialog')
      .getByRole('button', { name: say('Approve') })
      .click()
    await chief.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => shown(boss, task.id)).toMatchObject({ state: 'done', quality: 4 })
    await desk.page
      .getByRole('img', { name: say('{{n}} of 5 stars', { n: 4 }) })
      .first()
      .waitFor()
  })

  test('whoever is through with items open says why, and the approver reads it', async () => {
    const task = await withItems('Một\nHai')
    const { page } = desk
    await desk.open(view(task.id))
    await page.getByRole('button', { name: say('Ask for approval') }).click()
    await page.getByText(say('{{n}} items are still open', { n: 2 })).waitFor()
    await page.locator('#field-asked-open_items_reason').fill('Hết hàng')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Ask for approval') })
      .click()
    await page.getByText(say('Items were left open: {{reason}}', { reason: 'Hết hàng' })).waitFor()
  })
})

describe('the board', () => {
  test('a card goes to the approver by keyboard, on by drag, and never past the approver', async () => {
    const task = await made(boss, { processors: [worker.id], approver: approver.id, title: 'Thay biển hiệu', store })
    const { page } = desk
    await desk.open('/task-management/board')
    const card = page.locator(`[data-card="${task.id}"]`)
    await card.waitFor()
    await desk.expectAccessible('the board of tasks')
    await card.focus()
    await page.keyboard.press('m')
    const forbidden = page.getByRole('menuitem', { name: say('Done') })
    await forbidden.waitFor()
    await expect
      .poll(() => forbidden.innerText())
      .toContain(say('{{name}} has to approve it first', { name: approver.name }))
    await expect.poll(() => forbidden.isDisabled()).toBe(true)
    await page.getByRole('menuitem', { name: say('Under way') }).click()
    await page.locator(`[data-column="doing"] [data-card="${task.id}"]`).waitFor()
    await expect.poll(() => stateOf(task.id)).toBe('doing')

    const target = page.locator('[data-column="asked"]')
    await card.dragTo(target)
    await page.locator(`[data-column="asked"] [data-card="${task.id}"]`).waitFor()
    await expect.poll(() => stateOf(task.id)).toBe('asked')

    await chief.open('/task-management/board')
    await chief.page.locator(`[data-card="${task.id}"]`).dragTo(chief.page.locator('[data-column="rejected"]'))
    await chief.page.locator('#field-asked-reject_reason').fill('Sai cỡ')
    await chief.page
      .getByRole('dialog')
      .getByRole('button', { name: say('Reject') })
      .click()
    await chief.page.locator(`[data-column="rejected"] [data-card="${task.id}"]`).waitFor()
    await expect.poll(() => stateOf(task.id)).toBe('rejected')
  })

  test('a card stays where it was put whatever was asked before, and takes the focus from nobody', async () => {
    const [task, other] = [
      await made(boss, { processors: [worker.id], title: 'Thay đèn', store }),
      await made(boss, { processors: [worker.id], title: 'Lau kính', store }),
    ]
    const { page } = desk
    await desk.open('/task-management/board')
    const card = page.locator(`[data-card="${task.id}"]`)
    const beside = page.locator(`[data-card="${other.id}"]`)
    await card.waitFor()
    await page.getByRole('link', { name: say('List'), exact: true }).click()
    await page.waitForURL(/task-management(\?|$)/)
    // The board is read again as it is opened again: these answers are from before the move, and come after it.
    const [read, moved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let reads = 0
    await page.route(/\/api\/task[/?]/, async (route) => {
      const isRead = route.request().method() === 'GET'
      const response = isRead ? await route.fetch() : undefined
      if (isRead) reads++
      await (isRead ? read : moved).promise
      await (response ? route.fulfill({ response }) : route.continue())
    })
    await page.goBack()
    await card.focus()
    await expect.poll(() => reads).toBeGreaterThan(2)
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: say('Under way') }).click()
    const there = page.locator(`[data-column="doing"] [data-card="${task.id}"]`)
    await there.waitFor()
    read.resolve()
    await setTimeout(300)
    expect(await there.count()).toBe(1)
    await beside.focus()
    moved.resolve()
    await expect.poll(() => stateOf(task.id)).toBe('doing')
    await setTimeout(500)
    expect(await there.count()).toBe(1)
    expect(await beside.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.unrouteAll()
  })
})

describe('what is said', () => {
  test('reaches whoever is mentioned, and what was not sent survives a reload and another device', async () => {
    const task = await made(boss, { processors: [worker.id], title: 'Dán áp phích' })
    await above.open('/dashboard')
    const { page } = desk
    await desk.open(view(task.id))
    const box = page.getByRole('textbox', { name: say('Comment') })
    await box.click()
    const kept = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/draft') && (answer.request().postData() ?? '').includes('Chưa gửi vội') && answer.ok(),
    )
    await box.pressSequentially('Chưa gửi vội')
    await kept
    await desk.open(view(task.id))
    await page.getByText('Chưa gửi vội').waitFor()
    const other = await visit({ by: worker, device: 'phone' })
    await other.open(view(task.id))
    await other.page.getByText('Chưa gửi vội').waitFor()
    await other.leave()

    await box.click()
    await box.press('Control+a')
    await box.pressSequentially(`Nhờ chị xem @${boss.name}`)
    await page.getByRole('option', { name: boss.name }).click()
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles([await photo('ap-phich.jpg')])
    const send = page.getByRole('button', { name: say('Send comment') })
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.click()
    await page
      .getByRole('article', { name: worker.name })
      .getByRole('button', { name: say('Open {{name}}', { name: 'ap-phich.jpg' }) })
      .locator('img')
      .waitFor()
    await above.page.getByRole('button', { name: new RegExp(say('Notifications')) }).click()
    await above.page
      .getByText(say('{{who}} mentioned you in task {{number}}', { who: worker.name, number: task.number }))
      .waitFor()
  })

  test('who else looks at it is shown, and what holds it up', async () => {
    const first = await made(boss, { processors: [worker.id], title: 'Nhận hàng' })
    const task = await made(boss, { processors: [worker.id], title: 'Xếp kệ', waits_for: [first.id] })
    await desk.open(view(task.id))
    await above.open(view(task.id))
    await desk.page.getByText(say('{{name}} is here too', { name: boss.name })).waitFor()
    await desk.page.getByText(say('Waits for:')).waitFor()
    await progress(worker, first.id, { progress: 100 })
    await above.open(view(first.id))
    await above.page.getByRole('link', { name: 'Xếp kệ' }).waitFor()
    await desk.open(view(task.id))
    await desk.page.getByRole('complementary').getByText(say('Done'), { exact: true }).waitFor()
    await expect.poll(() => desk.page.getByText(say('Waits for:')).count()).toBe(0)
  })

  test('is nowhere for who may not see the task', async () => {
    const task = await made(boss, { processors: [boss.id], store: chain.stores[1] })
    const stranger = await chain.person({ permissions: READS, scope: 'store', store })
    const outside = await visit({ by: stranger, expected: [/status of 404/] })
    await outside.open(view(task.id))
    await outside.page.getByText(say('This task does not exist, or is not open to you')).waitFor()
    expect((await chain.call('POST', `task/${task.id}/comment`, { by: stranger, body: { body: 'Chào' } })).status).toBe(
      404,
    )
    expect((await chain.call('GET', `task/${task.id}/draft`, { by: stranger })).status).toBe(404)
    await outside.leave()
  })
})

test.each<[Device]>([['desktop'], ['phone']])(
  'the list on a %s has a tab for each with whom tasks stand, and their numbers',
  async (device) => {
    const person = await chain.person({ permissions: READS, store })
    await made(boss, { processors: [person.id], title: `Việc của tôi ${device}` })
    const own = await visit({ by: person, device })
    const { page } = own
    await own.open('/task-management')
    // A phone opens on what is to do today.
    if (device === 'phone') await page.getByRole('link', { name: say('All'), exact: true }).click()
    const tabs = page.getByRole('navigation', { name: say('Views') })
    await tabs.getByRole('link', { name: new RegExp(`^${say('Mine')}\\s?1$`) }).click()
    await page.getByText(`Việc của tôi ${device}`).first().waitFor()
    await own.expectAccessible('the list of tasks')
    await own.leave()
  },
)

test('nothing went wrong in any window', async () => {
  for (const one of [desk, chief, above]) await one.leave()
})
