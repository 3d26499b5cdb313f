import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { focused, slowed, startBrowser, type Visitor, wordsOf } from '../setup/browser/browser.ts'
import { holdRequests } from '../setup/browser/held-requests.ts'
import { startChain } from '../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const service = await chain.person({ role: 'Customer service' })
const [store, elsewhere] = chain.stores

const box = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const option = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name })

/** Opens the search of the top bar, and waits until it offers something. */
async function search(page: Page, words = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await box(page).waitFor()
  if (words) await box(page).fill(words)
  await page.getByRole('dialog').getByRole('option').first().waitFor()
}

async function read({ page, go }: Visitor, path: string, title: string): Promise<void> {
  await go(path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** Waits until a window has nothing left to do. */
const atRest = (page: Page) => page.evaluate(() => new Promise((done) => requestIdleCallback(done)))

test('before a word the search offers what was opened last, and one press leads back', async () => {
  const say = wordsOf('vi')
  const one = await chain.ticket(service, { title: 'Mở trước tiên', store })
  const other = await chain.ticket(service, { title: 'Mở sau cùng', store: elsewhere })
  // Signing out ends their session for good.
  const leaving = await chain.person({ role: 'Customer service' })
  const desk = await visit({ by: leaving })
  const { page } = desk
  await desk.open(`/complaints/view/${one.id}`)
  await page.getByRole('heading', { level: 1, name: one.title }).waitFor()
  await read(desk, `/stores/view/${store}`, 'Siêu thị Cầu Giấy')
  await read(desk, `/complaints/view/${other.id}`, other.title)

  // Where one is says nothing new: the one before it is the first.
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/search')) asked.push(pathname)
  })
  await search(page)
  const recent = page.getByRole('group', { name: say('Opened last') })
  await expect.poll(() => recent.getByRole('option').count()).toBe(2)
  expect(asked).toEqual(['/api/search/opened'])
  const [first, second] = await recent.getByRole('option').allInnerTexts()
  expect(first).toContain('Siêu thị Cầu Giấy')
  expect(second).toContain('Mở trước tiên')
  expect(second).toContain(one.issue_number)
  // How it stands, where, whose.
  for (const words of [say('New'), 'Trần Thu Hà']) expect(second).toContain(words)
  await expect
    .poll(() => page.getByRole('dialog').getByRole('option').first().getAttribute('aria-selected'))
    .toBe('true')
  await desk.expectAccessible('what was opened last')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/complaints/view/${one.id}`)

  // The browser keeps where they were, and nothing of what they say; it goes as they sign out.
  const kept = () =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([name]) => name.startsWith('opened:'))
        .map(([, value]) => String(value)),
    )
  await expect
    .poll(kept)
    .toEqual([JSON.stringify([`complaints:${one.id}`, `complaints:${other.id}`, `stores:${store}`])])
  await page.getByRole('button', { name: `${say('Account')}: ${leaving.name}` }).click()
  await page.getByRole('button', { name: say('Logout') }).click()
  await page.waitForURL('**/login**')
  await expect.poll(kept).toEqual([])
  await desk.leave()
})

test('what lies in the trash by now is no longer offered', async () => {
  const gone = await chain.ticket(service, { title: 'Sắp vào thùng rác' })
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open(`/complaints/view/${gone.id}`)
  await page.getByRole('heading', { level: 1, name: gone.title }).waitFor()
  await read(desk, `/stores/view/${store}`, 'Siêu thị Cầu Giấy')
  await chain.call('POST', `ticket/${gone.id}/trash`, { by: service, body: { version: gone.version } })
  await desk.go('/stores')
  await page.locator('tbody tr[data-at]').first().waitFor()
  await search(page)
  const recent = page.getByRole('group', { name: wordsOf('vi')('Opened last') }).getByRole('option')
  await expect.poll(() => recent.count()).toBe(1)
  await expect.poll(() => recent.first().innerText()).toContain('Siêu thị Cầu Giấy')
  await desk.leave()
})

test('acts are found in any of the three languages, without accents, and by the words people have for them', async () => {
  const ticket = await chain.ticket(service, { title: 'Nhiều thứ tiếng', assignee: service.id })
  const desk = await visit({ by: service, lang: 'ko' })
  const { page } = desk
  const say = wordsOf('ko')
  const words: string[] = []
  page.on('request', (request) => {
    const file = /\/assets\/(vi-[\w-]+\.js)/.exec(request.url())?.[1]
    if (file) words.push(file)
  })
  await desk.open(`/complaints/view/${ticket.id}`)
  await page.getByRole('heading', { level: 1, name: ticket.title }).waitFor()
  await search(page)
  // The other languages come with the first letter.
  expect(words).toEqual([])
  for (const typed of ['hoan thanh', 'HOÀN THÀNH', 'complete', 'finish', 'giai quyet', say('Complete')]) {
    await box(page).fill(typed)
    await option(page, new RegExp(`^${say('Complete')}`))
      .first()
      .waitFor()
  }
  await box(page).fill('uu tien cao')
  await option(page, `${say('Priority')}: ${say('High')}`).waitFor()
  await box(page).fill('nguoi dung')
  await option(page, new RegExp(`^${say('Users')}`))
    .first()
    .waitFor()
  await box(page).fill('tao cua hang')
  await expect.poll(() => option(page, /./).count()).toBeLessThan(30)
  await box(page).fill('hoan thanh')
  await option(page, new RegExp(`^${say('Complete')}`))
    .first()
    .waitFor()
  await desk.expectAccessible('an act found in another language')
  await option(page, new RegExp(`^${say('Complete')}`))
    .first()
    .click()
  await page.getByRole('dialog', { name: new RegExp(say('Complete')) }).waitFor()
  await page.keyboard.press('Escape')
  await desk.leave()
})

test.each([
  ['overdue s01', 'en'],
  ['quá hạn s01', 'vi'],
  ['trễ hạn S01', 'ko'],
] as const)('“%s” opens what is overdue at that store, in %s', async (typed, lang) => {
  const desk = await visit({ by: service, lang })
  const { page } = desk
  await desk.open('/stores')
  await page.locator('tbody tr[data-at]').first().waitFor()
  await search(page, typed)
  const lists = page.getByRole('group', { name: wordsOf(lang)('Filtered lists') }).getByRole('option')
  const wanted = lists
    .filter({ hasText: 'Cầu Giấy' })
    .filter({ hasText: wordsOf(lang)('Complaints') })
    .first()
  await wanted.click()
  await page.waitForURL(`**/complaints/overdue?store=${store}`)
  await page.getByRole('navigation', { name: wordsOf(lang)('Status') }).waitFor()
  await desk.leave()
})

test('what the arrows have reached stays marked when lists come late, and Enter opens it', async () => {
  const desk = await visit({ by: service })
  const { page } = desk
  const late = await holdRequests(page, '**/api/assistant/lists?*')
  await desk.open('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await search(page, 'qua han')
  await page.keyboard.press('ArrowDown')
  const marked = page.getByRole('dialog').getByRole('option', { selected: true })
  const before = await marked.innerText()
  late()
  await page.getByRole('group', { name: wordsOf('vi')('Filtered lists') }).waitFor()
  expect(await marked.innerText()).toBe(before)
  await desk.leave()
})

test('Enter right after a number opens the complaint of that number, also where another was found before', async () => {
  const one = await chain.ticket(service, { title: 'Số thứ nhất' })
  const other = await chain.ticket(service, { title: 'Số thứ hai' })
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open('/stores')
  await page.locator('tbody tr[data-at]').first().waitFor()
  await page.route('**/api/search?*', async (route) => {
    await page.waitForTimeout(300)
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await box(page).fill(one.issue_number)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/complaints/view/${one.id}`)
  await desk.go('/stores')
  await page.locator('tbody tr[data-at]').first().waitFor()
  await page.keyboard.press('Control+k')
  await box(page).fill(one.issue_number)
  await option(page, /Số thứ nhất/).waitFor()
  await box(page).fill(other.issue_number)
  await expect.poll(() => option(page, /Số thứ nhất/).count()).toBe(0)
  await box(page).fill(one.issue_number)
  await option(page, /Số thứ nhất/).waitFor()
  await box(page).fill(other.issue_number)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/complaints/view/${other.id}`)
  await desk.leave()
})

test('what is typed right after Ctrl+K stands in the box, on a slow line too, and the focus goes back to where it was', async () => {
  const say = wordsOf('vi')
  const desk = await visit({ by: service })
  const { page } = desk
  await slowed(page, /search-dialog/)
  await desk.open('/stores')
  await page.locator('tbody tr[data-at]').first().waitFor()
  const menu = page.getByRole('button', { name: say('Menu'), exact: true })
  await menu.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cxau giay', { delay: 100 })
  await focused(box(page))
  await page.keyboard.type(' s01', { delay: 30 })
  await expect.poll(() => box(page).inputValue()).toBe('cxau giay s01')
  await page.keyboard.press('Escape')
  await focused(menu)
  await page.keyboard.press('Control+k')
  await focused(box(page))
  expect(await box(page).inputValue()).toBe('')
  await desk.leave()
})

test('Escape gives up the keys of a page whose acts are not known yet, and what is typed meanwhile is no key of it', async () => {
  await chain.ticket(service, { title: 'Chưa biết làm gì được', store })
  const desk = await visit({ by: service })
  const { page } = desk
  const bringKeys = await holdRequests(page, /keys-help/)
  const bringActs = await holdRequests(page, /general-acts/)
  await desk.open('/complaints')
  await page.locator('tbody tr[data-at]').first().waitFor()
  const dialog = page.getByRole('dialog')
  const typed = dialog.getByRole('textbox')
  await page.keyboard.press('?')
  await focused(typed)
  const first = await typed.elementHandle()
  bringKeys()
  await page.waitForFunction((one) => !one?.isConnected, first)
  await focused(typed)
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  bringActs()
  await atRest(page)
  expect(await dialog.count()).toBe(0)
  await desk.leave()
})

test('every word that was typed is marked, where it begins a word', async () => {
  await chain.ticket(service, { title: 'Chê nhân viên đứng đông ở Hà Đông', customer_name: 'Vũ Minh', store })
  const desk = await visit({ by: service })
  const { page } = desk
  await desk.open('/stores')
  await page.locator('tbody tr[data-at]').first().waitFor()
  await search(page, 'hà đông')
  const marks = option(page, /Chê nhân viên/).locator('mark')
  await expect.poll(() => marks.allInnerTexts()).toEqual(['đông', 'Hà', 'Đông'])
  await desk.leave()
})
