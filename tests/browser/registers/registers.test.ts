import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rows } from '../../../src/server/db/db.ts'
import { membershipConsent } from '../../../src/shared/consents/membership.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { type Person, startChain } from '../../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const clerk = await chain.person({ role: 'Reception', store: chain.stores[0] })
const accountant = await chain.person({ role: 'Accounting' })
const say = wordsOf('vi')

async function refunds(n: number, by: Person = clerk): Promise<number[]> {
  const made = Array.from({ length: n }, (_, at) =>
    chain.call<{ id: number }>('POST', 'goods-refund', {
      by,
      body: {
        ...{
          bill: `01202611200${at}`,
          lines: [{ product: 'Sữa tươi', quantity: 1 }],
          amount: 32_000,
          reason: 'Hộp phồng',
        },
        ...{ store: chain.stores[0], shift: 'morning', staff: by.id },
      },
    }),
  )
  return (await Promise.all(made)).map(({ data }) => data.id)
}
const done = async () =>
  (await rows(chain.db, { id: 'number' }, sql`select id from goods_refund where completed_at is not null`)).map(
    ({ id }) => id,
  )

test('two presses on one spot complete one record: its row stays, marked, until the list is left, and whoever did it takes it back', async () => {
  await refunds(12)
  const { page, open, expectAccessible, leave } = await visit({ by: clerk })
  await open('/goods-refund')
  // The list begins with what waits, as many as the menu says.
  await page
    .getByRole('navigation', { name: say('Goods refund') })
    .getByRole('link', { name: `${say('To do')}12` })
    .waitFor()
  const first = page.locator('tbody tr').first()
  await first.getByRole('button', { name: /Hoàn thành/ }).hover()
  const spot = await first.getByRole('button', { name: /Hoàn thành/ }).boundingBox()
  if (!spot) throw new Error('There is no button to complete')
  const [x, y] = [spot.x + spot.width / 2, spot.y + spot.height / 2]
  const name = await first.getByRole('link').first().innerText()
  const askedAgain = page.waitForResponse((answer) => answer.url().includes('/api/goods-refund?'))
  await page.mouse.click(x, y)
  await page.locator('tr[data-settled]').waitFor()
  await expect.poll(async () => (await done()).length).toBe(1)
  await askedAgain
  await page.mouse.click(x, y)
  await page.mouse.click(x, y)
  await page.waitForTimeout(400)
  expect((await done()).length).toBe(1)
  await expect.poll(() => page.locator('tbody tr').first().getByRole('link').first().innerText()).toBe(name)
  await expect
    .poll(() =>
      page
        .locator('tbody tr')
        .first()
        .getByRole('img', { name: say('Completed') })
        .count(),
    )
    .toBe(1)
  // The pointer over it stops the clock of the message.
  const undo = page.getByRole('region', { name: say('Messages') }).getByRole('button', { name: say('Undo') })
  await undo.hover()
  await expectAccessible('a row that is done')
  await undo.click()
  await expect.poll(async () => (await done()).length).toBe(0)
  await page.locator('tr[data-settled]').waitFor({ state: 'detached' })
  await first.getByRole('button', { name: /Hoàn thành/ }).click()
  await page.locator('tr[data-settled]').waitFor()
  await open('/goods-refund')
  await page.getByRole('link', { name: `${say('To do')}11` }).waitFor()
  await expect.poll(() => page.locator('tr[data-settled]').count()).toBe(0)
  await leave()
})

test('many are completed only after a question with their number, and taken back with one press', async () => {
  const before = (await done()).length
  const { page, open, leave } = await visit({ by: clerk })
  await open('/goods-refund')
  await page.getByRole('link', { name: new RegExp(`^${say('To do')}\\d+$`) }).waitFor()
  for (const at of [0, 1, 2]) await page.locator('tbody tr').nth(at).getByRole('checkbox').check()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: say('Complete'), exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: say('Complete {{n}} records?', { n: 3 }) })
  await dialog.getByText(say('For ten seconds after that, one press takes it back.')).waitFor()
  expect((await done()).length).toBe(before)
  await dialog.getByRole('button', { name: say('Complete') }).click()
  await expect.poll(async () => (await done()).length).toBe(before + 3)
  await expect.poll(() => page.locator('tr[data-settled]').count()).toBe(3)
  await page
    .getByRole('region', { name: say('Messages') })
    .getByRole('button', { name: say('Undo') })
    .click()
  await expect.poll(async () => (await done()).length).toBe(before)
  await leave()
})

test('an act on many that fails leaves the selection, and one that takes long leaves what was ticked meanwhile', async () => {
  await refunds(4)
  const { page, open, leave } = await visit({ by: clerk, expected: [/bulk\/completed/] })
  await open('/goods-refund')
  const tick = (at: number) => page.locator('tbody tr').nth(at).getByRole('checkbox').check()
  const complete = async (n: number) => {
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: say('Complete'), exact: true })
      .click()
    const asked = page.waitForRequest('**/bulk/completed')
    const dialog = page.getByRole('dialog', { name: say('Complete {{n}} records?', { n }) })
    await dialog.getByRole('button', { name: say('Complete') }).click()
    await asked
  }
  await tick(0)
  await tick(1)
  await page.route('**/bulk/completed', (route) => route.abort(), { times: 1 })
  await complete(2)
  await page
    .getByRole('region', { name: say('Messages') })
    .getByText(say('No connection. Please check the network and try again.'))
    .waitFor()
  await page.getByText(say('{{n}} selected', { n: 2 })).waitFor()
  const completed = await holdRequests(page, /bulk\/completed/)
  await complete(2)
  await tick(2)
  await page.getByText(say('{{n}} selected', { n: 3 })).waitFor()
  completed()
  await page.getByText(say('{{n}} selected', { n: 1 })).waitFor()
  await expect.poll(() => page.locator('tr[data-settled]').count()).toBe(2)
  await leave()
})

test('a VAT request is closed without an invoice only with the reason, from its row, and has one chip for how it stands', async () => {
  const made = await chain.call<{ id: number }>('POST', 'vat-info', {
    by: accountant,
    body: {
      company_name: 'Công ty TNHH Sao Mai',
      tax_code: '0100112437',
      bill_tail: '20004711',
      store: chain.stores[0],
    },
  })
  const { page, open, expectAccessible, leave } = await visit({ by: accountant })
  await open('/vat-info')
  await page.getByRole('button', { name: `${say('Close without an invoice')}: Công ty TNHH Sao Mai` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: say('Close without an invoice') }).click()
  await dialog
    .getByText(/Lý do không xuất hóa đơn/)
    .first()
    .waitFor()
  await expectAccessible('why there is no invoice')
  await dialog.getByRole('textbox').fill('Khách đổi ý')
  await dialog.getByRole('button', { name: say('Close without an invoice') }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('tr[data-settled]').getByText(say('Closed without an invoice')).waitFor()
  await open(`/vat-info/view/${made.data.id}`)
  await page.getByRole('main').getByText('Khách đổi ý').waitFor()
  await expect.poll(() => page.locator('header').getByText(say('Completed'), { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: say('Undo completion') }).click()
  await page.getByRole('button', { name: say('Close without an invoice') }).waitFor()
  await leave()
})

test('a member at the desk signs and agrees before they are kept, and are called by the number they are told', async () => {
  const { page, open, expectAccessible, leave } = await visit({ by: clerk, expected: [/member-register/] })
  await open('/member-register/create')
  await page.locator('#field-full_name').fill('Nguyễn Thị Minh Châu')
  await page.locator('#field-birth_date').fill('17/05/1990')
  await page.locator('#field-birth_date').press('Tab')
  await page.locator('#field-identity_number').fill('079190000777')
  await page.locator('#field-phone').fill('0912345678')
  await expect.poll(() => page.getByRole('radio', { name: say('New card') }).isChecked()).toBe(true)
  await page.getByLabel(say('Card is made later')).check({ force: true })
  const [first = ''] = membershipConsent.words
  await page.getByText(say(first)).waitFor()
  await expectAccessible('the form at the desk')
  const canvas = page.locator('canvas')
  await canvas.scrollIntoViewIfNeeded()
  await canvas.hover()
  const pad = await canvas.boundingBox()
  if (!pad) throw new Error('There is nothing to sign on')
  await page.mouse.move(pad.x + 30, pad.y + 40)
  await page.mouse.down()
  await page.mouse.move(pad.x + 160, pad.y + 90, { steps: 6 })
  await page.mouse.up()
  // The drawing is kept a moment after the last stroke.
  await page.getByRole('button', { name: say('Sign again') }).waitFor()
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.getByText(say('You must agree to the terms')).first().waitFor()
  await page.getByLabel(say('The customer has read this and agrees')).check({ force: true })
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.waitForURL(/member-register\/view\/\d+$/)
  await page.getByText(say('Keeping your membership')).waitFor()
  await page.getByText(say('At the desk')).first().waitFor()
  await page
    .getByText(/^M\d{6}$/)
    .first()
    .waitFor()
  await leave()
})

test('a missing record is named once on the way to it, and a guest sees the page that is not found', async () => {
  const { page, open, leave } = await visit({ by: accountant, expected: [/vat-info\/99999/] })
  await open('/vat-info/view/99999')
  const crumbs = page.getByRole('navigation', { name: say('Breadcrumbs') })
  await crumbs.getByText(say('VAT requests')).waitFor()
  const twice = async () => {
    const words = (await crumbs.innerText()).split('/').map((word) => word.trim())
    return words.filter((word, at) => words.indexOf(word) !== at)
  }
  await expect.poll(twice).toEqual([])
  await leave()
  const guest = await visit()
  await guest.open('/not-found')
  await guest.page.getByRole('heading', { level: 1, name: say('Page not found') }).waitFor()
  expect(new URL(guest.page.url()).pathname).toBe('/not-found')
  await guest.leave()
})

test('a new role has no cost limit of its own accord; who has no place of work reads why all is empty, and is marked', async () => {
  const admin = await chain.person()
  const lost = await chain.person({ role: 'Reception' })
  const { page, open, expectAccessible, leave } = await visit({ by: admin })
  await open('/user-roles/create')
  await page.locator('#field-name').fill('Lễ tân ca tối')
  await expectAccessible('a new role')
  await expect.poll(() => page.getByRole('switch', { name: say('No cost limit') }).isChecked()).toBe(false)
  await page.getByRole('button', { name: say('Save'), exact: true }).click()
  await page.waitForURL(/user-roles\/\d+$/)
  expect(await rows(chain.db, sql`select cost_limit from user_roles where name = 'Lễ tân ca tối'`)).toEqual([
    { cost_limit: 0 },
  ])
  await open(`/users?search=${encodeURIComponent(lost.name)}`)
  await page.getByText(say('Sees nothing: no place of work')).waitFor()
  await expectAccessible('the list of users')
  await leave()
  const stranded = await visit({ by: lost })
  await stranded.open('/member-register')
  await stranded.page
    .getByText(
      say('Your role sees one store only, and your account has no store yet. Please ask an administrator to enter it.'),
    )
    .waitFor()
  await stranded.expectAccessible('the page of who has no store')
  await stranded.leave()
})
