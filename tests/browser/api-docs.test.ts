import { expect, test } from 'vitest'
import { startBrowser, wordsOf } from '../setup/browser/browser.ts'
import { startChain } from '../setup/chain.ts'
import { PASSWORD } from '../setup/password.ts'

const chain = await startChain({ NODE_ENV: 'production' })
const { visit } = await startBrowser(chain)
const say = wordsOf('vi')

test('an address bar with /api/docs leads whoever is not signed in to the sign-in page, and from there to it', async () => {
  const { email } = await chain.person({ permissions: {} })
  const { page, open, leave } = await visit({})
  await open('/api/docs')
  await page.waitForURL(/\/backoffice\/login\?next=%2Fapi%2Fdocs$/)
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${chain.url}/api/docs`)
  await page.getByRole('heading', { level: 2, name: say('Error codes') }).waitFor()
  await leave()
})

test.each([
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const)('in production whoever is signed in reads guides, codes and calls: %s, %s', async (device, scheme) => {
  const by = await chain.person({ permissions: {} })
  const { page, open, expectAccessible, leave } = await visit({ by, device, scheme })
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await open('/api/docs')
  await page.getByRole('heading', { level: 2, name: 'The first call' }).waitFor()
  await page.getByRole('heading', { level: 2, name: say('Error codes') }).waitFor()
  await page.getByText(`${chain.url}/api/…`).first().waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible('the page of the API')
  // By keys alone: a call is found and opened, and says what it takes and what it answers.
  await page.getByRole('searchbox', { name: say('Find a call, a code or a word') }).focus()
  await page.keyboard.type('ticketassign')
  const call = page.locator('summary', { hasText: '/api/ticket/{id}/assign' }).first()
  await call.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: say('What it answers') }).waitFor()
  await page.getByText('issue_number', { exact: true }).waitFor()
  await page.getByText('due_at', { exact: true }).first().waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible('a call')
  await page.getByRole('searchbox').fill('1400')
  await page.getByText('stale version').waitFor()
  await page.getByRole('searchbox').fill('no such word')
  await page.getByText(say('Nothing here yet')).waitFor()
  expect([...hosts]).toEqual([new URL(chain.url).host])
  await leave()
})
