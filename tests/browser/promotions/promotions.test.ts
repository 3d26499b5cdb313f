import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { bookOf } from '../../setup/books.ts'
import { choose, expectTotal, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { countingHand } from '../../setup/browser/hand.ts'
import { startChain } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const marketing = await chain.person({ role: 'Marketing' })
const say = wordsOf('vi')
const today =
  (await row(chain.db, { day: 'string' }, sql`select ((now() at time zone chain_zone())::date)::text as day`))?.day ??
  ''
const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
const written = (day: string) => day.split('-').reverse().join('/')

await sql`insert into products (barcode, name, price) values ('8934567890120', 'Nước mắm Phú Quốc 500 ml', 52000), ('96385074', 'Trứng vịt lộn', 38000), ('20141234', 'Gạo ST25 túi 5 kg', 198000)`.execute(
  chain.db,
)
await sql`insert into promotion_locations (name) values ('Đầu kệ 3')`.execute(chain.db)

const kept = async (more: object) => {
  const made = await chain.call<{ id: number }>('POST', 'product-promotions', {
    by: marketing,
    body: {
      product_name: 'Bánh quy',
      price: 30_000,
      promotion_price: 24_000,
      starts_on: dayFrom(-2),
      ends_on: dayFrom(5),
      ...more,
    },
  })
  expect(made.status, JSON.stringify(made.data)).toBe(201)
  return made.data.id
}

/** What a reader makes of a printed page. */
function readBack(pdf: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'labels-'))
  const file = join(folder, 'labels.pdf')
  writeFileSync(file, pdf)
  execFileSync('pdftoppm', ['-r', '300', '-png', file, join(folder, 'page')])
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .map((name) => join(folder, name))
  // A page without a barcode is no failure.
  const { stdout } = spawnSync('zbarimg', ['--quiet', '--raw', '--nodbus', ...pages], { encoding: 'utf8' })
  return stdout.trim().split('\n').toSorted()
}

test('shelf labels of each size tell both prices, the saving and the days in two languages, and their barcodes are read back', async () => {
  const codes = ['8934567891110', '96385074', '036000291452', '2014', 'none']
  for (const [at, barcode] of codes.entries())
    await kept({
      product_name: `Nhãn ${at}`,
      barcode: barcode === 'none' ? null : barcode,
      price: 52_000,
      promotion_price: 39_000,
    })
  const { page, open, expectAccessible, leave } = await visit({ by: marketing, lang: 'vi' })
  await open('/product-promotions/labels?search=Nh%C3%A3n')
  for (const size of ['Small, 24 a sheet', 'Medium, 8 a sheet', 'Large, 2 a sheet']) {
    await page.getByText(say(size), { exact: true }).click()
    const label = page.locator('article').filter({ hasText: 'Nhãn 0' }).first()
    for (const words of [
      '52.000 ₫',
      '39.000 ₫',
      '13.000 ₫',
      'Giá khuyến mãi',
      'Promotion price',
      'Tiết kiệm',
      'You save',
      `${written(dayFrom(-2))} – ${written(dayFrom(5))}`,
    ])
      await expect.poll(() => label.textContent()).toContain(words)
    await expectAccessible(size)
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    // A UPC-A is the EAN-13 that begins with 0; a code of the chain's own is Code 128.
    expect(readBack(pdf), size).toEqual(['0036000291452', '2014', '8934567891110', '96385074'])
  }
  await page.getByText('Tiếng Hàn', { exact: true }).click()
  await expect.poll(() => page.locator('article').first().textContent()).toContain('행사가')

  // Those of the list that is shown, and no others.
  await open(`/product-promotions?search=${encodeURIComponent('Nhãn 3')}`)
  await page.getByRole('link', { name: say('Shelf labels') }).click()
  await page.locator('article').first().waitFor()
  await expect
    .poll(async () => [...new Set(await page.locator('article').allTextContents())])
    .toEqual([expect.stringContaining('Nhãn 3')])
  await leave()
})

/** Opens from statistics what a figure counts, in all and in its first row that has any, and compares how many are listed. */
async function expectOpened(page: Page, by: string, figure: string): Promise<void> {
  const tile = page
    .getByRole('list', { name: say('Figures') })
    .getByRole('listitem')
    .filter({ hasText: figure })
  const heads = page.getByRole('table').getByRole('columnheader')
  await heads.filter({ hasText: figure }).first().waitFor()
  const column = (await heads.allInnerTexts()).indexOf(figure)
  const inRow = page.locator(`tbody tr > :nth-child(${column + 1})`).getByRole('link')
  for (const link of [tile.getByRole('link'), inRow]) {
    await link.first().waitFor()
    const told = Number((await link.first().innerText()).replaceAll('.', ''))
    await link.first().click()
    await page.waitForURL(/\/product-promotions\?/)
    await expectTotal(page, 'vi', told).catch(() => Promise.reject(new Error(`${figure} by ${by}: not ${told}`)))
    await page.goBack()
  }
}

test('marketing loads a workbook, sees what is wrong, mends it, meets overlaps and a deep discount, and reads what it gave away', async () => {
  const { page, open, go, expectAccessible, leave } = await visit({ by: marketing, lang: 'vi', expected: [/422/] })
  const HEAD = [
    'Mã vạch',
    'Tên sản phẩm',
    'Giá bán',
    'Giá khuyến mãi',
    'Số lượng',
    'Ngày bắt đầu',
    'Ngày kết thúc',
    'Cửa hàng',
  ]
  const line = (at: number, price: number | string = 12_000) => [
    null,
    `Hàng tuần ${at}`,
    '20.000',
    price,
    10,
    written(dayFrom(-1)),
    written(dayFrom(6)),
    at % 2 ? 'S01' : null,
  ]
  const book = async (rows: (string | number | null)[][]) => ({
    name: 'khuyen-mai.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(await bookOf(HEAD, rows)),
  })
  const rows = Array.from({ length: 40 }, (_, at) => line(at))
  await open('/product-promotions/import')
  await page
    .locator('input[type=file]')
    .setInputFiles(await book(rows.map((one, at) => (at === 7 ? line(7, 25_000) : at === 9 ? line(9, 5_000) : one))))
  await page.getByText('Giá khuyến mãi phải thấp hơn giá bán').waitFor()
  await page.getByText('Mức giảm 75% vượt quá 50%, cần nêu lý do').waitFor()
  await expectAccessible('the wrong rows')
  // As marketing does it every week: the list, its workbooks, the file, what it will do, import.
  await open('/product-promotions')
  const { n: pressed, click } = countingHand(page)
  await click(page.getByRole('button', { name: say('Import and export'), exact: true }))
  await click(page.getByText(say('Import from a workbook')))
  const choosing = page.waitForEvent('filechooser')
  await click(page.getByText(say('Drop a workbook here, or choose one')))
  await (await choosing).setFiles(await book(rows))
  await click(page.getByRole('button', { name: say('Import {{n}} rows', { n: 40 }) }))
  expect(pressed).toEqual({ taps: 4, keys: 0 })
  await expect
    .poll(
      async () =>
        (
          await row(
            chain.db,
            { n: 'number' },
            sql`select count(*)::int as n from product_promotions where product_name like 'Hàng tuần %'`,
          )
        )?.n,
    )
    .toBe(40)

  // By its barcode the product brings its name and price; a discount of more than half asks for a reason before it is kept.
  await kept({
    product_name: 'Nước mắm Phú Quốc 500 ml',
    barcode: '8934567890120',
    price: 52_000,
    promotion_price: 45_000,
    stores: [chain.stores[0]],
  })
  await go('/product-promotions/create')
  await page.getByLabel(say('Scan or type the barcode of the product')).fill('8934567890120')
  await page.keyboard.press('Enter')
  const name = page.getByLabel(say('Product name'))
  await expect.poll(() => name.inputValue()).toBe('Nước mắm Phú Quốc 500 ml')
  await page.getByLabel(say('Promotion price')).fill('20000')
  await page.getByLabel(say('Start date')).fill(written(dayFrom(0)))
  await page.getByLabel(say('End date')).fill(written(dayFrom(3)))
  await page.keyboard.press('Tab')
  const notes = page.getByRole('status', { name: say('Needs a reason') })
  await notes.getByText('Chồng với 1 khuyến mãi khác của cùng sản phẩm: cần nêu lý do').waitFor()
  await notes.getByRole('link', { name: 'Nước mắm Phú Quốc 500 ml' }).waitFor()
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.getByText(say('Please give a reason')).first().waitFor()
  await expectAccessible('a promotion that lacks its reason')
  await page.getByRole('textbox', { name: say('Reason') }).fill('Hàng cận hạn')
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.waitForURL(/\/product-promotions\/view\/\d+/)
  await page.getByText('Hàng cận hạn').first().waitFor()
  await expectAccessible('a promotion')

  // The list as cards, and several changed at once.
  await go('/product-promotions/running')
  await page.getByRole('button', { name: say('Show as cards') }).click()
  await page.locator('li').filter({ hasText: 'Hàng tuần 3' }).first().waitFor()
  await expectAccessible('the cards')
  await page.getByRole('button', { name: say('Show as a table') }).click()
  await page.getByRole('table').waitFor()
  await expectAccessible('the list')

  // What it gave away: 40 times ten pieces, each 8.000 ₫ cheaper.
  await go(`/product-promotions-sum-report?period=${dayFrom(-1)}..${dayFrom(0)}&by=location`)
  await expect.poll(() => page.locator('main').textContent()).toContain('3.200.000')
  await expectAccessible('the sum report')
  // What runs, is planned and ends soon: each number opens as many as it says.
  await kept({ product_name: 'Sắp tới', starts_on: dayFrom(10), ends_on: dayFrom(12) })
  for (const by of ['month', 'stores']) {
    await go(`/product-promotions-statistics?by=${by}&period=${dayFrom(-40)}..${dayFrom(40)}`)
    await page.getByText(say('Average discount')).first().waitFor()
    await page.getByRole('table').waitFor()
    if (by === 'month') await expectAccessible('the statistics')
    for (const figure of ['Running', 'Planned', 'Ending within 3 days']) await expectOpened(page, by, say(figure))
  }
  await go('/product-promotion-history')
  await page
    .getByRole('cell', { name: say('Imported') })
    .first()
    .waitFor()
  await expectAccessible('the history')
  await leave()
})

test('the history of promotions tells before and after whole, on every width', async () => {
  const id = await kept({ product_name: 'Bánh quy bơ hộp thiếc loại lớn dùng làm quà biếu dịp Tết' })
  const long = 'Nước mắm Phú Quốc thượng hạng chai thủy tinh năm trăm mi li lít'
  const put = await chain.call('PUT', `product-promotions/${id}`, {
    by: marketing,
    body: { version: 1, product_name: long, stores: chain.stores },
  })
  expect(put.status, put.text).toBe(200)
  const { page, open, leave } = await visit({ by: marketing, lang: 'vi' })
  await open('/product-promotion-history')
  const box = page.getByRole('table').locator('..')
  await box.getByText(long).first().waitFor()
  for (const width of [720, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), { message: `${width}` })
      .toBe(0)
  }
  await leave()
})

test('pictures chosen together are all kept on a slow machine, whichever of them comes when', async () => {
  const names = Array.from({ length: 8 }, (_, at) => `hinh-${at + 1}.jpg`)
  const pictures = await Promise.all(names.map((name) => photo(name)))
  for (let time = 0; time < 3; time++) {
    const { page, context, open, leave } = await visit({ by: marketing, lang: 'vi' })
    await open('/product-promotions/create')
    const files = page.locator('input[type=file]').first()
    await files.waitFor({ state: 'attached' })
    const machine = await context.newCDPSession(page)
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await files.setInputFiles(pictures)
    for (const name of names)
      await page.getByRole('button', { name: say('Crop {{name}}', { name }), exact: true }).waitFor()
    await leave()
  }
})

test('what is typed or chosen while a slow line brings a product stays, and the product chosen last counts', async () => {
  await sql`insert into products (barcode, name, price) values ('8936000000016', 'Cà phê rang', 91000), ('8936000000023', 'Cà phê hoà tan', 64000)`.execute(
    chain.db,
  )
  const { page, open, leave } = await visit({ by: marketing })
  const line = { ms: 0 }
  for (const path of [/api\/product\/\d+$/, /api\/product\?.*barcode=/])
    await page.route(path, async (route) => {
      await setTimeout(line.ms)
      await route.continue()
    })
  const isRead = (one: 'id' | 'barcode') =>
    page.waitForResponse(one === 'id' ? /api\/product\/\d+$/ : /api\/product\?.*barcode=/)
  await open('/product-promotions/create')
  const [name, price, barcode] = ['product_name', 'price', 'barcode'].map((field) => page.locator(`#field-${field}`))
  line.ms = 900
  const first = isRead('id')
  await choose(page, 'product', 'Cà phê rang')
  await name?.fill('Cà phê rang, túi quà')
  await first
  await expect.poll(() => barcode?.inputValue()).toBe('8936000000016')
  expect(await name?.inputValue()).toBe('Cà phê rang, túi quà')

  const late = isRead('id')
  await choose(page, 'product', 'Trứng vịt lộn')
  line.ms = 0
  await choose(page, 'product', 'Cà phê hoà tan')
  await expect.poll(() => barcode?.inputValue()).toBe('8936000000023')
  await late
  await setTimeout(1000)
  expect(await barcode?.inputValue()).toBe('8936000000023')
  expect(await page.locator('#field-product').inputValue()).toBe('Cà phê hoà tan')

  line.ms = 500
  const [scanned, again] = [isRead('barcode'), isRead('id')]
  await page.getByLabel(say('Scan or type the barcode of the product')).fill('96385074')
  await page.keyboard.press('Enter')
  await scanned
  await expect.poll(() => name?.inputValue()).toBe('Trứng vịt lộn')
  await price?.fill('210000')
  await again
  await setTimeout(200)
  expect(await price?.inputValue()).toBe('210000')
  await leave()
})

test('the pictures of a promotion are cropped, and another one is made the cover', async () => {
  const { page, open, leave } = await visit({ by: marketing, lang: 'vi' })
  const id = await kept({ product_name: 'Có hình' })
  await open(`/product-promotions/update/${id}`)
  const files = page.locator('input[type=file]').first()
  await files.setInputFiles([await photo('mot.jpg'), await photo('hai.jpg', '#c8443c')])
  await page.getByRole('button', { name: say('Make {{name}} the cover', { name: 'hai.jpg' }) }).click()
  await page.getByRole('button', { name: say('Crop {{name}}', { name: 'hai.jpg' }) }).click()
  await page.getByRole('button', { name: say('Use this picture') }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.waitForURL(/view/)
  const files_ = await row(
    chain.db,
    { names: 'string[]', width: 'number' },
    sql`select array_agg(f.name order by array_position(r.images, f.id)) as names, min(f.width) as width from product_promotions r
        join stored_files f on f.id = any(r.images) where r.id = ${id}`,
  )
  expect(files_?.names).toEqual(['hai.jpg', 'mot.jpg'])
  await leave()
})
