import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { bookOf } from '../../setup/books.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { outOfReach } from '../../setup/browser/in-reach.ts'
import { startChain } from '../../setup/chain.ts'
import { REDUCED_RATE_DAY } from '../../setup/vat.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const accountant = await chain.person({ role: 'Accounting' })
const rate = await row(chain.db, { id: 'number' }, sql`select id from vat_rates where name = '8%'`)
const say = wordsOf('vi')

let tail = 40_000_000
async function asked(more: object = {}): Promise<{ id: number; number: string; version: number }> {
  const lines = [{ rate: rate?.id, net: 100_000, tax: 8000, gross: 108_000 }]
  const body = {
    company_name: 'Công ty TNHH Sao Mai',
    tax_code: '0100112437',
    bill_tail: String(++tail),
    sold_on: REDUCED_RATE_DAY,
    lines,
  }
  const made = await chain.call<{ id: number; number: string; version: number }>('POST', 'vat-info', {
    by: accountant,
    body: { ...body, store: chain.stores[0], ...more },
  })
  return made.data
}
const issuedNumbers = async () =>
  (
    await rows(
      chain.db,
      { invoice_number: 'string' },
      sql`select invoice_number from vat_info where invoice_serial = 'C26TAA' order by id`,
    )
  ).map(({ invoice_number }) => invoice_number)

/** Runs in the page: what of a focused input the next key would replace. */
function selectedIn(input: Element): string {
  if (!(input instanceof HTMLInputElement) || document.activeElement !== input) return ''
  return input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)
}

test('thirty requests are issued one after the other, with one key beside the number of each, at 200 % as well', async () => {
  const { id, version } = await asked({ company_name: 'Công ty đã xuất' })
  await chain.call('POST', `vat-info/${id}/issue-invoice`, {
    by: accountant,
    body: { version, invoice_form: '1', invoice_serial: 'C26TAA', invoice_number: '00000100', issued_on: '2026-11-20' },
  })
  for (let n = 0; n < 30; n++) await asked({ company_name: `Công ty số ${String(n + 1).padStart(2, '0')}` })
  await asked({ company_name: 'Công ty chưa có tiền', lines: [] })
  const { page, open, expectAccessible, leave } = await visit({
    by: accountant,
    device: 'zoomed',
    expected: [/issue-invoice/],
  })
  await open('/vat-info')
  const tabs = page.getByRole('navigation', { name: say('VAT requests') })
  await tabs.getByRole('link', { name: new RegExp(`^${say('Waiting')}\\s*31$`) }).waitFor()
  await tabs.getByRole('link', { name: new RegExp(`^${say('Issued')}\\s*1$`) }).waitFor()
  await page.getByRole('link', { name: say('Issue invoices') }).click()

  const number = page.getByLabel(say('VAT invoice number'))
  const heading = (n: number) => page.getByRole('heading', { name: `Công ty số ${String(n).padStart(2, '0')}` })
  await heading(1).waitFor()
  await expect.poll(() => number.inputValue()).toBe('00000101')
  await expect.poll(() => page.getByLabel(say('Invoice serial')).inputValue()).toBe('C26TAA')
  await expectAccessible('the queue')
  await page.evaluate(() => {
    const counted = window as unknown as { keys: number }
    counted.keys = 0
    window.addEventListener('keydown', () => (counted.keys += 1), true)
  })
  // The first ten as proposed; of the others each number is typed.
  let typed = 0
  for (let n = 1; n <= 30; n++) {
    await heading(n).waitFor()
    const proposed = n > 11 ? String(200 + n) : String(100 + n).padStart(8, '0')
    await expect.poll(() => number.evaluate(selectedIn)).toBe(proposed)
    if (n > 10) {
      const own = String(200 + n)
      typed += own.length
      await page.keyboard.type(own)
    }
    await page.keyboard.press('Enter')
  }
  await page.getByRole('heading', { name: say('What still waits lacks its amounts.') }).waitFor()
  const pressed = await page.evaluate(() => (window as unknown as { keys: number }).keys)
  expect(pressed - typed).toBe(30)
  await expect
    .poll(issuedNumbers)
    .toEqual([
      ...Array.from({ length: 11 }, (_, n) => String(100 + n).padStart(8, '0')),
      ...Array.from({ length: 20 }, (_, n) => String(211 + n)),
    ])
  await page
    .getByRole('region', { name: say('Lack their amounts') })
    .getByRole('link', { name: /Công ty chưa có tiền/ })
    .waitFor()
  await expectAccessible('the queue once it is empty')
  expect(await outOfReach(page)).toEqual([])

  // A slip is taken back at once, and its number is the next again.
  const last = page
    .getByRole('region', { name: say('Just issued') })
    .getByRole('listitem')
    .first()
  await last.getByRole('button', { name: say('Undo') }).click()
  await heading(30).waitFor()
  await expect.poll(() => number.inputValue()).toBe('230')
  await page.getByLabel(say('Invoice serial')).fill('1c26 tab')
  await expect.poll(() => page.getByLabel(say('Invoice serial')).inputValue()).toBe('C26TAB')

  // All that is wrong is told at once, before anything is sent.
  await number.fill('12a')
  await page.getByLabel(say('Invoice serial')).fill('x2')
  await page.keyboard.press('Enter')
  await page.getByText(say('Six characters as on the invoice, e.g. C26TAA')).waitFor()
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(2)
  await page.getByLabel(say('Invoice serial')).fill('C26TAA')
  await number.fill('00000100')
  await page.keyboard.press('Enter')
  await page
    .getByRole('alert')
    .filter({ hasText: 'C26TAA' })
    .or(page.getByRole('alert').filter({ hasText: /V\d{6}/ }))
    .first()
    .waitFor()
  await expectAccessible('a number that is taken')
  await number.fill('231')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: say('What still waits lacks its amounts.') }).waitFor()
  await leave()
})

test('a number typed for one request is never issued for another, however quick a colleague is', async () => {
  const colleague = await chain.person({ role: 'Accounting' })
  const older = await asked({ company_name: 'Công ty đến trước', lines: [] })
  const mine = await asked({ company_name: 'Công ty đang gõ' })
  const next = await asked({ company_name: 'Công ty kế tiếp' })
  const { page, open, expectAccessible, leave } = await visit({ by: accountant })
  await open('/vat-info/issue')
  const number = page.getByLabel(say('VAT invoice number'))
  const shown = (name: string) => page.getByRole('heading', { name, level: 2 })
  await shown('Công ty đang gõ').waitFor()
  await number.fill('00000777')

  // One that has waited longer gets its amounts meanwhile.
  const lines = [{ rate: rate?.id, net: 100_000, tax: 8000, gross: 108_000 }]
  await chain.call('PUT', `vat-info/${older.id}`, { by: colleague, body: { version: older.version, lines } })
  await page
    .getByRole('region', { name: say('Coming next') })
    .getByRole('button', { name: /Công ty đến trước/ })
    .waitFor()
  expect(await number.inputValue()).toBe('00000777')
  await shown('Công ty đang gõ').waitFor()

  const invoice = { invoice_form: '1', invoice_serial: 'C26TCC', issued_on: '2026-11-24' }
  await chain.call('POST', `vat-info/${mine.id}/issue-invoice`, {
    by: colleague,
    body: { ...invoice, version: mine.version, invoice_number: '00000555' },
  })
  const said = page.getByRole('alert').filter({ hasText: colleague.name })
  await said.waitFor()
  await expectAccessible('a request that a colleague issued')
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  await said.waitFor()
  await page.getByRole('button', { name: say('Go on') }).click()
  await shown('Công ty đến trước').waitFor()
  await expect.poll(() => number.evaluate(selectedIn)).not.toContain('777')
  await number.fill('00000778')
  await page
    .getByRole('region', { name: say('Coming next') })
    .getByRole('button', { name: /Công ty kế tiếp/ })
    .click()
  await shown('Công ty kế tiếp').waitFor()
  expect(await number.inputValue()).not.toBe('00000778')

  // What one does oneself is no news.
  await page.getByRole('button', { name: say('Close without an invoice') }).click()
  await page.getByLabel(say('Why without an invoice')).fill('Khách không cần nữa')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Close without an invoice') })
    .click()
  await shown('Công ty đến trước').waitFor()
  expect(
    await rows(
      chain.db,
      { state: 'string' },
      sql`select state from vat_info where id in (${older.id}, ${next.id}) order by id`,
    ),
  ).toEqual([{ state: 'requested' }, { state: 'closed' }])
  await leave()
})

test('a request never shows the serial and number of another store, however late those of its own come', async () => {
  const [here, there] = chain.stores
  const invoice = { invoice_form: '1', issued_on: '2026-11-24' }
  for (const [store, invoice_serial, invoice_number] of [
    [here, 'C26TDD', '00000400'],
    [there, 'C26TEE', '00000900'],
  ] as const) {
    const { id, version } = await asked({ store })
    await chain.call('POST', `vat-info/${id}/issue-invoice`, {
      by: accountant,
      body: { ...invoice, version, invoice_serial, invoice_number },
    })
  }
  await asked({ store: here, company_name: 'Công ty ở đây' })
  await asked({ store: there, company_name: 'Công ty ở kia' })
  const { page, open, leave } = await visit({ by: accountant })
  const read = await holdRequests(page, `**/api/vat-info/next-invoice?store=${there}`)
  await open('/vat-info/issue')
  const serial = page.getByLabel(say('Invoice serial'))
  const number = page.getByLabel(say('VAT invoice number'))
  const pick = async (name: string) => {
    const heading = page.getByRole('heading', { name, level: 2 })
    await page.getByRole('status').filter({ hasText: /\d/ }).first().waitFor()
    if ((await heading.count()) > 0) return
    await page
      .getByRole('region', { name: say('Coming next') })
      .getByRole('button', { name: new RegExp(name) })
      .click()
    await heading.waitFor()
  }
  await pick('Công ty ở đây')
  await expect.poll(() => number.evaluate(selectedIn)).toBe('00000401')
  await pick('Công ty ở kia')
  expect([await serial.inputValue(), await number.inputValue()]).toEqual(['', ''])
  read()
  await expect.poll(() => number.evaluate(selectedIn)).toBe('00000901')
  expect(await serial.inputValue()).toBe('C26TEE')
  // Nor one that was typed by hand for it.
  await serial.fill('C26TXX')
  await page.getByLabel(say('Invoice form')).click()
  await pick('Công ty ở đây')
  await expect.poll(() => serial.inputValue()).toBe('C26TDD')
  await leave()
})

test('the provider’s workbook issues what it names, and tells what it cannot', async () => {
  const [one, two] = [await asked(), await asked()]
  const { page, open, expectAccessible, leave } = await visit({ by: accountant, device: 'tablet' })
  await open('/vat-info')
  await page.getByRole('link', { name: say('Results of the provider') }).click()
  await page.getByRole('heading', { name: say('Invoices from the provider') }).waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'ket-qua.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(
      await bookOf(
        ['Số yêu cầu', 'Ký hiệu', 'Số hóa đơn', 'Ngày lập'],
        [
          [one.number, '1C26TBB', '00000001', { day: '2026-11-24' }],
          [two.number, '1C26TBB', '00000002', { day: '2026-11-24' }],
          ['V999999', '1C26TBB', '00000003', { day: '2026-11-24' }],
        ],
      ),
    ),
  })
  await page.getByText(say('Import {{n}} rows', { n: 2 })).waitFor()
  await expectAccessible('what the results would do')
  await page.getByText(say('Import {{n}} rows', { n: 2 })).click()
  await page.getByText(say('Imported {{n}} rows.', { n: 2 })).waitFor()
  await open('/vat-info?state=issued')
  await page.getByText('C26TBB').first().waitFor()
  await leave()
})
