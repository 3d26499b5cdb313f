import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { modules, pages } from '../../../src/modules/index.ts'
import { MENU, type MenuNode, menuFor } from '../../../src/modules/menu.ts'
import { isMadeByHand } from '../../../src/shared/resource.ts'
import type { RouteAccess } from '../../../src/shared/users/permissions.ts'
import { type Chain, type Person, startChain } from '../chain.ts'
import { startBrowser, type Visit, type Visitor } from './browser.ts'

interface EveryScreen {
  chain: Chain
  /** Of each screen of the staff application, once. */
  addresses: readonly string[]
  visit: (how?: Visit) => Promise<Visitor>
  /** Calls with each address in one window, which fetches and compiles what the pages share but once. */
  walk(how: Visit, look: (boss: Visitor, address: string) => Promise<void>): Promise<void>
}

/** A chain with a complaint or two, and whoever may see all of it on the way through every screen. */
export async function everyScreen(): Promise<EveryScreen> {
  const chain = await startChain()
  const { visit } = await startBrowser(chain)
  const admin = await chain.person()
  const addresses = await addressesOf(chain, admin)
  return {
    chain,
    addresses,
    visit,
    async walk(how, look) {
      const boss = await visit({ by: admin, ...how })
      for (const address of addresses) {
        await look(boss, address)
        expect(boss.troubles, address).toEqual([])
      }
      await boss.leave()
    },
  }
}

async function addressesOf(chain: Chain, admin: Person): Promise<string[]> {
  const ticket = await chain.ticket(admin, { department: chain.departments[0] })
  await chain.ticket(admin, { title: 'Thịt ôi ngay ngày mua', priority: 'high' })
  const { user } = (await chain.call<{ user: { route_access: RouteAccess } }>('POST', 'me', { by: admin })).data
  return [
    ...new Set(ofMenu(menuFor(user.route_access, MENU))),
    ...modules.filter((one) => !one.internal && isMadeByHand(one)).map((one) => `/${one.name}/create`),
    // The description of the API is in English, for whoever writes programs: api-docs.test.ts looks at it.
    ...pages.filter((one) => one !== 'not-found' && one !== 'api').map((one) => `/${one}`),
    `/complaints/view/${ticket.id}`,
    `/complaints/update/${ticket.id}`,
    '/complaints/overdue',
    '/complaints/trashed',
    '/complaints/board?by=department',
    '/departments?as=list',
    '/stores?colour=red',
    `/stores/view/${chain.stores[0]}`,
    `/users/view/${admin.id}`,
    '/user-roles/2',
  ]
}

const ofMenu = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap((node) => [...(node.url ? [node.url] : []), ...ofMenu(node.children ?? [])])

/** The page has come to rest: its heading stands, nothing in sight is on its way. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy=true], [class*=Skeleton]')].every((one) => {
      const { left, top } = one.getBoundingClientRect()
      return left >= innerWidth || top >= innerHeight
    }),
  )
}

/** Leads a window to an address as a link does, and waits until its page has come to rest. */
export async function reach(boss: Visitor, address: string): Promise<void> {
  const before = await boss.page.$('h1')
  await boss.go(address)
  // What is looked at is the page of this address, not the one before.
  await boss.page.waitForFunction((heading) => !heading?.isConnected, before)
  await settled(boss.page)
}

/** The other scheme is the same page with other values of its variables. */
export const inScheme = (page: Page, scheme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((name) => {
    // Nothing may be on its way from one colour to the other while it is judged, on the way back neither.
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
    Object.assign(document.documentElement.dataset, { scheme: name, mantineColorScheme: name })
  }, scheme)

/** What of axe depends on colours alone. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/** What of axe depends on the words of a language: names, and how large what carries them becomes. */
export const WORDED = [
  'html-has-lang',
  'html-lang-valid',
  'document-title',
  'button-name',
  'link-name',
  'input-button-name',
  'label',
  'select-name',
  'summary-name',
  'image-alt',
  'role-img-alt',
  'svg-img-alt',
  'aria-command-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'target-size',
]
