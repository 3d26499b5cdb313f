import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row } from '../../src/server/db/db.ts'
import { startBrowser, wordsOf } from '../setup/browser.ts'
import { type Person, startChain } from '../setup/chain.ts'
import { scan, typeSlowly } from '../setup/scanner.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const say = wordsOf('vi')
const admin = await chain.person()
const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format()

async function rider(code: string): Promise<Person & { shipper: number }> {
  const person = await chain.person({ role: 'Shipper', store: chain.stores[0] })
  const made = await row(
    chain.db,
    { id: 'number' },
    sql`insert into shippers (code, name, phone, store, account) values (${code}, ${code}, '0987654321', ${chain.stores[0]}, ${person.id}) returning id`,
  )
  return { ...person, shipper: made?.id ?? 0 }
}

async function stopOf(shipper: number, receipt_no: string): Promise<number> {
  const made = await chain.call<{ id: number }>('POST', 'goods-delivery', {
    by: admin,
    body: {
      ...{ receipt_no, receipt_value: 90_000, packages: 2, store: chain.stores[0], shipper },
      ...{ customer_name: `Khách ${receipt_no}`, phone: '0901112224', delivery_date: TODAY },
      to_address: { line: '9 Lê Lợi', ward_code: '26743', province_code: '79' },
    },
  })
  return made.data.id
}

test('a label that is scanned finds its stop, wherever the focus is, and leaves nothing in a field', async () => {
  const who = await rider('SH1')
  const id = await stopOf(who.shipper, '00990')
  await stopOf(who.shipper, '00991')
  const phone = await visit({ device: 'phone', by: who })
  const { page } = phone
  await phone.open('/goods-delivery/day')
  await page.getByText('Khách 00990').waitFor()
  const answer = page.locator('[data-state]')
  const field = page.locator('#field-day')
  const before = await field.inputValue()
  await field.focus()
  await scan(page, `${chain.url}/goods-delivery/view/${id}?package=2`)
  await expect.poll(() => answer.getAttribute('data-state')).toBe('done')
  await expect.poll(() => answer.innerText()).toContain('00990')
  expect(await answer.innerText()).toContain(say('Package {{at}} of {{of}}', { at: 2, of: 2 }))
  expect(await field.inputValue()).toBe(before)
  await phone.expectAccessible('a scan')
  await scan(page, 'KHONG-CO')
  await expect.poll(() => answer.getAttribute('data-state')).toBe('unknown')
  await page.getByLabel(say('Scan a label, or type a receipt number')).focus()
  await typeSlowly(page, '00991')
  await page.keyboard.press('Enter')
  await expect.poll(() => answer.getAttribute('data-state')).toBe('done')
  await phone.leave()
})
