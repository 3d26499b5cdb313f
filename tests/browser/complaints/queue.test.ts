import { sql } from 'kysely'
import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { Language } from '../../../src/shared/language.ts'
import type { ListSetup } from '../../../src/shared/list-setup.ts'
import { choose, focused, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain, type Ticket } from '../../setup/chain.ts'
import { PASSWORD } from '../../setup/password.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const [here, there] = chain.stores
const lead = await chain.person({ store: here })
const colleague = await chain.person({ role: 'Store manager', store: here })
const elsewhere = await chain.person({ role: 'Store manager', store: there, department: chain.departments[1] })

const stateOf = async ({ id }: Pick<Ticket, 'id'>) =>
  (await row(chain.db, { state: 'string' }, sql`select state from complaints where id = ${id}`))?.state
/** The keys of a list are its own once it stands there. */
const ready = (page: Page) => page.locator('tbody tr[data-at]').first().waitFor()

describe('A saved view', () => {
  test('keeps filters, order, columns and density under a name, and a colleague of the store opens it', async () => {
    const say = wordsOf('vi')
    await chain.ticket(lead, { title: 'Gấp ở Cầu Giấy', priority: 'high' })
    await chain.ticket(lead, { title: 'Không gấp', priority: 'low' })
    const mine = await visit({ by: lead })
    const { page } = mine
    await mine.open('/complaints?priority=high&sort=due_at&perpage=25&density=compact')
    await ready(page)
    await page.getByRole('button', { name: say('Views') }).click()
    await mine.expectAccessible('the views')
    await page.getByRole('button', { name: say('Save as a new view') }).click()
    await page.locator('#field-asked-name').fill('Gấp của cửa hàng')
    await page.locator('#field-asked-share').click()
    await page.getByRole('option', { name: say('My store') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Save') })
      .click()
    const tab = page
      .getByRole('navigation', { name: say('Saved views') })
      .getByRole('link', { name: 'Gấp của cửa hàng' })
    await tab.waitFor()
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('page')
    await mine.expectAccessible('the list in a view')
    await mine.leave()

    const other = await visit({ by: colleague })
    await other.open('/complaints')
    await other.page.getByRole('link', { name: 'Gấp của cửa hàng' }).click()
    await other.page.getByText('Gấp ở Cầu Giấy').waitFor()
    await expect.poll(() => other.page.getByText('Không gấp').count()).toBe(0)
    await expect.poll(() => new URL(other.page.url()).searchParams.get('sort')).toBe('due_at')
    await expect.poll(() => other.page.locator('table[data-compact]').count()).toBe(1)
    await other.page.getByRole('button', { name: say('Views') }).click()
    const chosen = other.page.waitForResponse((answer) => answer.url().endsWith('/saved-view/choices'))
    await other.page.getByRole('button', { name: say('Start with {{name}}', { name: 'Gấp của cửa hàng' }) }).click()
    await chosen
    await other.page.keyboard.press('Escape')
    // Another visit begins with it, and 'All' leads past it.
    await other.open('/dashboard')
    await other.open('/complaints')
    await other.page.waitForURL(/view=\d/)
    await other.page
      .getByRole('link', { name: say('All') })
      .first()
      .click()
    await other.page.getByText('Không gấp').waitFor()
    await other.leave()

    const foreign = await visit({ by: elsewhere })
    await foreign.open('/complaints')
    await foreign.page.getByRole('button', { name: say('Views') }).click()
    await foreign.page.getByText(say('Save as a new view')).waitFor()
    await expect.poll(() => foreign.page.getByText('Gấp của cửa hàng').count()).toBe(0)
    await foreign.leave()
  })
})

test('columns are chosen by the keyboard, one after the other, and stand there at once after loading anew', async () => {
  const say = wordsOf('vi')
  await chain.ticket(lead)
  const desk = await visit({ by: lead })
  const { page } = desk
  await desk.open('/complaints')
  await ready(page)
  const chooser = page.getByRole('button', { name: say('Columns and density') })
  await chooser.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: say('Columns and density') })
  const box = (label: string) => panel.getByRole('checkbox', { name: say(label), exact: true })
  await box('Phone').focus()
  for (const isShown of [true, false, true]) {
    await page.keyboard.press('Space')
    await expect.poll(() => box('Phone').isChecked()).toBe(isShown)
    await expect.poll(() => box('Phone').evaluate((one) => one === document.activeElement)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(() => chooser.evaluate((one) => one === document.activeElement)).toBe(true)
  const known = page.waitForResponse((answer) => answer.url().includes('/api/saved-view?'))
  await page.reload()
  await known
  await page.getByRole('columnheader', { name: say('Phone') }).waitFor()
  await page.locator('tbody tr[data-at]').first().waitFor()
  await expect.poll(() => page.getByRole('columnheader', { name: say('Phone') }).count()).toBe(1)
  await desk.leave()
})

test('what is chosen of a list before its set-up has come changes that alone, and the late set-up does not undo it', async () => {
  const say = wordsOf('vi')
  const person = await chain.person({ store: here })
  await chain.ticket(person)
  const choices = { columns: ['title', 'phone'], order: [7, 3] }
  await chain.call('POST', 'saved-view/choices', { by: person, body: { list: 'complaints', choices } })
  const desk = await visit({ by: person })
  const { page } = desk
  const read = Promise.withResolvers<void>()
  await page.route('**/api/saved-view?*', async (route) => {
    const answer = await route.fetch()
    await read.promise
    await route.fulfill({ response: answer })
  })
  // A bare address waits for the view that the list begins with.
  await desk.open('/complaints?sort=due_at')
  await ready(page)
  await page.getByRole('button', { name: say('Columns and density') }).click()
  const kept = page.waitForResponse('**/saved-view/choices')
  await page.getByRole('button', { name: say('Comfortable') }).click()
  await kept
  read.resolve()
  await expect.poll(() => page.getByRole('columnheader').count()).toBeLessThan(5)
  expect(await page.locator('table[data-compact]').count()).toBe(0)
  const { data } = await chain.call<ListSetup>('GET', 'saved-view?list=complaints', { by: person })
  expect(data.choices).toEqual({ ...choices, isCompact: false })
  await desk.leave()
})

describe('Acts on many', () => {
  test('are done for all that match, and say of each that was refused why', async () => {
    const say = wordsOf('vi')
    for (let n = 0; n < 12; n++) await chain.ticket(lead, { title: `Nhiều cái ${n}` })
    const done = await chain.ticket(lead, { title: 'Nhiều cái đã xong' })
    await sql`update complaints set state = 'closed' where id = ${done.id}`.execute(chain.db)
    const desk = await visit({ by: lead })
    const { page } = desk
    await desk.open('/complaints?search=nhieu+cai&perpage=10')
    await ready(page)
    await page.getByRole('checkbox', { name: say('Select all on this page') }).check()
    await page.getByRole('button', { name: say('Select all {{n}} that match', { n: 13 }) }).click()
    await page.getByText(say('All {{n}} that match are selected', { n: 13 })).waitFor()
    await desk.expectAccessible('the selection')
    await page.getByRole('button', { name: say('Assign') }).click()
    await choose(page, 'asked-assignee', `Hàng tươi sống ${say('Department')}`, 'Hàng tươi sống')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Assign') })
      .click()
    const strip = page.getByRole('region', { name: say('Assign') })
    await strip.getByText(say('{{n}} of {{total}} done', { n: 12, total: 13 })).waitFor()
    await strip.getByRole('listitem').filter({ hasText: done.issue_number }).waitFor()
    await expect.poll(() => strip.getByRole('listitem').count()).toBe(1)
    await desk.expectAccessible('the outcome')
    // It waits until somebody has looked, also after the page was closed.
    await page.reload()
    await strip.getByText(say('{{n}} of {{total}} done', { n: 12, total: 13 })).waitFor()
    await strip.getByRole('button', { name: say('Close') }).click()
    await strip.waitFor({ state: 'hidden' })
    await desk.leave()
  })
})

test('assigning many leaves alone what its dialog was not told', async () => {
  const say = wordsOf('vi')
  const [, department] = chain.departments
  const { id, version } = await chain.ticket(lead, { title: 'Giữ người' })
  const held = { assignee: lead.id, cc_departments: [department] }
  await chain.call('POST', `ticket/${id}/assign`, { by: lead, body: { version, ...held } })
  const desk = await visit({ by: lead, expected: [/bulk\/assign/] })
  const { page } = desk
  await desk.open('/complaints?search=giu+nguoi')
  await ready(page)
  await page.locator('tbody tr[data-at]').getByRole('checkbox').check()
  await page.getByRole('button', { name: say('Assign') }).click()
  const submit = page.getByRole('dialog').getByRole('button', { name: say('Assign') })
  await submit.click()
  await page.locator('#field-asked-assignee-error').waitFor()
  await choose(page, 'asked-assignee', `Dịch vụ khách hàng ${say('Department')}`, 'Dịch vụ khách hàng')
  // What could not be sent stays in its dialog.
  await page.route('**/bulk/assign', (route) => route.abort(), { times: 1 })
  await submit.click()
  await page.getByRole('dialog').getByText(say('No connection. Please check the network and try again.')).waitFor()
  await submit.click()
  await page.getByText(say('{{act}}: {{n}} done', { act: say('Assign'), n: 1 })).waitFor()
  const { data } = await chain.call('GET', `ticket/${id}`, { by: lead })
  expect(data).toMatchObject({
    department: { id: chain.departments[0] },
    assignee: { id: lead.id },
    cc_departments: [{ id: department }],
  })
  await desk.leave()
})

test('a vulnerable consumer is marked where the complaint is written, and told of in the list, on the board and in the case', async () => {
  const say = wordsOf('vi')
  const marked = await chain.ticket(lead, { title: 'Cửa kéo quá nặng' })
  const desk = await visit({ by: lead })
  const { page } = desk
  await desk.open(`/complaints/update/${marked.id}`)
  await page.getByLabel(say('Vulnerable consumer')).press('Space')
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  const customer = page.getByRole('region', { name: say('Customer') })
  await customer.getByText(say('Vulnerable consumer')).waitFor()
  await desk.expectAccessible('the case of a vulnerable consumer')
  await desk.open('/complaints?is_vulnerable=true')
  const row = page.getByRole('row').filter({ hasText: 'Cửa kéo quá nặng' })
  await row.getByRole('img', { name: say('Vulnerable consumer') }).waitFor()
  await desk.expectAccessible('a list with a vulnerable consumer')
  await desk.open('/complaints/board?is_vulnerable=true')
  const card = page.locator('[data-card]').filter({ hasText: 'Cửa kéo quá nặng' })
  await card.getByRole('img', { name: say('Vulnerable consumer') }).waitFor()
  await desk.leave()
})

describe('A thousand rows', () => {
  test('draw only those in sight, say which they are, keep the header, and go on paper whole', async () => {
    await sql`insert into complaints (issue_number, title, store, feedback_type, feedback_method, customer_name, phone, content)
      select '9801-' || lpad(n::text, 6, '0'), 'Dòng ' || n, ${chain.stores[1]}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', '<p>x</p>' from generate_series(1, 1000) n`.execute(
      chain.db,
    )
    const desk = await visit({ by: elsewhere })
    const { page } = desk
    await desk.open('/complaints?perpage=1000&sort=issue_number')
    await ready(page)
    const rows = page.locator('tbody tr[data-at]')
    expect(await rows.count()).toBeLessThan(100)
    await expect.poll(() => page.getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
    await page.keyboard.press('j')
    await page.evaluate(() => document.querySelector('table')?.parentElement?.scrollTo({ top: 20_000 }))
    await expect.poll(async () => Number(await rows.first().getAttribute('aria-rowindex'))).toBeGreaterThan(400)
    await expect.poll(() => page.getByRole('columnheader').first().isVisible()).toBe(true)
    await page.keyboard.press('j')
    await page.locator('tr[data-active][data-at="1"]').waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    await expect.poll(() => rows.count()).toBe(1000)
    await expect.poll(() => rows.first().getByRole('checkbox').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect.poll(() => rows.count()).toBeLessThan(100)
    await desk.leave()
  })
})

describe('With the keyboard alone', () => {
  test('a handler signs in, finds, opens, assigns, comments, completes, and goes on to the next', async () => {
    const say = wordsOf('vi')
    const wanted = await chain.ticket(lead, { title: 'Bàn phím một' })
    const next = await chain.ticket(lead, { title: 'Bàn phím hai' })
    const handler = await visit()
    const { page } = handler
    const { keyboard } = page
    await handler.open('/complaints')
    await page.getByLabel(say('E-mail')).waitFor()
    await page.getByLabel(say('E-mail')).focus()
    await keyboard.type(lead.email)
    await keyboard.press('Tab')
    await keyboard.type(PASSWORD)
    await keyboard.press('Enter')
    await ready(page)
    await keyboard.press('?')
    await page.getByRole('dialog', { name: say('Keys') }).waitFor()
    await handler.expectAccessible('the keys')
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await keyboard.press('/')
    await page.locator('input[type=search]:focus').waitFor()
    await keyboard.type('ban phim')
    await keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('search') === 'ban phim')
    await keyboard.press('Escape')
    await page.locator('tr[data-at]').filter({ hasText: 'Bàn phím một' }).waitFor()
    await expect.poll(() => page.locator('tr[data-at]').count()).toBe(2)
    await keyboard.press('j')
    await keyboard.press('j')
    await keyboard.press('k')
    const first = await page.locator('tr[data-active]').innerText()
    const [one, two] = first.includes('Bàn phím một') ? [wanted, next] : [next, wanted]
    await keyboard.press('Enter')
    await page.waitForURL(`**/complaints/view/${one.id}`)
    await page.getByRole('button', { name: say('Assign'), exact: true }).waitFor()
    await keyboard.press('a')
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-asked-assignee')
    await keyboard.type(lead.name)
    await keyboard.press('Enter')
    await expect.poll(() => page.locator('#field-asked-assignee').inputValue()).toBe(lead.name)
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => stateOf(one)).toBe('processing')
    await keyboard.press('c')
    await focused(page.getByRole('textbox', { name: say('Comment') }))
    await keyboard.type('Đã gọi cho khách')
    await keyboard.press('Control+Enter')
    await page.getByRole('article').getByText('Đã gọi cho khách').waitFor()
    await untilFocused(page, 'Shift+Tab', say('Complete'))
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-asked-solution')
    await keyboard.press('ArrowDown')
    await page.locator('[role=option][data-combobox-selected]').waitFor()
    await keyboard.press('Enter')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await keyboard.press('Tab')
    await keyboard.type('Kệ hàng')
    await keyboard.press('Tab')
    await keyboard.type('Đã xin lỗi khách')
    await untilFocused(page, 'Tab', say('Complete'))
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => stateOf(one)).toBe('completed')
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    )
    await keyboard.press('j')
    await page.waitForURL(`**/complaints/view/${two.id}`)
    await page.getByRole('heading', { name: two.title }).waitFor()
    await handler.leave()
  })
})

test('the row the keys stand on stays that complaint while others arrive, and is left with the question', async () => {
  await chain.ticket(lead, { title: 'Con trỏ một' })
  await chain.ticket(lead, { title: 'Con trỏ hai' })
  const desk = await visit({ by: lead })
  const { page } = desk
  const listening = page.waitForResponse('**/api/stream')
  await desk.open('/complaints?search=con+tro')
  await ready(page)
  await listening
  await page.keyboard.press('j')
  const active = page.locator('tr[data-active]')
  await active.filter({ hasText: 'Con trỏ hai' }).waitFor()
  const third = await chain.ticket(lead, { title: 'Con trỏ ba' })
  await page.locator('tr[data-at="0"]').filter({ hasText: third.title }).waitFor()
  await page.keyboard.press('x')
  await page.locator('tr[data-selected]').filter({ hasText: 'Con trỏ hai' }).waitFor()
  await expect.poll(() => active.getAttribute('data-at')).toBe('1')
  await desk.go('/complaints?search=con+tro&sort=issue_number')
  await page.locator('tr[data-at="0"]').filter({ hasText: 'Con trỏ một' }).waitFor()
  await expect.poll(() => active.count()).toBe(0)
  await desk.leave()
})

/** Walks with the Tab key to the button of a name. */
async function untilFocused(page: Page, key: 'Tab' | 'Shift+Tab', name: string): Promise<void> {
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      const now = document.activeElement
      return now instanceof HTMLButtonElement ? (now.ariaLabel ?? now.innerText).trim() : ''
    })
    if (focused === name) return
  }
  throw new Error(`The keyboard does not reach ${name}`)
}

describe.each<Language>(['en'])('The board by keyboard, in %s', (lang) => {
  test('a card is moved along its steps; what is missing is asked for, and what is forbidden says why', async () => {
    const say = wordsOf(lang)
    const ticket = await chain.ticket(lead, { title: `Thẻ ${lang}` })
    const desk = await visit({ by: lead, lang })
    const { page } = desk
    await desk.open(`/complaints/board?search=${encodeURIComponent(`the ${lang}`)}`)
    const card = page.locator(`[data-card="${ticket.id}"]`)
    await card.waitFor()
    await card.focus()
    await page.keyboard.press('m')
    await page
      .getByRole('menuitem', { name: say('Overdue') })
      .getByText(say('Becomes overdue automatically'))
      .waitFor()
    await desk.expectAccessible('the moves of a card')
    const done = page.getByRole('menuitem', { name: say('Completed') })
    for (let n = 0; n < 40 && !(await done.evaluate((one) => one === document.activeElement)); n++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-asked-solution')
    await page.keyboard.press('ArrowDown')
    await page.locator('[role=option][data-combobox-selected]').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await page.keyboard.press('Tab')
    await page.keyboard.type('Kệ hàng')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Đã xin lỗi')
    await untilFocused(page, 'Tab', say('Complete'))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.locator('[data-column="completed"]').locator(`[data-card="${ticket.id}"]`).waitFor()
    await expect.poll(() => stateOf(ticket)).toBe('completed')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-card')))
      .toBe(String(ticket.id))
    await desk.expectAccessible('the board')
    await desk.leave()
  })
})

/** Moves the pointer over a column, in steps as a hand does. */
async function moveOver(page: Page, column: Locator): Promise<void> {
  const box = await column.boundingBox()
  if (!box) throw new Error('The column is not there')
  await page.mouse.move(box.x + 60, box.y + 160, { steps: 6 })
  await page.mouse.move(box.x + 66, box.y + 170, { steps: 2 })
}

describe('The board by mouse', () => {
  test('a held card shows where it may go and why not elsewhere, and asks for who is to handle it', async () => {
    const say = wordsOf('vi')
    const ticket = await chain.ticket(lead, { title: 'Kéo thẻ này' })
    const desk = await visit({ by: lead })
    const { page } = desk
    await desk.open('/complaints/board?search=keo+the+nay')
    const card = page.locator(`[data-card="${ticket.id}"]`)
    await card.waitFor()
    const column = (id: string) => page.locator(`[data-column="${id}"]`)
    await card.hover({ position: { x: 40, y: 20 } })
    await page.mouse.down()
    await moveOver(page, column('reopened'))
    await expect.poll(() => column('reopened').getAttribute('data-verdict')).toBe('forbidden')
    await column('reopened').getByText(say('Not possible from here')).waitFor()
    await expect.poll(() => column('processing').getAttribute('data-verdict')).toBe('allowed')
    await moveOver(page, column('processing'))
    await page.mouse.up()
    await page.locator('#field-asked-assignee').waitFor()
    await expect.poll(() => page.locator('#field-asked-assignee').inputValue()).toBe(lead.name)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Assign') })
      .click()
    await column('processing').locator(`[data-card="${ticket.id}"]`).waitFor()
    await expect.poll(() => stateOf(ticket)).toBe('processing')
    await desk.leave()
  })

  test('a card whose move is refused stands where it stood, and so do the counts', async () => {
    const say = wordsOf('vi')
    const [here, there] = chain.departments
    const ticket = await chain.ticket(lead, { title: 'Chuyển hụt', department: here })
    const other = await chain.ticket(lead, { title: 'Chuyển hụt nữa', department: there })
    const desk = await visit({ by: lead, expected: [/409/] })
    const { page } = desk
    await desk.open('/complaints/board?by=department&search=chuyen+hut')
    const column = (id: number) => page.locator(`[data-column="${id}"]`)
    const card = (of: Locator) => of.locator(`[data-card="${ticket.id}"]`)
    await card(column(here)).waitFor()
    await column(there).locator(`[data-card="${other.id}"]`).waitFor()
    // Somebody else was quicker, and the board was not told.
    await sql`update complaints set version = version + 1 where id = ${ticket.id}`.execute(chain.running.context.db)
    await page.route('**/assign', async (route) => {
      await card(column(there)).waitFor()
      await column(there).getByText('2', { exact: true }).waitFor()
      await route.continue()
    })
    await card(page.locator('body')).locator('[data-move]').click()
    await page.getByRole('menuitem', { name: 'Hàng tươi sống' }).click()
    await page.getByText(say('Try again')).waitFor()
    await card(column(here)).waitFor()
    await column(here).getByText('1', { exact: true }).waitFor()
    await column(there).getByText('1', { exact: true }).waitFor()
    await desk.leave()
  })

  /** Sixty complaints of one name and department, as a busy day leaves them; loaded to the last by scrolling. */
  async function openLongColumn(name: string, number: string, board: string, column: number | string) {
    await sql`insert into complaints (issue_number, title, store, department, feedback_type, feedback_method, customer_name, phone, content)
      select ${number}::text || '-' || lpad(n::text, 6, '0'), ${name}::text || ' ' || n, ${chain.stores[0]}, ${chain.departments[1]}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', '<p>x</p>' from generate_series(1, 60) n`.execute(
      chain.db,
    )
    const desk = await visit({ by: lead })
    const listening = desk.page.waitForResponse('**/api/stream')
    await desk.open(board)
    await listening
    const long = desk.page.locator(`[data-column="${column}"]`)
    await long.getByText('60', { exact: true }).waitFor()
    const cards = long.locator('[data-card]')
    await cards.first().waitFor()
    expect(await cards.count()).toBeLessThan(60)
    await expect
      .poll(async () => {
        await cards.last().scrollIntoViewIfNeeded()
        return cards.count()
      })
      .toBe(60)
    return { desk, page: desk.page, long, cards }
  }
  const idsOf = (cards: Locator) =>
    cards.evaluateAll((all) => all.map((card) => Number(card.getAttribute('data-card'))))

  test('columns load on as they scroll, their counts are of all, and others’ changes arrive', async () => {
    const say = wordsOf('vi')
    const board = '/complaints/board?by=department&search=cot+dai'
    const { desk, page, long, cards } = await openLongColumn('Cột dài', '9601', board, chain.departments[1])
    const [first = 0, ...others] = await idsOf(cards)
    await chain.call('POST', `ticket/${first}/complete`, {
      by: lead,
      body: { version: 1, solution: 'apology', origin: 'x', comment: 'y' },
    })
    await long.getByText('59', { exact: true }).waitFor()
    await expect.poll(() => idsOf(cards)).toEqual(others)
    await page.getByText(say('By status')).click()
    await page.waitForURL((url) => !url.searchParams.has('by'))
    await page.locator('[data-column="new"]').getByText('59', { exact: true }).waitFor()
    await desk.go('/complaints/board?search=khong+co+the+nay')
    await page.getByRole('button', { name: say('Clear search and filters') }).click()
    await page.locator('[data-column="new"] [data-card]').first().waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await desk.leave()
  })

  test('a burst of changes costs one small reading, not all pages, once the card in hand is let go', async () => {
    const { desk, page, long, cards } = await openLongColumn(
      'Dồn dập',
      '9602',
      '/complaints/board?search=don+dap',
      'new',
    )
    const ids = await idsOf(cards)
    const told = await listenIn(page)
    const asked: URL[] = []
    page.on('request', (request) => asked.push(new URL(request.url())))
    await cards.nth(20).hover({ position: { x: 40, y: 20 } })
    await page.mouse.down()
    await moveOver(page, page.locator('[data-column="reopened"]'))
    await page.locator('[data-dragging="true"]').waitFor()
    const begun = ids.slice(2, 14)
    for (const id of begun) await chain.call('POST', `ticket/${id}/start`, { by: colleague, body: { version: 1 } })
    const { id: late } = await chain.ticket(colleague, { title: 'Dồn dập thêm' })
    await expect.poll(told).toEqual([...begun, late].toSorted((a, b) => a - b))
    const readings = () => asked.filter(({ pathname }) => pathname === '/api/ticket')
    expect(readings()).toEqual([])
    await page.mouse.up()
    await long.getByText('49', { exact: true }).waitFor()
    await page.locator('[data-column="processing"]').getByText('12', { exact: true }).waitFor()
    const read = () =>
      readings()
        .flatMap(({ searchParams }) => searchParams.getAll('id').map(Number))
        .toSorted((a, b) => a - b)
    await expect.poll(read).toEqual(await told())
    expect(readings().filter(({ searchParams }) => searchParams.has('page'))).toEqual([])
    expect(readings().length).toBeLessThan(3)
    await expect
      .poll(() => asked.filter(({ pathname }) => pathname === '/api/board/columns').length)
      .toBe(readings().length)
    // The same cards in the same order as if everything had been read again, though the counts may be there before them.
    await expect.poll(() => idsOf(cards)).toEqual([late, ...ids.filter((id) => !begun.includes(id))])
    await expect.poll(() => idsOf(page.locator('[data-column="processing"] [data-card]'))).toEqual(begun)
    await desk.leave()
  })

  test('a card that the columns count before the board is told of it is laid out as soon as it is', async () => {
    const { desk, page, long, cards } = await openLongColumn(
      'Đếm trước',
      '9603',
      '/complaints/board?search=dem+truoc',
      'new',
    )
    const processing = page.locator('[data-column="processing"]')
    const begun = (await idsOf(cards)).slice(2, 14)
    const [last = 0, ...others] = begun.toReversed()
    const told = await listenIn(page)
    const start = (id: number) => chain.call('POST', `ticket/${id}/start`, { by: colleague, body: { version: 1 } })
    await cards.nth(20).hover({ position: { x: 40, y: 20 } })
    await page.mouse.down()
    await moveOver(page, page.locator('[data-column="reopened"]'))
    await page.locator('[data-dragging="true"]').waitFor()
    for (const id of others) await start(id)
    await expect.poll(told).toEqual(others.toSorted((a, b) => a - b))
    // The board asks for what it was told of; one more changes before the columns are counted.
    const count = async (route: Route) => {
      await start(last)
      await route.continue()
    }
    await page.route('**/api/board/columns?*', count, { times: 1 })
    await page.mouse.up()
    await processing.getByText('12', { exact: true }).waitFor()
    await expect.poll(() => idsOf(processing.locator('[data-card]'))).toEqual(begun)
    await long.getByText('48', { exact: true }).waitFor()
    await desk.leave()
  })
})

/** Which complaints the server has told this page of, as it passes them on to other tabs. */
async function listenIn(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const told = new Set<number>()
    Object.assign(window, { told })
    new BroadcastChannel('live').onmessage = ({ data }) => {
      if (data.event === 'record-changed') told.add(JSON.parse(data.data).id)
    }
  })
  return () => page.evaluate(() => [...(window as unknown as { told: Set<number> }).told].sort((a, b) => a - b)) // put there above
}
