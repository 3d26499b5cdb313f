import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { row } from '../../src/server/db/db.ts'
import type { Language } from '../../src/shared/language.ts'
import { sumInWords } from '../../src/shared/vietnam/sum-in-words.ts'
import { newFolder } from '../setup/at-the-end.ts'
import { choose, startBrowser, wordsOf } from '../setup/browser.ts'
import { type Person, startChain } from '../setup/chain.ts'
import { photo } from '../setup/media.ts'

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
    await page.locator('[data-paper=roll]').waitFor()
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
