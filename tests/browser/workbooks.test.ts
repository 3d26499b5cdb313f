import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rowsOf } from '../../src/server/sheets/xlsx/read-book.ts'
import { ALL_FLAGS } from '../../src/shared/users/permissions.ts'
import { bookOf } from '../setup/books.ts'
import { startBrowser, wordsOf } from '../setup/browser/browser.ts'
import { holdRequests } from '../setup/browser/held-requests.ts'
import { startChain } from '../setup/chain.ts'
import { opened } from '../setup/office.ts'
import { PASSWORD } from '../setup/password.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()

const t = wordsOf('vi')
const upload = async (rows: (string | number | null)[][]) => ({
  name: 'nguoi-giao.xlsx',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(await bookOf(['Shipper code', 'Full name', 'Phone', 'Store'], rows)),
})

test('a clerk takes shippers in from a workbook, mends what was bad, and takes the list away again', async () => {
  const { page, open, expectAccessible, leave } = await visit({ by: admin })
  await open('/shippers')
  await page.getByRole('button', { name: t('Import and export'), exact: true }).click()
  await page.getByText(t('Import from a workbook')).click()
  await page.getByText(t('Drop a workbook here, or choose one')).waitFor()
  await expectAccessible('choosing a workbook')
  await page.locator('input[type=file]').setInputFiles(
    await upload([
      ['G1', 'Nguyễn An', '0912345678', 'S01'],
      ['G2', 'Trần Bình', '12', 'S77'],
      ['G3', 'Lê Cường', 912_345_679, 'Siêu thị Long Biên'],
    ]),
  )
  await page.getByText(t('Import {{n}} rows', { n: 2 })).waitFor()
  const bad = page.getByRole('region', { name: t('Invalid rows') })
  await expect.poll(() => bad.getByRole('row').count()).toBe(3)
  await expect.poll(() => bad.textContent()).toContain('S77')
  await expectAccessible('the preview')
  const [mending] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText(t('Download the invalid rows')).click(),
  ])
  const [sheet] = await opened(await readFile(await mending.path()))
  expect(sheet?.rows.map((row) => row[0]?.text)).toEqual(['Shipper code', 'G2'])
  await page.getByText(t('Import {{n}} rows', { n: 2 })).click()
  await page.getByText(t('Imported {{n}} rows.', { n: 2 })).waitFor()
  await page.reload()
  await page.getByText(t('Imported {{n}} rows.', { n: 2 })).waitFor()
  await page.getByText(t('To the list')).click()
  await page.getByText('Lê Cường').first().waitFor()
  await page.getByRole('button', { name: t('Import and export'), exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText(t('Export the columns shown')).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^nhan-vien-giao-hang-\d{4}-\d\d-\d\d\.xlsx$/)
  await page.getByText(t('Successfully downloaded')).waitFor()
  const [list] = await opened(await readFile(await file.path()))
  expect(list?.rows.map((row) => row[2]?.text)).toEqual([t('Phone'), '*********678', '*********679'])
  // Whoever calls a shipper from the list reads the number there.
  await page.getByText('0912 345 678').first().waitFor()
  await leave()
})

test('whoever sent a workbook of unknown columns is told which, and gets the template beside that', async () => {
  const { page, open, expectAccessible, leave } = await visit({ by: admin })
  await open('/tags/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'hang-hoa.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(await bookOf(['Mã hàng', 'Đơn giá'], [['A1', 5]])),
  })
  await page.getByRole('alert').filter({ hasText: '“Mã hàng”, “Đơn giá”' }).waitFor()
  await expectAccessible('a workbook of unknown columns')
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: t('Download the template') }).click()
  expect((await template).suggestedFilename()).toBe(`${t('template')}-tags.xlsx`)
  await leave()
})

test('a workbook that took long to send leaves the page one has gone on to as it is, and says where it is', async () => {
  const { page, open, go, leave } = await visit({ by: admin })
  const sent = await holdRequests(page, /shipper\/import$/)
  await open('/shippers/import')
  await page.locator('input[type=file]').setInputFiles(await upload([['G9', 'Phạm Dũng', '0912345670', 'S01']]))
  await go('/stores?search=S01')
  sent()
  const messages = page.getByRole('region', { name: t('Messages') })
  await messages.getByText(t('{{file}} was sent. Nothing is saved yet.', { file: 'nguoi-giao.xlsx' })).waitFor()
  expect(new URL(page.url()).search).toBe('?search=S01')
  await messages.getByRole('button', { name: t('Show') }).click()
  await page.getByText(t('Import {{n}} rows', { n: 1 })).waitFor()
  await leave()
})

test('phones go out in full only to who may, after a reason and the password', async () => {
  await sql`insert into shippers (code, name, phone, store) values ('G9', 'Vũ Giang', '0912345670', ${chain.stores[0]})`.execute(
    chain.db,
  )
  const { page, open, expectAccessible, leave } = await visit({ by: admin })
  await open('/shippers?search=Giang')
  await page.getByRole('button', { name: t('Import and export'), exact: true }).click()
  // How many rows leave is said before anything is pressed.
  await page
    .getByText(
      t('{{rows}} with phones, e-mails and addresses unmasked; a reason is required', {
        rows: t('All {{n}} rows', { n: 1 }),
      }),
    )
    .waitFor()
  await page.getByText(t('Export with contact data in full')).click()
  await page.getByText(t('What leaves: {{rows}}.', { rows: t('All {{n}} rows', { n: 1 }) })).waitFor()
  await page.getByRole('dialog').getByLabel(t('Reason')).fill('Gọi báo đổi ca giao hàng')
  await expectAccessible('the reason of an unmasked export')
  await page.getByRole('button', { name: t('Next'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(t('Password')).fill(PASSWORD)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('Export {{n}} rows', { n: 1 }), exact: true }).click(),
  ])
  const cells: string[] = []
  for await (const batch of rowsOf(await readFile(await file.path()))) cells.push(JSON.stringify(batch))
  expect(cells.join('')).toContain('0912345670')
  await leave()
  const permissions = { shippers: { ...ALL_FLAGS, other: false } }
  const clerk = await visit({ by: await chain.person({ permissions }) })
  await clerk.open('/shippers')
  await clerk.page.getByRole('button', { name: t('Import and export'), exact: true }).click()
  await clerk.page.getByText(t('Export all columns')).waitFor()
  await expect.poll(() => clerk.page.getByText(t('Export with contact data in full')).count()).toBe(0)
  await clerk.leave()
})

test('with rows ticked it is said which of both leave, and the ticked ones leave alone', async () => {
  for (const [code, name] of [
    ['H1', 'Chọn Một'],
    ['H2', 'Chọn Hai'],
    ['H3', 'Chọn Ba'],
  ])
    await sql`insert into shippers (code, name, phone, store) values (${code}, ${name}, '0912345671', ${chain.stores[0]})`.execute(
      chain.db,
    )
  const { page, open, expectAccessible, leave } = await visit({ by: admin })
  await open('/shippers?search=Chon')
  await page.getByRole('checkbox', { name: /Chọn Hai/ }).check()
  await page.getByRole('button', { name: t('Import and export'), exact: true }).click()
  const which = page.getByRole('radiogroup', { name: t('Which rows') })
  await which.getByText(t('The chosen row'), { exact: true }).waitFor()
  const hint = (rows: string) => page.getByText(t('{{rows}}, filtered and sorted as here', { rows }))
  await hint(t('The chosen row')).waitFor()
  await which.getByText(t('All {{n}} rows', { n: 3 })).click()
  await hint(t('All {{n}} rows', { n: 3 })).waitFor()
  await expectAccessible('which rows leave')
  await which.getByText(t('The chosen row'), { exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText(t('Export the columns shown')).click(),
  ])
  const cells: string[] = []
  for await (const batch of rowsOf(await readFile(await file.path()))) cells.push(JSON.stringify(batch))
  expect(cells.join('')).toContain('Chọn Hai')
  expect(cells.join('')).not.toContain('Chọn Một')
  await leave()
})

test('an export on which nothing comes for a minute, or whose line is cut, ends and says why', async () => {
  const { page, open, leave } = await visit({ by: admin, expected: [/export/] })
  await page.clock.install()
  await open('/stores')
  const take = async () => {
    await page.getByRole('button', { name: t('Import and export'), exact: true }).click()
    await page.getByText(t('Export the columns shown')).click()
  }
  const said = page.getByText(
    `${t('Failed to download')}: ${t('No connection. Please check the network and try again.')}`,
  )
  await page.route('**/api/store/export?*', () => undefined)
  await take()
  await page.getByText(t('Exporting …')).first().waitFor()
  await page.clock.fastForward(59_000)
  expect(await said.count()).toBe(0)
  await page.clock.fastForward(2000)
  await said.waitFor()
  await page.clock.fastForward(10_000)
  await said.waitFor({ state: 'detached' })
  await page.unrouteAll()
  await page.route('**/api/store/export?*', (route) => route.abort())
  await take()
  await said.waitFor()
  await leave()
})

test('on a phone, in Korean and in the dark, too', async () => {
  const ko = wordsOf('ko')
  const { page, open, expectAccessible, leave } = await visit({
    by: admin,
    device: 'phone',
    lang: 'ko',
    scheme: 'dark',
    expected: [/415/],
  })
  await open('/tags/import')
  await page.getByText(ko('Download the template')).waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('no workbook at all') })
  await page.getByRole('alert').waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'tags.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(
      await bookOf(
        ['태그', 'x'],
        [
          ['매운맛', null],
          [null, 'y'],
        ],
      ),
    ),
  })
  await page.getByText(ko('Import {{n}} rows', { n: 1 })).waitFor()
  await expectAccessible('the preview on a phone')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await leave()
})
