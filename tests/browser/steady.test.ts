import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose, type Device, focused, startBrowser, type Visit, wordsOf } from '../setup/browser/browser.ts'
import { holdRequests } from '../setup/browser/held-requests.ts'
import { startChain } from '../setup/chain.ts'
import { drawsOf } from '../setup/draws/draws.ts'
import { listen } from '../setup/http/listen.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const say = wordsOf('vi')
const admin = await chain.person()
const [store] = chain.stores

for (let n = 0; n < 24; n++)
  await chain.ticket(admin, { title: `Giá trên kệ khác giá tại quầy ${n}`, phone: `09123456${10 + n}` })
// Something of everything that a case shows: an earlier one of the customer, words, a task, who was told.
const ticket = await chain.ticket(admin, { title: 'Sữa hết hạn', phone: '0912345610', assignee: admin.id })
await chain.call('POST', `ticket/${ticket.id}/comment`, { by: admin, body: { body: '<p>Đã gọi khách.</p>' } })
await chain.call('POST', 'task', {
  by: admin,
  body: { title: 'Kiểm tra lô sữa', priority: 'normal', store, processors: [admin.id], complaint: ticket.id },
})
await sql`update complaints set due_at = now() - interval '3 hours' where id % 4 = 0`.execute(chain.db)

interface View {
  path: string
  /** What is there once it has what it asked for first. */
  ready: string
}
const CASE: View = { path: `/complaints/view/${ticket.id}`, ready: 'main aside' }
const LIST: View = { path: '/complaints', ready: 'main a[href*="/complaints/view/"]' }
const DASHBOARD: View = { path: '/dashboard', ready: 'a[data-line]' }
const OFFICE: readonly View[] = [
  { path: '/complaints/board', ready: '[data-card]' },
  { path: '/complaints/create', ready: '#field-title' },
  { path: '/report/by-stores', ready: 'main tfoot' },
  { path: '/report/by-month', ready: 'main tfoot' },
  { path: '/stores', ready: 'main a[href*="/stores/view/"]' },
  // Registers that lead to what waits, and the figures of two modules on one page.
  { path: '/vat-info', ready: 'main search' },
  { path: '/goods-delivery', ready: 'main search' },
  { path: '/orders/reports/by-month', ready: 'main tfoot' },
]
const VIEWS: readonly [Device, readonly View[]][] = [
  ['desktop', [CASE, LIST, DASHBOARD, ...OFFICE]],
  ['tablet across', [CASE, LIST]],
  ['phone', [CASE, LIST, DASHBOARD]],
]

/** A slow line: whatever comes later than the press that asked for it has to find its room kept. */
const LINE = { offline: false, latency: 120, downloadThroughput: 2_000_000, uploadThroughput: 500_000 }

async function visitSlowly(how: Visit) {
  const visitor = await visit(how)
  const line = await visitor.context.newCDPSession(visitor.page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', LINE)
  return visitor
}

test.each(VIEWS)(
  'what people open all day stands still while it loads on a slow line, on a %s',
  async (device, views) => {
    const visitor = await visitSlowly({ device, by: admin })
    const { page } = visitor
    const isQuiet = followRequests(page)
    for (const { path, ready } of views) {
      await visitor.open(path)
      await page.locator(ready).first().waitFor({ state: 'attached' })
      await isQuiet()
    }
    expect(visitor.shifts()).toEqual([])
    await visitor.leave()
  },
)

test('the letters are there before what is written with them: a row of events to choose from does not break anew', async () => {
  const { released, desk } = await drawsOf(chain)
  for (const name of ['Hè vui', 'Vui Tết Đinh Mùi', 'Quay Tết', 'Nồi cuối'])
    for (let n = 0; n < 3; n++) await released({ name })
  const visitor = await visitSlowly({ device: 'phone', lang: 'ko', by: desk })
  const { page } = visitor
  const isQuiet = followRequests(page)
  await visitor.open('/gift-card-events/desk')
  await page.getByRole('radio').last().waitFor()
  await isQuiet()
  expect(visitor.shifts()).toEqual([])
  await visitor.leave()
})

test('what happens while a page opens is on it, however late its stream of events begins', async () => {
  const { page, open, leave } = await visit({ by: admin })
  const late = await holdRequests(page, '**/api/stream')
  await open(LIST.path)
  await page.locator(LIST.ready).first().waitFor()
  const witness = await listen(chain.url, admin.token)
  const { id } = await chain.ticket(admin, { title: 'Nước mắm đổ ra kệ' })
  await expect.poll(() => witness.events.some(({ data }) => data.ticket?.id === id)).toBe(true)
  witness.close()
  late()
  await page.getByText('Nước mắm đổ ra kệ').first().waitFor()
  await leave()
})

test('a part fetched ahead that does not come takes nothing from the person, one in sight loads the page anew', async () => {
  const { page, open, leave } = await visit({ by: admin, expected: [/ERR_FAILED/, /dynamically imported/] })
  const mark = () => page.evaluate(() => Reflect.set(window, 'mark', true))
  const isMarked = () => page.evaluate(() => Reflect.has(window, 'mark'))
  await page.route(/assets\/camera-/, (route) => route.abort())
  const answered = page.waitForResponse('**/healthz')
  const failed = page.waitForEvent('requestfailed', (one) => /camera-/.test(one.url()))
  await open('/product-promotions/create')
  await mark()
  await Promise.all([failed, answered])
  await page.locator('#field-product_name').fill('Bánh')
  await page.waitForTimeout(300)
  expect(await isMarked()).toBe(true)

  const button = page.getByRole('button', { name: say('Read with the camera') })
  const reloaded = page.waitForEvent('load')
  await button.click()
  await reloaded
  await button.waitFor()
  expect(await isMarked()).toBe(false)
  await leave()
})

test('a list shows what is new also while more happens before each of its slow answers', async () => {
  const { page, open, leave } = await visit({ by: admin })
  await open(LIST.path)
  await page.locator(LIST.ready).first().waitFor()
  await page.route(/\/api\/ticket\?/, async (route) => {
    await page.waitForTimeout(900)
    await route.continue()
  })
  let isOn = true
  const first = await chain.ticket(admin, { title: 'Bắt đầu một đợt' })
  const more = (async () => {
    while (isOn) await chain.call('POST', `ticket/${first.id}/comment`, { by: admin, body: { body: '<p>Thêm</p>' } })
  })()
  await page.getByText('Bắt đầu một đợt').first().waitFor()
  isOn = false
  await more
  await page.unrouteAll({ behavior: 'wait' })
  await leave()
})

/** Longer than a press explains what moves (500 ms). */
const LATE_MS = 800

test.each<[Device]>([['phone'], ['zoomed']])(
  'a form that the server refuses late stays where it is, and the focus goes to the field, on a %s',
  async (device) => {
    const visitor = await visit({ device, by: admin, expected: [/status of (409|422)/] })
    const { page } = visitor
    await visitor.open('/stores/create')
    await page.locator('#field-code').fill('S01')
    await page.locator('#field-name').fill('Siêu thị trùng mã')
    await choose(page, 'manager', admin.name)
    await page.route('**/api/store', async (route) => {
      await page.waitForTimeout(LATE_MS)
      await route.continue()
    })
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    await page.locator('#field-code-error').waitFor()
    await focused(page.locator('#field-code'))
    // What has moved is told with the next frames.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(visitor.shifts()).toEqual([])
    await visitor.leave()
  },
)

test('the public form stands still however many kinds of complaint there are, on a slow line', async () => {
  for (const kinds of [3, 100]) {
    await sql`update ticket_types set active = (id in (select t.id from ticket_types t order by t.position, t.id limit ${kinds}))`.execute(
      chain.db,
    )
    const visitor = await visitSlowly({ device: 'phone' })
    const { page } = visitor
    const isQuiet = followRequests(page)
    await visitor.open('/feedback?store=S01')
    await page.locator('.type input').first().waitFor({ state: 'attached' })
    await isQuiet()
    expect(visitor.shifts()).toEqual([])
    await visitor.leave()
  }
})

test('something that comes between, and pushes down what is read, is noticed by its name', async () => {
  const visitor = await visit({ by: admin })
  const { page } = visitor
  await visitor.open(LIST.path)
  await page.locator(LIST.ready).first().waitFor()
  await page.evaluate(() => {
    const notice = document.createElement('div')
    notice.style.height = '300px'
    document.querySelector('main')?.prepend(notice)
  })
  await expect.poll(() => visitor.shifts().join()).toMatch(/layout shift 0\.[1-9].* on \/complaints: .*→/)
  await visitor.leave()
})

/** What comes asks for more in its turn: over is when nothing is open, and nothing was asked for since. */
function followRequests(page: Page): () => Promise<void> {
  let asked = 0
  const open = new Set<object>()
  page.on('request', (request) => {
    asked += 1
    // The live events of the shell never end.
    if (!request.url().endsWith('/api/stream')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    for (let before = -1; before !== asked || open.size > 0; await page.waitForTimeout(500)) before = asked
  }
}

/** Runs in the page: of ten texts within one another, which was hidden with the outermost and is shown again, the innermost's visibility. */
function innermostShownAgain(): string {
  const outermost = document.body.appendChild(document.createElement('div'))
  let innermost: HTMLElement = outermost
  for (let depth = 0; depth < 10; depth += 1) innermost = innermost.appendChild(document.createElement('span'))
  outermost.style.visibility = 'hidden'
  const before = getComputedStyle(innermost).visibility
  outermost.style.visibility = 'visible'
  const after = getComputedStyle(innermost).visibility
  outermost.remove()
  return `${before}, then ${after}`
}

test.each(['/backoffice/login', '/feedback'])(
  'who asks for less motion sees what was hidden at once, to its innermost word, at %s',
  async (path) => {
    const guest = await visit()
    await guest.open(path)
    await guest.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await guest.page.evaluate(innermostShownAgain)).toBe('hidden, then visible')
    await guest.leave()
  },
)
