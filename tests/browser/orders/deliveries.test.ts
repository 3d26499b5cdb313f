import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { formatNumber } from '../../../src/shared/format.ts'
import type { Language } from '../../../src/shared/language.ts'
import { sumInWords } from '../../../src/shared/vietnam/sum-in-words.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { choose, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { tabTo } from '../../setup/browser/hand.ts'
import { outOfReach } from '../../setup/browser/in-reach.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const folder = newFolder('labels')

/** What a real decoder reads from each label as it is drawn. */
async function scanned(page: Page, labels: readonly string[]): Promise<string[]> {
  const path = join(folder, 'label.png')
  const read: string[] = []
  for (const name of labels) {
    await page.getByRole('region', { name }).screenshot({ path })
    read.push(execFileSync('zbarimg', ['--quiet', '--nodbus', '--raw', path], { encoding: 'utf8' }).trim())
  }
  return read
}

/** The pages as they go to the printer, in millimetres. */
async function pagesOf(page: Page): Promise<string[]> {
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  return boxes.map(([, ...size]) => size.map((points) => Math.round((Number(points) / 72) * 25.4)).join(' x '))
}

async function riderNamed(name: string): Promise<Person & { shipper: number }> {
  const rider = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const made = await row(
    chain.db,
    { id: 'number' },
    sql`insert into shippers (code, name, phone, store, account) values (${name}, ${name}, '0987654321', ${chain.stores[0]}, ${rider.id}) returning id`,
  )
  return { ...rider, shipper: made?.id ?? 0 }
}

const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format()
/** Another stop for somebody, at the desk. */
const stopFor = (shipper: number, by: Person) =>
  chain.call<{ id: number; version: number }>('POST', 'goods-delivery', {
    by,
    body: {
      ...{ receipt_no: '00990', receipt_value: 90_000, packages: 1, store: chain.stores[0], shipper },
      ...{ customer_name: 'Lý Thu An', phone: '0901112224', delivery_date: TODAY },
      to_address: { line: '9 Lê Lợi', ward_code: '26743', province_code: '79' },
    },
  })

describe.each<[Language]>([['ko']])('The delivery day, in %s', (lang) => {
  const say = wordsOf(lang)

  test('a receptionist opens a delivery from a ticket, with an old address, prints its labels and sends it out; the shipper brings it', async () => {
    const reception = await chain.person({ role: 'Reception', store: chain.stores[0] })
    const shipper = `Lê Văn Tám ${lang}`
    const rider = await riderNamed(shipper)
    const ticket = await chain.ticket(await chain.person(), {
      phone: '0901112223',
      customer_name: 'Trần Thu Hà',
      receipt: '00987',
    })

    const desk = await visit({ lang, by: reception })
    const { page } = desk
    await desk.open(`/complaints/view/${ticket.id}`)
    await page
      .getByRole('region', { name: say('Goods deliveries') })
      .getByRole('link')
      .first()
      .click()
    await expect.poll(() => page.locator('#field-customer_name').inputValue()).toBe('Trần Thu Hà')
    expect(await page.locator('#field-phone').inputValue()).toBe('0901112223')
    await page.locator('#field-receipt_value').fill('250000')
    await page.locator('#field-packages').fill('2')

    await page.locator('#field-to_address-turn').click()
    await choose(page, 'to_address-former-province', 'Thành phố Hồ Chí Minh')
    await choose(page, 'to_address-former-district', 'Quận 1')
    await choose(page, 'to_address-former-ward', 'Phường Đa Kao')
    await desk.expectAccessible('the form with an old address')
    await page.getByRole('button', { name: 'Phường Tân Định' }).click()
    await expect.poll(() => page.locator('#field-to_address-ward').inputValue()).toBe('Phường Tân Định')
    await page.locator('#field-to_address-line').fill('12 Nguyễn Văn Giai')
    await page.locator('#field-distance').fill('2')
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    await page.waitForURL(/\/goods-delivery\/view\/\d+$/)
    await page.getByText('12 Nguyễn Văn Giai, Phường Tân Định, Thành phố Hồ Chí Minh').first().waitFor()
    await desk.expectAccessible('a delivery')
    const at = page.url()

    await page.getByRole('link', { name: say('Print'), exact: true }).click()
    const labels = [1, 2].map((n) => say('Label {{at}} of {{of}}', { at: n, of: 2 }))
    await page.getByRole('region', { name: labels[1] ?? '' }).waitFor()
    await page.getByText(sumInWords(15_000, lang)).waitFor()
    await desk.expectAccessible('the paper')
    expect(await scanned(page, labels)).toEqual([`${at}?package=1`, `${at}?package=2`])
    expect(new Set(await pagesOf(page))).toEqual(new Set(['210 x 297']))
    await page.getByText('80 mm').click()
    await page.locator('[data-roll]').waitFor()
    expect(await scanned(page, labels)).toEqual([`${at}?package=1`, `${at}?package=2`])
    expect(await pagesOf(page)).toEqual(['80 x 200', '80 x 120', '80 x 120'])

    await desk.open(new URL(at).pathname)
    await page.getByRole('button', { name: say('Send out') }).click()
    const dialog = page.getByRole('dialog')
    // The dialog puts the focus there itself; what is typed before is lost.
    await dialog.locator('#field-asked-shipper:focus').waitFor()
    await choose(page, 'asked-shipper', shipper)
    await dialog.getByRole('button', { name: say('Send out') }).click()
    await page.getByText(say('Out for delivery'), { exact: true }).first().waitFor()
    await desk.leave()

    const phone = await visit({ lang, device: 'phone', by: rider })
    await phone.open('/dashboard')
    await phone.page.waitForURL('**/goods-delivery/day')
    await phone.page.getByText('Trần Thu Hà').waitFor()
    await phone.expectAccessible("the shipper's day")
    expect(await phone.page.getByRole('link', { name: /0901 112 223/ }).getAttribute('href')).toBe('tel:0901112223')
    // The camera opens at once, and its picture is the confirmation.
    const camera = phone.page.waitForEvent('filechooser')
    await phone.page.getByRole('button', { name: say('Delivered') }).click()
    expect(await (await camera).element().getAttribute('capture')).toBe('environment')
    await (await camera).setFiles(await photo())
    await phone.page.getByText(say('{{left}} of {{all}} stops to go', { left: 0, all: 1 })).waitFor()

    // What is given to them and taken from them shows without looking anew.
    const given = await stopFor(rider.shipper, reception)
    await phone.page.getByText('Lý Thu An').waitFor()
    await phone.page.getByText(say('{{left}} of {{all}} stops to go', { left: 1, all: 2 })).waitFor()
    await chain.call('PUT', `goods-delivery/${given.data.id}`, {
      by: reception,
      body: { version: given.data.version, shipper: null },
    })
    await phone.page.getByText('Lý Thu An').waitFor({ state: 'detached' })
    await phone.leave()
  }, 300_000)
})

test('a distance that comes once the address is another one is not taken for it', async () => {
  const say = wordsOf('vi')
  const reception = await chain.person({ role: 'Reception', store: chain.stores[0] })
  const { shipper } = await riderNamed('Lê Văn Chậm')
  const { data } = await stopFor(shipper, reception)
  const { page, open, leave } = await visit({ by: reception })
  const [asked, come] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/goods-delivery/measure', async (route) => {
    asked.resolve()
    await come.promise
    const Data = { distance: 7, duration: 20, is_estimate: true, fee: 30_000 }
    await route.fulfill({ json: { ErrorCode: 0, ErrorDescription: '', Data } })
  })
  await open(`/goods-delivery/update/${data.id}`)
  const distance = page.locator('#field-distance')
  const before = await distance.inputValue()
  const measure = page.getByRole('button', { name: say('Calculate the distance') })
  await measure.click()
  await asked.promise
  await page.locator('#field-to_address-line').fill('200 Nguyễn Văn Linh')
  come.resolve()
  await expect.poll(() => measure.isDisabled()).toBe(false)
  expect(await distance.inputValue()).toBe(before)
  await measure.click()
  await expect.poll(() => distance.inputValue()).toBe('7')
  await leave()
})

describe('The ten deliveries of a day, on a phone', () => {
  const say = wordsOf('vi')
  const cardOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

  test('take at most 25 taps and ten pictures; the sum to collect goes with them, and nothing lies over the next button', async () => {
    const rider = await riderNamed('Người giao mười đơn')
    const names = Array.from({ length: 10 }, (_, at) => `Khách số ${String(at).padStart(2, '0')}`)
    for (const [at, customer_name] of names.entries())
      await chain.call('POST', 'goods-delivery', {
        by: await chain.person(),
        body: {
          ...{ receipt_no: `M${at}`, receipt_value: 90_000, packages: 1, store: chain.stores[0], fee_by: 'store' },
          ...{ customer_name, phone: '0901112224', delivery_date: TODAY, shipper: rider.shipper, to_collect: 100_000 },
          to_address: { line: '9 Lê Lợi', ward_code: '26743', province_code: '79' },
        },
      })
    const phone = await visit({ device: 'phone', by: rider })
    const { page } = phone
    const picture = await photo()
    let taps = 0
    let pictures = 0
    const tap = async (name: string, within: Pick<Page, 'getByRole'> = page) => {
      taps += 1
      await within.getByRole('button', { name, exact: true }).click()
    }
    await phone.open('/goods-delivery/day')
    await tap(say('Send out all {{n}}', { n: 10 }))
    for (const [at, name] of names.entries()) {
      const card = cardOf(page, name)
      await card.getByRole('button', { name: say('Delivered') }).waitFor()
      const camera = page.waitForEvent('filechooser')
      await tap(say('Delivered'), card)
      pictures += 1
      await (await camera).setFiles(picture)
      await page.getByText(say('{{left}} of {{all}} stops to go', { left: 9 - at, all: 10 })).waitFor()
      expect(await page.locator('.mantine-Notification-root').count()).toBe(0)
    }
    expect(pictures).toBe(10)
    expect(taps).toBeLessThanOrEqual(25)
    expect(taps).toBe(11)
    const cash = { left: formatNumber(0, 'vi'), got: formatNumber(1_000_000, 'vi') }
    await page.getByText(say('Cash to collect: {{left}} đồng, collected: {{got}} đồng', cash)).waitFor()
    const brought = () =>
      row(
        chain.db,
        { n: 'number' },
        sql`select count(*)::int as n from goods_delivery where shipper = ${rider.shipper} and status = 'delivered' and cardinality(photo) = 1`,
      )
    await expect.poll(async () => (await brought())?.n).toBe(10)
    await phone.expectAccessible('a day that is done')
    await phone.leave()
  })

  test('a picture taken while the list comes anew confirms its stop all the same', async () => {
    const rider = await riderNamed('Người giao hai nơi')
    const by = await chain.person()
    await stopFor(rider.shipper, by)
    await stopFor(rider.shipper, by)
    const phone = await visit({ device: 'phone', by: rider })
    const { page } = phone
    await phone.open('/goods-delivery/day')
    const card = cardOf(page, 'Lý Thu An').first()
    await card.getByRole('button', { name: say('Send out'), exact: true }).waitFor()
    const [isSent, isAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/\/goods-delivery\/\d+\/out$/, (route) => isSent.promise.then(() => route.continue()))
    await page.route(/\/goods-delivery\/day(\?|$)/, (route) => isAsked.promise.then(() => route.continue()))
    await page.getByRole('button', { name: say('Send out all {{n}}', { n: 2 }) }).click()
    const camera = page.waitForEvent('filechooser')
    await card.getByRole('button', { name: say('Delivered') }).click()
    const opened = await camera
    const asked = page.waitForRequest(/\/api\/.*goods-delivery\/day(\?|$)/)
    isSent.resolve()
    // The server has both, and its list is still to come: nothing falls back, nor do buttons go from under the finger.
    await expect
      .poll(() =>
        row(
          chain.db,
          { n: 'number' },
          sql`select count(*)::int as n from goods_delivery where shipper = ${rider.shipper} and status = 'out'`,
        ),
      )
      .toEqual({ n: 2 })
    await asked
    expect(await card.getByRole('button', { name: say('Send out'), exact: true }).count()).toBe(0)
    await opened.setFiles(await photo())
    isAsked.resolve()
    await page.getByText(say('{{left}} of {{all}} stops to go', { left: 1, all: 2 })).waitFor()
    await expect
      .poll(() =>
        row(
          chain.db,
          { n: 'number' },
          sql`select count(*)::int as n from goods_delivery where shipper = ${rider.shipper} and status = 'delivered' and cardinality(photo) = 1`,
        ),
      )
      .toEqual({ n: 1 })
    await phone.leave()
  })

  test('by keys alone and at 200 %, a slip is undone on the card, the order that is given stays, and a picture confirms', async () => {
    const rider = await riderNamed('Người giao hai đơn')
    const by = await chain.person()
    const [one, two] = [await stopFor(rider.shipper, by), await stopFor(rider.shipper, by)]
    for (const { data } of [one, two])
      await chain.call('PUT', `goods-delivery/${data.id}`, {
        by,
        body: { version: data.version, customer_name: data.id === one.data.id ? 'Đỗ Một' : 'Đỗ Hai' },
      })
    const desk = await visit({ device: 'zoomed', by: rider })
    const { page } = desk
    const first = cardOf(page, 'Đỗ Một')
    const button = (name: string, within: Pick<Page, 'getByRole'> = page) =>
      within.getByRole('button', { name, exact: true })
    const press = async (wanted: Locator) => {
      await tabTo(wanted)
      await page.keyboard.press('Enter')
    }
    const left = (n: number) => page.getByText(say('{{left}} of {{all}} stops to go', { left: n, all: 2 })).waitFor()
    await desk.open('/goods-delivery/day')
    await press(button(say('Send out all {{n}}', { n: 2 })))
    await button(say('Delivery failed'), first).waitFor()
    expect(await outOfReach(page)).toEqual([])
    await press(button(say('Delivery failed'), first))
    // The usual reasons are at hand, and Escape leaves all as it was.
    await expect.poll(() => button(say('Nobody was there'), first).evaluate(hasFocus)).toBe(true)
    await page.keyboard.press('Escape')
    await button(say('Nobody was there'), first).waitFor({ state: 'detached' })
    await press(button(say('Delivery failed'), first))
    await press(button(say('Nobody was there'), first))
    await left(1)
    // It changed where it stood, and the keyboard is still there.
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Đỗ Một', 'Đỗ Hai'])
    await press(button(say('Undo'), first))
    await left(2)
    await button(say('Delivered'), first).waitFor()

    const change = button(say('Change the order'))
    await tabTo(change, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(button(say('Move {{name}}', { name: 'Đỗ Hai' })))
    await page.keyboard.press('ArrowUp')
    await desk.expectAccessible('the order of the stops')
    await press(button(say('Done')))
    await expect.poll(() => change.evaluate(hasFocus)).toBe(true)
    await expect.poll(() => page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Đỗ Hai', 'Đỗ Một'])
    await expect
      .poll(
        async () =>
          (await row(chain.db, { place: 'number?' }, sql`select place from goods_delivery where id = ${two.data.id}`))
            ?.place,
      )
      .toBe(1)
    await page.reload()
    await first.waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Đỗ Hai', 'Đỗ Một'])
    const camera = page.waitForEvent('filechooser')
    await press(button(say('Delivered'), first))
    await (await camera).setFiles(await photo())
    await left(1)
    await desk.leave()
  })
})

/** Runs in the page. */
const hasFocus = (one: Element) => one === document.activeElement
