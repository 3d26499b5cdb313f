import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { row, rows } from '../../src/server/db/db.ts'
import { startBrowser, type Visit, wordsOf } from '../setup/browser/browser.ts'
import { holdRequests } from '../setup/browser/held-requests.ts'
import { keptOn } from '../setup/browser/kept-acts.ts'
import { type Person, startChain } from '../setup/chain.ts'
import { freshDatabase } from '../setup/database/database.ts'
import { photo } from '../setup/media.ts'
import { PASSWORD } from '../setup/password.ts'
import { serverProcess } from '../setup/process/server-process.ts'
import { type Rider, riderOf, stopFor } from '../setup/shippers.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const say = wordsOf('vi')
const admin = await chain.person()
let riders = 0
const newRider = () => riderOf(chain, `SH${++riders}`)

/** What the browser itself reports while there is no line. */
const LINE_LOST = [
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/,
]

async function dayOf(by: Person, how: Visit = {}) {
  const phone = await visit({ device: 'phone', by, expected: LINE_LOST, ...how })
  await phone.open('/goods-delivery/day')
  await phone.page.getByRole('listitem').filter({ hasText: 'Khách' }).first().waitFor()
  return phone
}

const cardOf = (page: Page, receipt: string) => page.getByRole('listitem').filter({ hasText: `Khách ${receipt}` })
const press = (page: Page, receipt: string, name: string) =>
  cardOf(page, receipt)
    .getByRole('button', { name: say(name), exact: true })
    .click()

async function handOver(page: Page, receipt: string): Promise<void> {
  const camera = page.waitForEvent('filechooser')
  await press(page, receipt, 'Delivered')
  await (await camera).setFiles(await photo())
}

async function giveUp(page: Page, receipt: string): Promise<void> {
  await press(page, receipt, 'Delivery failed')
  await cardOf(page, receipt)
    .getByRole('button', { name: say('Nobody was there') })
    .click()
}

/**
 * A page whose parts would not load comes anew once the server answers, and what was open on it is closed: pressed until the act is
 * kept, as its card says.
 */
async function giveUpInStorm(page: Page, receipt: string): Promise<void> {
  const card = cardOf(page, receipt)
  const button = (name: string) => card.getByRole('button', { name: say(name), exact: true })
  const isKept = async () => {
    for (const one of [button('Nobody was there'), button('Delivery failed')])
      if (await one.isVisible()) {
        await one.click({ timeout: 3000 }).catch(() => undefined)
        break
      }
    return card
      .locator('p')
      .filter({ hasText: say('Nobody was there') })
      .isVisible()
  }
  await expect.poll(isKept, { timeout: 90_000 }).toBe(true)
}

const stepsOf = (id: number) =>
  rows(
    chain.db,
    { action: 'string', doneAt: 'date?' },
    sql`select action, done_at as "doneAt" from activity where module = 'goods-delivery' and record_id = ${id} and action <> 'create' order by id`,
  )
const actionsOf = async (id: number) => (await stepsOf(id)).map(({ action }) => action)
const photosOf = async (id: number) =>
  (
    await row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from stored_files where module = 'goods-delivery' and record_id = ${id}`,
    )
  )?.n

async function signIn(page: Page, { email }: Person): Promise<void> {
  await page.locator('input[type=email], input[name=email]').first().fill(email)
  await page.locator('input[type=password]').first().fill(PASSWORD)
  await page.keyboard.press('Enter')
}

describe('Without a line', () => {
  test('a whole round is brought: the cards change at once, and all of it arrives once, in order, with its times', async () => {
    const who = await newRider()
    const [one, two] = [await stopFor(chain, admin, who, 'A1'), await stopFor(chain, admin, who, 'A2')]
    const phone = await dayOf(who)
    const { page, context, loseLine } = phone
    await page.getByRole('button', { name: say('Send out all {{n}}', { n: 2 }) }).waitFor()
    await loseLine()
    // Two hours before the line is back.
    await page.clock.setSystemTime(Date.now() - 2 * 3600_000)
    await page.getByRole('button', { name: say('Send out all {{n}}', { n: 2 }) }).click()
    await cardOf(page, 'A1').getByText(say('Waits for a connection')).waitFor()
    await handOver(page, 'A1')
    await giveUp(page, 'A2')
    await page.getByText(say('{{left}} of {{all}} stops to go', { left: 0, all: 2 })).waitFor()
    await cardOf(page, 'A2').getByText(say('Nobody was there')).waitFor()
    await expect.poll(() => keptOn(page)).toBe(4)
    await page.getByText(say('{{n}} acts wait for a connection and are sent by themselves.', { n: 4 })).waitFor()
    await phone.expectAccessible('what waits')
    await expect.poll(() => actionsOf(one)).toEqual([])

    await page.clock.setSystemTime(Date.now())
    await context.setOffline(false)
    await expect.poll(() => actionsOf(one)).toEqual(['out', 'delivered'])
    await expect.poll(() => actionsOf(two)).toEqual(['out', 'failed'])
    await expect.poll(() => photosOf(one)).toBe(1)
    for (const { doneAt } of [...(await stepsOf(one)), ...(await stepsOf(two))])
      expect(Math.abs(Date.now() - 2 * 3600_000 - Number(doneAt))).toBeLessThan(5 * 60_000)
    await expect.poll(() => keptOn(page)).toBe(0)
    await page.getByText(say('Waits for a connection')).first().waitFor({ state: 'detached' })
    await phone.leave()

    const manager = await visit({ by: admin })
    await manager.open(`/goods-delivery/view/${one}`)
    await manager.page
      .getByText(/^Gửi sau, /)
      .first()
      .waitFor()
    await manager.leave()
  })

  test('what was done outlives a reload and a closed window, and goes out when the page opens again', async () => {
    const who = await newRider()
    const id = await stopFor(chain, admin, who, 'B1')
    const { page, context, loseLine } = await dayOf(who)
    await cardOf(page, 'B1').waitFor()
    await loseLine()
    await press(page, 'B1', 'Send out')
    await handOver(page, 'B1')
    await expect.poll(() => keptOn(page)).toBe(2)
    await page.close()
    const again = await context.newPage()
    await again.goto('/goods-delivery/day').catch(() => undefined)
    await context.setOffline(false)
    await again.goto('/dashboard', { waitUntil: 'domcontentloaded' })
    await expect.poll(() => actionsOf(id)).toEqual(['out', 'delivered'])
    await expect.poll(() => photosOf(id)).toBe(1)
    await expect.poll(() => keptOn(again)).toBe(0)
    await context.close()
  })

  test('an answer that is lost on the way doubles nothing, whether of the photo or of the act', async () => {
    const who = await newRider()
    const id = await stopFor(chain, admin, who, 'C1')
    const { page, context } = await dayOf(who)
    await page.clock.install()
    await page.reload()
    let lost = 0
    for (const path of ['**/api/upload', '**/out', '**/delivered'])
      await page.route(path, async (route) => {
        if (route.request().method() !== 'POST' || lost > 5) return route.continue()
        lost += 1
        await route.fetch()
        await route.abort('connectionreset')
      })
    await press(page, 'C1', 'Send out')
    await cardOf(page, 'C1').getByText(say('Waits for a connection')).waitFor()
    await handOver(page, 'C1')
    // The device tries again from time to time.
    const later = async () => {
      await page.clock.fastForward(20_000)
      return keptOn(page)
    }
    await expect.poll(later, { timeout: 90_000, interval: 500 }).toBe(0)
    expect(lost).toBeGreaterThan(1)
    await expect.poll(() => actionsOf(id)).toEqual(['out', 'delivered'])
    await expect.poll(() => photosOf(id)).toBe(1)
    await context.close()
  })

  test('a photo that the server has forgotten meanwhile goes again, with its act', async () => {
    const who = await newRider()
    const id = await stopFor(chain, admin, who, 'C2')
    const { page, context } = await dayOf(who)
    await page.clock.install()
    await page.reload()
    let isCut = false
    await page.route('**/delivered', async (route) => {
      if (isCut || route.request().method() !== 'POST') return route.continue()
      isCut = true
      await sql`delete from stored_files where owner = ${who.id} and claimed_at is null`.execute(chain.db)
      await route.abort('connectionreset')
    })
    await press(page, 'C2', 'Send out')
    await handOver(page, 'C2')
    await expect.poll(() => isCut).toBe(true)
    const later = async () => {
      await page.clock.fastForward(3600_000)
      return keptOn(page)
    }
    await expect.poll(later, { timeout: 60_000, interval: 1000 }).toBe(0)
    await expect.poll(() => actionsOf(id)).toEqual(['out', 'delivered'])
    await expect.poll(() => photosOf(id)).toBe(1)
    await context.close()
  })

  test('two windows that send at the same moment send each act once', async () => {
    const who = await newRider()
    const ids = await Promise.all(['D1', 'D2', 'D3'].map((receipt) => stopFor(chain, admin, who, receipt)))
    const { page, context, loseLine } = await dayOf(who)
    const other = await context.newPage()
    await other.goto('/goods-delivery/day')
    await cardOf(other, 'D1').waitFor()
    await loseLine()
    await page.getByRole('button', { name: say('Send out all {{n}}', { n: 3 }) }).click()
    await expect.poll(() => keptOn(page)).toBe(3)
    await cardOf(other, 'D1').getByText(say('Waits for a connection')).waitFor()
    await context.setOffline(false)
    for (const id of ids) await expect.poll(() => actionsOf(id)).toEqual(['out'])
    await context.close()
  })

  test('what arrives while it is taken back is taken back on the server, a delivery and a tick alike', async () => {
    const who = await newRider()
    const id = await stopFor(chain, admin, who, 'U1')
    const task = await chain.call<{ id: number }>('POST', 'task', {
      by: admin,
      body: { title: 'Trước khi đi', priority: 'normal', store: chain.stores[0], processors: [who.id] },
    })
    await chain.call('POST', `task/${task.data.id}/checklist`, { by: admin, body: { titles: 'Kiểm tra phanh' } })
    await chain.call('POST', `goods-delivery/${id}/out`, { by: who, body: { shipper: who.shipper } })
    const phone = await dayOf(who)
    const { page, context, loseLine } = phone
    /** Lets go what waits, and takes it back before its answer is there. */
    const undoUnderWay = async (path: string, undo: Locator) => {
      await undo.waitFor()
      const arriving = await holdRequests(page, path)
      const asked = page.waitForRequest(path)
      await context.setOffline(false)
      await asked
      await undo.click()
      await expect.poll(() => undo.isDisabled()).toBe(true)
      arriving()
      await expect.poll(() => keptOn(page)).toBe(0)
      await page.unroute(path)
    }
    await cardOf(page, 'U1').waitFor()
    await loseLine()
    await giveUp(page, 'U1')
    await undoUnderWay(
      '**/api/goods-delivery/*/failed',
      cardOf(page, 'U1').getByRole('button', { name: say('Undo'), exact: true }),
    )
    await expect.poll(() => actionsOf(id)).toEqual(['out', 'failed', 'undo-ended'])
    await cardOf(page, 'U1')
      .getByRole('button', { name: say('Delivery failed'), exact: true })
      .waitFor()

    await phone.open(`/task-management/today?task=${task.data.id}`)
    const item = page.getByRole('listitem').filter({ hasText: 'Kiểm tra phanh' }).last()
    const tick = item.getByRole('button', { name: 'Kiểm tra phanh' }).first()
    await tick.waitFor()
    await loseLine()
    await tick.click()
    await undoUnderWay('**/api/task/*/checklist/*', item.getByRole('button', { name: say('Undo'), exact: true }))
    const ticks = () =>
      rows(
        chain.db,
        { action: 'string' },
        sql`select action from activity where module = 'task-management' and record_id = ${task.data.id} and action like '%tick' order by id`,
      ).then((lines) => lines.map(({ action }) => action))
    await expect.poll(ticks).toEqual(['tick', 'untick'])
    await expect.poll(() => tick.getAttribute('aria-pressed')).toBe('false')
    await context.close()
  })
})

test('a list of stops that was asked for before a step arrived does not take it back on the screen', async () => {
  const who = await newRider()
  for (const receipt of ['V1', 'V2', 'V3']) await stopFor(chain, admin, who, receipt)
  const phone = await visit({ device: 'phone', by: who, expected: [/./] })
  const { page, context } = phone
  await page.route('**/stream', (route) => route.abort())
  await phone.open('/goods-delivery/day')
  await cardOf(page, 'V1').waitFor()
  let lists = 0
  let holding = Promise.withResolvers<void>()
  await page.route('**/api/goods-delivery/day*', async (route) => {
    const response = await route.fetch()
    lists += 1
    await holding.promise
    await route.fulfill({ response }).catch(() => undefined)
  })
  const sendsOut = async (receipt: string) => {
    const answered = page.waitForResponse('**/out')
    await press(page, receipt, 'Send out')
    await answered
  }
  for (const [at, receipt] of ['V1', 'V2'].entries()) {
    await sendsOut(receipt)
    await expect.poll(() => lists).toBe(at + 1)
  }
  await sendsOut('V3')
  await expect.poll(() => keptOn(page)).toBe(0)
  await page.waitForTimeout(300)
  const early = holding
  holding = Promise.withResolvers()
  early.resolve()
  await expect.poll(() => lists).toBe(3)
  await cardOf(page, 'V3')
    .getByRole('button', { name: say('Delivered'), exact: true })
    .waitFor()
  holding.resolve()
  await context.close()
})

describe('What the server does not take', () => {
  test('at once is said on its card, and nothing stays on the device', async () => {
    const who = await newRider()
    const id = await stopFor(chain, admin, who, 'E1')
    const phone = await dayOf(who)
    const { page } = phone
    // Its card stands as long as the list does not come that lacks it.
    const list = await holdRequests(page, /goods-delivery\/day/)
    await chain.call('DELETE', `goods-delivery/${id}`, { by: admin })
    const refused = page.waitForResponse('**/out')
    await press(page, 'E1', 'Send out')
    expect((await refused).status()).toBe(404)
    await cardOf(page, 'E1').getByText(say('This does not exist, or is not open to you.')).waitFor()
    await expect.poll(() => keptOn(page)).toBe(0)
    list()
    await cardOf(page, 'E1').waitFor({ state: 'detached' })
    expect(await actionsOf(id)).toEqual(['destroy'])
    await phone.context.close()
  })

  test('once its screen was left stays to be read, with its photo; what arrives while it is dropped is not called dropped', async () => {
    const who = await newRider()
    const [one, two] = [await stopFor(chain, admin, who, 'E2'), await stopFor(chain, admin, who, 'E3')]
    for (const id of [one, two])
      await chain.call('POST', `goods-delivery/${id}/out`, { by: who, body: { shipper: who.shipper } })
    const phone = await dayOf(who)
    const { page, context } = phone
    const refusing = await holdRequests(page, '**/api/goods-delivery/*/delivered')
    const arriving = await holdRequests(page, '**/api/goods-delivery/*/failed')
    const asked = page.waitForRequest('**/delivered')
    await handOver(page, 'E2')
    await asked
    await phone.go('/task-management/today')
    await cardOf(page, 'E2').waitFor({ state: 'detached' })
    await chain.call('POST', `goods-delivery/${one}/failed`, { by: admin, body: { failure_reason: 'Khách hủy' } })
    refusing()
    await page.getByRole('alert').filter({ hasText: 'E2' }).waitFor()
    expect(await keptOn(page)).toBe(1)
    expect(await page.evaluate(keptPhotos)).toBe(1)

    await phone.go('/goods-delivery/day')
    const sent = page.waitForRequest('**/failed')
    await giveUp(page, 'E3')
    await sent
    await page.getByText(say('{{n}} acts wait for a connection and are sent by themselves.', { n: 1 })).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'E3:' })
      .getByRole('button', { name: say('Drop') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Drop') })
      .click()
    arriving()
    await page.getByText(say('This was sent meanwhile.')).waitFor()
    await expect.poll(() => actionsOf(two)).toEqual(['out', 'failed'])
    await context.close()
  })

  test('later stays with its reason, is corrected or dropped, and holds up nothing else', async () => {
    const who = await newRider()
    const [one, two] = [await stopFor(chain, admin, who, 'F1'), await stopFor(chain, admin, who, 'F2')]
    for (const id of [one, two])
      await chain.call('POST', `goods-delivery/${id}/out`, { by: who, body: { shipper: who.shipper } })
    const { page, context, loseLine, expectAccessible } = await dayOf(who)
    await cardOf(page, 'F1').waitFor()
    await loseLine()
    await giveUp(page, 'F1')
    await giveUp(page, 'F2')
    await expect.poll(() => keptOn(page)).toBe(2)
    // Meanwhile the desk has put it down itself.
    await chain.call('POST', `goods-delivery/${one}/failed`, { by: admin, body: { failure_reason: 'Khách hủy' } })
    await context.setOffline(false)
    await expect.poll(() => actionsOf(two)).toEqual(['out', 'failed'])
    const refused = page.getByRole('alert').filter({ hasText: 'F1' })
    await refused.waitFor()
    await expectAccessible('what was refused')
    await expect.poll(() => keptOn(page)).toBe(1)

    // It goes out again, so that the same step is possible: corrected, it is sent with the time it was done at.
    await chain.call('POST', `goods-delivery/${one}/out`, { by: admin, body: { shipper: who.shipper } })
    await refused.getByRole('button', { name: say('Correct') }).click()
    const reason = cardOf(page, 'F1').getByLabel(say('Why it was not delivered')).last()
    await expect.poll(() => reason.inputValue()).toBe(say('Nobody was there'))
    await reason.fill('Khách đi vắng, hẹn mai')
    await cardOf(page, 'F1')
      .getByRole('button', { name: say('Save') })
      .click()
    await expect.poll(() => actionsOf(one)).toEqual(['out', 'failed', 'out', 'failed'])
    await expect.poll(() => keptOn(page)).toBe(0)
    await context.close()
  })

  test('is dropped after a question', async () => {
    const who = await newRider()
    const id = await stopFor(chain, admin, who, 'G1')
    const { page, context, loseLine } = await dayOf(who)
    await cardOf(page, 'G1').waitFor()
    await loseLine()
    await press(page, 'G1', 'Send out')
    await expect.poll(() => keptOn(page)).toBe(1)
    await page.getByText(say('{{n}} acts wait for a connection and are sent by themselves.', { n: 1 })).click()
    await page.getByRole('button', { name: say('Drop') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Drop') })
      .click()
    await expect.poll(() => keptOn(page)).toBe(0)
    await context.setOffline(false)
    await page.reload()
    await cardOf(page, 'G1').waitFor()
    await expect.poll(() => actionsOf(id)).toEqual([])
    await context.close()
  })
})

describe('On a device that several people use', () => {
  test('signing out asks first, and what waits is sent by nobody but who did it', async () => {
    const who: Rider = await newRider()
    const id = await stopFor(chain, admin, who, 'H1')
    const other = await newRider()
    const { page, context, loseLine } = await dayOf(who)
    await cardOf(page, 'H1').waitFor()
    await loseLine()
    await press(page, 'H1', 'Send out')
    await expect.poll(() => keptOn(page)).toBe(1)
    const leave = async () => {
      const out = page.getByRole('button', { name: say('Logout') })
      if (!(await out.isVisible())) await page.getByRole('button', { name: new RegExp(`^${say('Account')}:`) }).click()
      await out.click()
    }
    await leave()
    const question = page.getByRole('dialog', { name: say('Sign out all the same?') })
    await question.waitFor()
    await question.getByRole('button', { name: say('Stay signed in') }).click()
    await cardOf(page, 'H1').getByText(say('Waits for a connection')).waitFor()
    // The server is away for this one call, the page is not.
    await page.route('**/out', (route) => route.abort('connectionrefused'))
    await context.setOffline(false)
    await leave()
    await question.getByRole('button', { name: say('Sign out') }).click()
    await page.waitForURL('**/backoffice/login**')
    await page.unroute('**/out')

    await signIn(page, other)
    await page.waitForURL((url) => !url.pathname.includes('login'))
    await page
      .getByText(say('{{n}} acts of somebody else wait on this device, until they sign in here again.', { n: 1 }))
      .waitFor()
    await page.getByText(say('No stops on this day')).waitFor()
    expect(await page.getByText(/\bH1\b/).count()).toBe(0)
    await page.waitForTimeout(1500)
    await expect.poll(() => actionsOf(id)).toEqual([])
    await leave()
    await page.waitForURL('**/backoffice/login**')
    await signIn(page, who)
    await expect.poll(() => actionsOf(id)).toEqual(['out'])
    const by = await row(
      chain.db,
      { actor: 'number?' },
      sql`select actor from activity where module = 'goods-delivery' and record_id = ${id} and action = 'out'`,
    )
    expect(by?.actor).toBe(who.id)
    await context.close()
  })

  test('whoever signs in in another window while the photo of an act is on its way does not send the act', async () => {
    const [who, other] = [await newRider(), await newRider()]
    const id = await stopFor(chain, admin, who, 'J1')
    await chain.call('POST', `goods-delivery/${id}/out`, { by: who, body: { shipper: who.shipper } })
    const { page, context } = await dayOf(who)
    const arriving = await holdRequests(page, '**/api/upload')
    const asked = page.waitForRequest('**/api/upload')
    await handOver(page, 'J1')
    await asked
    const signedIn = ({ token }: Person) =>
      page.evaluate((held) => {
        localStorage.setItem('token', held)
        dispatchEvent(new Event('online'))
      }, token)
    await signedIn(other)
    arriving()
    await page
      .getByText(say('{{n}} acts of somebody else wait on this device, until they sign in here again.', { n: 1 }))
      .waitFor()
    await signedIn(who)
    await expect.poll(() => actionsOf(id)).toEqual(['out', 'delivered'])
    await expect.poll(() => photosOf(id)).toBe(1)
    await context.close()
  })

  test('what is kept holds what was typed and photographed, and no record of a customer', async () => {
    const who = await newRider()
    await stopFor(chain, admin, who, 'I1')
    const { page, context, loseLine } = await dayOf(who)
    await cardOf(page, 'I1').waitFor()
    await loseLine()
    await press(page, 'I1', 'Send out')
    await expect.poll(() => keptOn(page)).toBe(1)
    const kept = await page.evaluate(readKept)
    expect(kept).toContain('I1')
    for (const secret of ['0901112224', 'Khách', 'Lê Lợi', who.name]) expect(kept).not.toContain(secret)
    await context.close()
  })
})

test('A server that is killed while acts arrive has each of them once when it is back', async () => {
  const server = await serverProcess({ DATABASE_URL: await freshDatabase() })
  await server.start()
  const token = await server.firstPerson()
  const call = async <D>(method: string, path: string, body?: object): Promise<D> => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : undefined,
    })
    return ((await answer.json()) as { Data: D }).Data // the product's one shape
  }
  const store = await call<{ id: number }>('POST', 'store', storeBody)
  const me = await call<{ user: { id: number } }>('POST', 'me')
  const shipper = await call<{ id: number }>('POST', 'shipper', {
    ...{ code: 'K1', name: 'Người giao', phone: '0987654321', store: store.id, account: me.user.id },
  })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format()
  const ids: number[] = []
  for (let n = 1; n <= 12; n++) {
    const made = await call<{ id: number }>('POST', 'goods-delivery', {
      ...{ receipt_no: `K${n}`, receipt_value: 90_000, packages: 1, store: store.id, shipper: shipper.id },
      ...{ customer_name: `Khách K${n}`, phone: '0901112224', delivery_date: today },
      to_address: { line: '9 Lê Lợi', ward_code: '26743', province_code: '79' },
    })
    ids.push(made.id)
  }
  const { visit: open } = await startBrowser(server)
  const { page, context } = await open({ device: 'phone', by: { id: 1, name: '', email: '', token }, expected: [/./] })
  await page.goto('/goods-delivery/day')
  await page.getByRole('button', { name: say('Send out all {{n}}', { n: 12 }) }).waitFor()
  for (let round = 0; round < 3; round++) {
    const failing = round > 0
    if (!failing) await page.getByRole('button', { name: say('Send out all {{n}}', { n: 12 }) }).click()
    else for (const n of [round * 2, round * 2 + 1]) await giveUpInStorm(page, `K${n}`)
    await page.waitForTimeout(60 * round)
    await server.kill()
    await page.waitForTimeout(300)
    await server.start()
  }
  await expect.poll(() => keptOn(page), { timeout: 90_000 }).toBe(0)
  const actions = async (id: number) =>
    (await call<{ data: { action: string }[] }>('GET', `goods-delivery/${id}/history`)).data.map(({ action }) => action)
  for (const [at, id] of ids.entries()) {
    const isFailed = at >= 1 && at <= 4
    expect((await actions(id)).toReversed(), `K${at + 1}`).toEqual(
      isFailed ? ['create', 'out', 'failed'] : ['create', 'out'],
    )
  }
  await context.close()
}, 600_000)

const storeBody = {
  code: 'K01',
  name: 'Siêu thị Cầu Giấy',
  manager: 1,
}

/** Runs in the page. */
async function keptPhotos(): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('acts')
    opening.onsuccess = () => resolve(opening.result)
  })
  return new Promise((resolve) => {
    const request = database.transaction('files').objectStore('files').count()
    request.onsuccess = () => resolve(request.result)
  })
}

/** Runs in the page: all that the browser keeps of acts, as text. */
async function readKept(): Promise<string> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('acts')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const found = await new Promise<unknown[]>((resolve) => {
    const request = database.transaction('outbox').objectStore('outbox').getAll()
    request.onsuccess = () => resolve(request.result)
  })
  return JSON.stringify([found, Object.entries(localStorage).filter(([name]) => name.startsWith('acts'))])
}
