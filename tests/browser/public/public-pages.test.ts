import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startBrowser } from '../../setup/browser/browser.ts'
import { startChain, type Ticket } from '../../setup/chain.ts'
import { drawnEvent } from '../../setup/draws/drawn-event.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8')
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

const chain = await startChain()
const { browser } = await startBrowser(chain)
const admin = await chain.person()
const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c33' } })
  .jpeg()
  .toBuffer()

/** A phone of its own, with nothing kept from another. */
async function open(path: string, language = 'en', options: BrowserContextOptions = PHONE): Promise<Page> {
  const context = await browser.newContext(options)
  await context.addCookies([{ name: 'lang', value: language, domain: '127.0.0.1', path: '/' }])
  const page = await context.newPage()
  await page.goto(new URL(path, chain.url).href)
  return page
}

async function fillIn(page: Page, content: string): Promise<void> {
  await page.getByRole('radio').first().check()
  await page.fill('[name=content]', content)
  await page.fill('[name=customer_name]', 'Trần Thu Hà')
  await page.fill('[name=phone]', '0912 345 678')
  await page.check('[name=agreed]')
}

const addPhoto = (page: Page) =>
  page.locator('input[type=file][multiple]').setInputFiles({ name: 'shelf.jpg', mimeType: 'image/jpeg', buffer: photo })

const ticketsSaying = async (words: string) =>
  (
    await chain.call<{ data: (Ticket & { attachments?: unknown[] })[] }>(
      'GET',
      `ticket?search=${encodeURIComponent(words)}`,
      { by: admin },
    )
  ).data.data

test('a chain of another time zone tells its moments by its own clocks', async () => {
  const abroad = await startChain({ APP_TIMEZONE: 'Asia/Seoul' })
  const stores = abroad.stores.map((id) => ({ id, code: `S${id}` }))
  const { id: staff } = await abroad.person()
  await drawnEvent(abroad.db, abroad.running.context.config.keys, {
    ...{ code: 'SEOUL', name: 'Seoul', draws: 1, stores, staff, days: 20 },
    from: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
  })
  const page = await open(`${abroad.url}/gift-event/SEOUL`)
  await page.getByText(/^Running until [\d/]+ 02:00$/).waitFor()
  await page.context().close()
})

test('the language that an address asks for stays, on the pages after it and in what the server answers', async () => {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const langAt = async (path: string) => {
    await page.goto(chain.url + path)
    return page.locator('html').getAttribute('lang')
  }
  expect(await langAt('/feedback?lang=ko')).toBe('ko')
  expect(await langAt('/member-registration')).toBe('ko')
  expect(await langAt('/feedback?lang=fr')).toBe('ko')
  expect(await langAt('/backoffice/login?lang=en')).toBe('en')
  await page.fill('[name=email]', 'nobody@chain.example')
  await page.fill('[name=password]', 'Not the password')
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/login'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect((await (await answered).json()).ErrorDescription).toBe('The e-mail or the password is not right.')
  expect(await langAt('/feedback')).toBe('en')
  await context.close()
})

test('whose session was ended elsewhere comes to the form that they opened, and whoever is signed in to the back office', async () => {
  const someone = await chain.person()
  const page = await open('/backoffice/login')
  await page.evaluate((token) => localStorage.setItem('token', token), someone.token)
  await page.goto(`${chain.url}/feedback?store=S01`)
  await page.waitForURL(/\/dashboard$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto('about:blank')
  expect((await chain.call('POST', 'logout', { by: someone })).status).toBe(200)
  await page.goto(`${chain.url}/feedback?store=S01`, { waitUntil: 'commit' })
  await page.locator('[name=content]').waitFor()
  expect(page.url()).toBe(`${chain.url}/feedback?store=S01`)
  await page.context().close()
})

describe('a page on a slow line', () => {
  test('brings its form and its words with its first answer, few files in all, and asks its question once', async () => {
    const { id, version } = (
      await chain.call<{ id: number; version: number }>('POST', 'survey', { by: admin, body: { title: 'Khảo sát' } })
    ).data
    const questions = [{ kind: 'rating', text: { vi: 'Hài lòng không?', en: 'Satisfied?' } }]
    await chain.call('PUT', `survey/${id}/questions`, { by: admin, body: { version, questions } })
    await chain.call('POST', `survey/${id}/open`, { by: admin, body: {} })
    const { links } = (await chain.call<{ links: { token: string }[] }>('POST', `survey/${id}/links`, { by: admin }))
      .data
    for (const [path, most] of [
      [`/survey/${links[0]?.token}`, 16],
      ['/member-registration', 16],
    ] as const) {
      const context = await browser.newContext(PHONE)
      await context.addCookies([{ name: 'lang', value: 'vi', url: chain.url }])
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      const first = await page.goto(chain.url + path)
      await page.locator('form .input, form [type=radio]').first().waitFor()
      const named = [...((await first?.text()) ?? '').matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
        ([, file]) => file,
      )
      const files = asked.filter((one) => one.startsWith('/assets/') && !one.endsWith('.woff2'))
      expect(named.filter((file) => !files.includes(file ?? ''))).toEqual([])
      expect(new Set(files).size).toBeLessThanOrEqual(most)
      expect(asked.filter((one) => one.endsWith('/show-info')).length).toBe(path.startsWith('/survey') ? 1 : 0)
      await context.close()
    }
  })
})

describe('the public form', () => {
  test('thanks with a number and a private page, where the photo is seen again', async () => {
    const page = await open('/feedback?store=S01')
    await fillIn(page, 'Shelf price differs, with a photo')
    await addPhoto(page)
    await page.getByRole('button', { name: 'Send feedback' }).click()
    const number = await page.locator('.ticket-number').innerText()
    await page.getByRole('link', { name: 'Open my page' }).click()
    await page.getByText('Shelf price differs').waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain(number)
    await expect.poll(() => page.locator('.gallery img').count()).toBe(1)
  })

  test('tells beside each field what is wrong, goes to the first, and loses nothing', async () => {
    const page = await open('/feedback')
    await page.fill('[name=content]', 'Only words so far')
    await page.fill('[name=phone]', '09123')
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await page.getByText('Please check the marked fields.').waitFor()
    await expect.poll(() => page.locator('#field-store-error').innerText()).toBe('Please select the store to continue')
    await expect.poll(() => page.locator('#field-phone-error').innerText()).toBe('Phone number has exactly 10 digits')
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('field-store')
    await expect.poll(() => page.inputValue('[name=content]')).toBe('Only words so far')
  })

  test('keeps words and photo while the language changes', async () => {
    const page = await open('/feedback?store=S02')
    await page.fill('[name=content]', 'Kept across languages')
    await addPhoto(page)
    await page.locator('.thumbnail.is-sent').waitFor()
    await page.getByRole('button', { name: /^Language/ }).click()
    await page.getByRole('button', { name: '한국인' }).click()
    await page.getByRole('button', { name: '의견 보내기' }).waitFor()
    await page.locator('.thumbnail.is-sent').waitFor()
    await expect.poll(() => page.inputValue('[name=content]')).toBe('Kept across languages')
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ko')
  })

  test('keeps what was sent without a connection, and sends it later exactly once', async () => {
    const page = await open('/feedback?store=S01')
    await fillIn(page, 'Written in the cellar')
    await page.context().setOffline(true)
    await addPhoto(page)
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await page.getByRole('heading', { name: 'Kept on this device' }).waitFor()
    await expect.poll(() => ticketsSaying('Written in the cellar')).toHaveLength(0)
    await page.context().setOffline(false)
    await page.locator('.ticket-number').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'We are listening' }).waitFor()
    await expect.poll(() => ticketsSaying('Written in the cellar')).toHaveLength(1)
  })
})

describe('every public page', () => {
  const PAGES = [
    '/feedback?store=S01',
    '/feedback/follow/nothing-here',
    '/backoffice/login',
    '/backoffice/invitation/old',
  ]
  const LOOKS: BrowserContextOptions[] = [
    { ...PHONE, colorScheme: 'light' },
    { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  ]
  test.each(LOOKS)('has nothing axe would mend, and no sideways scrolling ($colorScheme)', async (look) => {
    for (const path of PAGES) {
      const page = await open(path, 'vi', look)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (path.startsWith('/feedback?')) await page.getByRole('radio').first().waitFor()
      await page.evaluate(AXE)
      const found = await page.evaluate(
        "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ target }) => target)))",
      )
      expect(found, path).toEqual([])
      await expect
        .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), { message: path })
        .toBeLessThanOrEqual(0)
      await page.context().close()
    }
  })
})

describe('the private page', () => {
  test('says kindly that a link leads nowhere', async () => {
    const page = await open('/feedback/follow/nothing-here')
    await page.getByRole('heading', { name: 'This link does not lead to any feedback' }).waitFor()
    await page.getByRole('link', { name: 'Go to the feedback form' }).waitFor()
  })
})

describe('the sign-in page', () => {
  test('says at the bottom left that it did not work, without a button, and keeps the e-mail', async () => {
    const page = await open('/backoffice/login', 'vi', { viewport: { width: 1280, height: 800 } })
    await page.fill('[name=email]', admin.email)
    await page.fill('[name=password]', 'not the password')
    await page.getByRole('button', { name: 'Đăng nhập' }).click()
    const alert = page.locator('.alert')
    await alert.waitFor()
    const isLow = async () => {
      const box = await alert.boundingBox()
      return box !== null && box.x < 40 && box.y > 600
    }
    await expect.poll(isLow).toBe(true)
    await expect.poll(() => alert.locator('button').count()).toBe(0)
    await expect.poll(() => page.inputValue('[name=email]')).toBe(admin.email)
  })

  test('leads to where the person wanted to go, never to another place', async () => {
    const page = await open('/backoffice/login?next=%2F%2Felsewhere.example%2F')
    await page.fill('[name=email]', admin.email)
    await page.fill('[name=password]', 'Correct-horse-88')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${chain.url}/dashboard`)
    await page.goto(`${chain.url}/feedback`)
    await page.waitForURL(`${chain.url}/dashboard`)
  })
})
