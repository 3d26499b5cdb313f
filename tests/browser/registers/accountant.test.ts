import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { formatDay, wallClock } from '../../../src/shared/format.ts'
import { REFUSALS } from '../../../src/shared/refusals.ts'
import { sumInWords } from '../../../src/shared/vietnam/sum-in-words.ts'
import { bookOf } from '../../setup/books.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'
import { opened } from '../../setup/office.ts'
import { PASSWORD } from '../../setup/password.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const accountant = await chain.person({ role: 'Accounting' })
await chain.call('POST', 'master-company', {
  by: accountant,
  body: {
    tax_code: '0312687878001',
    name: 'Chi nhánh Công ty TNHH Bình Minh',
    email: 'ketoan@binhminh.example',
    address: {
      line: '5 Lê Lợi',
      ward: 'Phường Bến Thành',
      district: null,
      province: 'Thành phố Hồ Chí Minh',
      model: 2,
    },
  },
})

const t = wordsOf('vi')
const HEAD = [
  'Bill number',
  'Store',
  'Date of the bill',
  'VAT rate',
  'Amount without VAT',
  'Tax amount',
  'Amount with VAT',
]
const today = formatDay(wallClock(new Date(), 'Asia/Ho_Chi_Minh').day)
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

test('the accountant’s day: bills in, one found by its last digits, an invoice asked for, issued and adjusted, the batch out', async () => {
  const { page, open, expectAccessible, leave } = await visit({
    by: accountant,
    // The serial and the number that are refused on the way.
    expected: [/issue-invoice/, /adjust-invoice/],
  })
  const rates = { usual: day <= '2026-12-31' ? '8%' : '10%', tax: day <= '2026-12-31' ? 8000 : 10_000 }
  await open('/vat-get-info/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'hoa-don.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(
      await bookOf(HEAD, [
        ['0120261120004711', 'S01', { day }, rates.usual, 100_000, rates.tax, 100_000 + rates.tax],
        ['0120261120004711', 'S01', { day }, '5%', 40_000, 2000, 42_000],
        ['0120261120004712', 'S01', { day }, '5%', 40_000, 2100, 42_100],
      ]),
    ),
  })
  await page.getByText(t('Import {{n}} rows', { n: 2 })).waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: t('Invalid rows') }).textContent())
    .toContain(t('The tax does not fit the amount and the rate'))
  await page.getByText(t('Import {{n}} rows', { n: 2 })).click()
  await page.getByText(t('Imported {{n}} rows.', { n: 2 })).waitFor()

  await open('/vat-info/create')
  await page.getByLabel(t('Last 8 digits of the bill')).fill('20004711')
  // The only bill that ends so fills itself in; what stood there before comes back, and then it is only offered.
  const bill = page
    .getByRole('status')
    .filter({ hasText: t('Filled in from bill {{bill}}.', { bill: '0120261120004711' }) })
  await bill.getByRole('button', { name: t('Undo') }).click()
  await expect.poll(() => page.getByLabel(t('Retail bill number')).inputValue()).toBe('')
  await page.getByRole('button', { name: /0120261120004711/ }).click()
  const code = page.getByLabel(t('Tax code'), { exact: false }).first()
  const confirm = page.getByLabel(t('Tax code with a wrong check digit confirmed'))
  await expect.poll(() => confirm.count()).toBe(0)
  await code.fill('0312687879')
  await page
    .getByText(t('The check digit is wrong. If a company with this code does exist, confirm it below.'))
    .waitFor()
  await confirm.waitFor()
  await code.fill('0312687878-001')
  await page.getByText(t('Filled in from the known companies.')).waitFor()
  await expect.poll(() => confirm.count()).toBe(0)
  await expectAccessible('a filled request')
  await page.getByRole('button', { name: t('Save') }).click()
  await page.getByRole('heading', { name: /V\d{6} · Chi nhánh Công ty TNHH Bình Minh/ }).waitFor()
  const kept = await row(
    chain.db,
    { id: 'number', tax_amount: 'number', receipt_number: 'string', tax_code: 'string', email: 'string' },
    sql`select * from vat_info`,
  )
  expect(kept).toMatchObject({
    tax_amount: rates.tax + 2000,
    receipt_number: '0120261120004711',
    tax_code: '0312687878001',
    email: 'ketoan@binhminh.example',
  })

  await open('/vat-info')
  await page.getByText('Bình Minh').first().waitFor()
  await expectAccessible('the list of requests')
  await page.getByRole('button', { name: t('Batch for the provider') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('Next') })
    .click()
  await page.getByLabel(t('Password')).fill(PASSWORD)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('Make the workbook') }).click(),
  ])
  await page.getByText(t('Successfully downloaded')).waitFor()
  const [sheet] = await opened(await readFile(await file.path()))
  expect(sheet?.rows.map((cells) => cells[1]?.text)).toEqual([t('Tax code'), '0312687878001'])

  await open(`/vat-info/view/${kept?.id}`)
  await page.getByRole('heading', { name: t('Amounts'), exact: true }).waitFor()
  await page.getByRole('button', { name: t('Issue invoice'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const asked = (name: string) => dialog.locator(`[id="field-asked-${name}"]`)
  await asked('invoice_serial').fill('X26MAA')
  await asked('invoice_number').fill('00000123')
  await asked('issued_on').fill(day.split('-').toReversed().join('/'))
  await asked('issued_on').press('Tab')
  await dialog.getByRole('button', { name: t('Issue invoice'), exact: true }).click()
  await dialog.getByText(t('Six characters as on the invoice, e.g. C26TAA')).first().waitFor()
  await expectAccessible('a wrong serial')
  await asked('invoice_serial').fill('C26MAA')
  await dialog.getByRole('button', { name: t('Issue invoice'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t('Adjust invoice') }).click()
  await asked('correction_reason').click()
  await page.getByRole('option', { name: t('Wrong amount') }).click()
  await asked('correction_details').fill('Thiếu một mặt hàng, biên bản đã ký')
  // The serial goes on, and the day is today's: only what was wrong is left to type.
  expect(await asked('correction_serial').inputValue()).toBe('C26MAA')
  expect(await asked('correction_number').inputValue()).toBe('00000124')
  expect(await asked('corrected_on').inputValue()).toBe(today)
  await dialog.getByRole('button', { name: t('Adjust invoice') }).click()
  await page.getByText(/Điều chỉnh cho hóa đơn Mẫu số 1, ký hiệu C26MAA, số 00000123/).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t('Replace invoice') }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t('Adjust invoice') }).click()
  await asked('correction_reason').click()
  await page.getByRole('option', { name: t('Wrong VAT rate') }).click()
  await asked('correction_details').fill('Ghi 10% thay vì 8%')
  expect(await asked('correction_number').inputValue()).toBe('00000125')
  await asked('correction_number').fill('00000124')
  await dialog.getByRole('button', { name: t('Adjust invoice') }).click()
  await dialog
    .getByText(/C26MAA|số riêng/)
    .first()
    .waitFor()
  await asked('correction_number').fill('00000125')
  await dialog.getByRole('button', { name: t('Adjust invoice') }).click()
  await dialog.waitFor({ state: 'detached' })
  const chained = page.getByRole('listitem').filter({ hasText: t('Adjusted by') })
  await chained.getByRole('link', { name: 'C26MAA 00000125' }).click()
  await page.locator('li:target').filter({ hasText: 'Ghi 10% thay vì 8%' }).waitFor()
  await page.locator('li:target').getByRole('link', { name: 'C26MAA 00000123' }).click()
  await page
    .locator('li:target')
    .filter({ hasText: t('Adjusted by') })
    .waitFor()
  // What has its invoice is done: there is nothing to close, and nothing takes it back.
  await expect.poll(() => page.getByRole('button', { name: t('Close without an invoice') }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: t('Undo completion') }).count()).toBe(0)
  await expectAccessible('an adjusted request')
  await page.getByRole('link', { name: t('Print'), exact: true }).click()
  await page.getByRole('article').getByText('00000125').first().waitFor()
  await page.getByText(sumInWords(140_000 + rates.tax + 2000, 'vi')).waitFor()
  await expectAccessible('the sheet to print')
  await leave()
})

test('a refund is written down line by line on a phone', async () => {
  const lang = 'ko'
  const say = wordsOf(lang)
  const clerk = await chain.person({ role: 'Reception', store: chain.stores[0] })
  const { page, open, expectAccessible, leave } = await visit({
    by: clerk,
    device: 'phone',
    lang,
    scheme: 'dark',
    // What is missing is asked of the server too, which answers with all that it refuses.
    expected: [/422 \(Unprocessable Entity\).*\/goods-refund\?check=1/],
  })
  await open('/goods-refund/create')
  await page.getByLabel(say('Bill'), { exact: false }).first().fill('0120261120004711')
  await page.getByRole('button', { name: say('Save') }).click()
  await page.getByRole('alert').waitFor()
  await expectAccessible('what is missing')
  const line = (n: number) => page.getByRole('group', { name: say('Line {{n}}', { n }) })
  await line(1).getByLabel(say('Product name')).fill('Bột giặt Omo 4 kg')
  await line(1).getByLabel(say('Quantity')).fill('1')
  await page.getByRole('button', { name: say('Add a line') }).click()
  await line(2).getByLabel(say('Product name')).fill('Sữa tươi')
  await page.getByRole('button', { name: say('Remove line {{n}}', { n: 2 }) }).click()
  await line(2).waitFor({ state: 'detached' })
  await page.getByLabel(say('Refunded amount')).fill('169000')
  await page.getByLabel(say('Reason')).fill('Bao bì rách')
  await page.getByRole('radio', { name: say('Morning') }).check({ force: true })
  await page.getByRole('button', { name: say('Save') }).click()
  await page.getByRole('heading', { name: '0120261120004711' }).waitFor()
  await page.getByText('Bột giặt Omo 4 kg').first().waitFor()
  await expectAccessible('the refund')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const shown = page.url()
  await page.getByRole('link', { name: say('Edit'), exact: true }).waitFor()
  await page.getByRole('button', { name: say('Complete'), exact: true }).click()
  await page.getByRole('link', { name: say('Edit'), exact: true }).waitFor({ state: 'detached' })
  await open(new URL(shown).pathname.replace('/view/', '/update/'))
  await page.getByRole('heading', { name: say(REFUSALS['completed already'].text) }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: say('Save') }).count()).toBe(0)
  await expectAccessible('a refund that is closed to changes')
  await page.getByRole('link', { name: say('Show the record') }).click()
  await page.getByRole('link', { name: say('Print'), exact: true }).click()
  await page.getByText(sumInWords(169_000, lang)).waitFor()
  await expectAccessible('the slip')
  await leave()
})

test('what was typed into a refund that somebody completes meanwhile stays, and is saved once that is undone', async () => {
  const say = wordsOf('vi')
  const [admin, colleague, clerk] = [
    await chain.person(),
    await chain.person({ role: 'Reception', store: chain.stores[0] }),
    await chain.person({ role: 'Reception', store: chain.stores[0] }),
  ]
  const { data } = await chain.call<{ id: number }>('POST', 'goods-refund', {
    by: clerk,
    body: {
      bill: '0120261120004712',
      lines: [{ product: 'Nước mắm', quantity: 1 }],
      amount: 54_000,
      reason: 'Chai bị nứt',
      store: chain.stores[0],
      shift: 'morning',
      staff: clerk.id,
    },
  })
  const { page, open, expectAccessible, leave } = await visit({ by: clerk })
  const reason = page.getByLabel(say('Reason'))
  const save = page.getByRole('button', { name: say('Save') })
  const listening = page.waitForResponse('**/api/stream')
  await open(`/goods-refund/update/${data.id}`)
  await listening
  await reason.fill('Chai bị nứt ở cổ')
  await chain.call('POST', `goods-refund/${data.id}/completed`, { by: colleague })
  const told = page.getByText(say(REFUSALS['completed already'].text))
  await told.waitFor()
  await expect.poll(() => reason.inputValue()).toBe('Chai bị nứt ở cổ')
  await expect.poll(() => save.isDisabled()).toBe(true)
  await expectAccessible('a form whose record was completed meanwhile')
  await chain.call('POST', `goods-refund/${data.id}/undo-completed`, { by: admin })
  await told.waitFor({ state: 'detached' })
  await save.click()
  await page.waitForURL(`**/goods-refund/view/${data.id}`)
  expect((await chain.call('GET', `goods-refund/${data.id}`, { by: clerk })).data).toMatchObject({
    reason: 'Chai bị nứt ở cổ',
    completed_at: null,
  })
  await leave()
})
