import { expect, test } from 'vitest'
import { startBrowser } from '../setup/browser/browser.ts'
import { codeWeight } from '../setup/browser/code-weight.ts'
import { startChain } from '../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()
const ticket = await chain.ticket(admin)

interface Opening {
  what: string
  path: string
  isSignedIn: boolean
  requests: number
  /** Of scripts and styles, packed as the server sends them to a browser that knows no better than gzip. */
  kilobytes: number
}

const OPENINGS: readonly Opening[] = [
  { what: 'the list of complaints', path: '/complaints', isSignedIn: true, requests: 25, kilobytes: 230 },
  { what: 'the dashboard', path: '/dashboard', isSignedIn: true, requests: 45, kilobytes: 435 },
  { what: 'a complaint', path: `/complaints/view/${ticket.id}`, isSignedIn: true, requests: 35, kilobytes: 560 },
  { what: 'the form of a store', path: '/stores/create', isSignedIn: true, requests: 35, kilobytes: 450 },
  { what: 'the public form', path: '/feedback?store=S01', isSignedIn: false, requests: 25, kilobytes: 120 },
]

test.each(OPENINGS)('$what opens for the first time with few requests and bytes', async (opening) => {
  // People here read Vietnamese, and its words are part of what they wait for.
  const visitor = await visit({ lang: 'vi', ...(opening.isSignedIn && { by: admin }) })
  const { page } = visitor
  const asked: string[] = []
  const open = new Set<object>()
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname)
    // The live events of the shell never end.
    if (!request.url().endsWith('/api/stream')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const weigh = codeWeight(page)
  await visitor.open(opening.path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // What comes asks for more in its turn: over is when nothing is open, and nothing was asked for since.
  for (let before = -1; before !== asked.length || open.size > 0; await page.waitForTimeout(500)) before = asked.length
  const bytes = (await weigh()).reduce((sum, [, size]) => sum + size, 0)
  expect(bytes / 1000).toBeGreaterThan(80)
  expect(bytes / 1000, asked.join('\n')).toBeLessThanOrEqual(opening.kilobytes)
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(opening.requests)
  await visitor.leave()
})
