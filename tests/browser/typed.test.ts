import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { formatNumber } from '../../src/shared/format.ts'
import { sumInWords } from '../../src/shared/vietnam/sum-in-words.ts'
import { startBrowser, wordsOf } from '../setup/browser/browser.ts'
import { startChain } from '../setup/chain.ts'
import { SUMS } from '../setup/records/typed.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
/** How the browser notes that the server was asked for all that is wrong with a form, and told it. */
const refusedCheck = (path: string) => new RegExp(`422 \\(Unprocessable Entity\\).*/api/${path}\\?check=1`)
const admin = await chain.person()
const say = wordsOf('vi')

const field = (page: Page, name: string) => page.locator(`#field-${name}`)
const told = (page: Page, name: string) => page.locator(`#field-${name}-error`)

/** ms between two keys of a quick hand: what types faster is a hand scanner, whose codes land in no field (decisions/scanning.md). */
const QUICK_HAND = { delay: 60 }

/** Types key by key, leaves by the keyboard. */
async function typeAndLeave(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill('')
  await field(page, name).pressSequentially(text, QUICK_HAND)
  await expect.poll(() => field(page, name).inputValue()).toBe(text)
  await field(page, name).press('Tab')
}

/** Every fourth way of the table: all of them take the parser's own test. */
const SOME = SUMS.filter(([typed], at) => at % 4 === 0 && !typed.startsWith(' '))

/** Each way of writing a sum: Korean writes as English does. */
describe.each(['vi', 'ko'] as const)('In %s', (lang) => {
  test('a sum that is typed or pasted is kept as it was meant, or as it stands with the reason', async () => {
    const visitor = await visit({ by: admin, lang })
    const { page } = visitor
    const words = wordsOf(lang)
    await visitor.open('/goods-refund/create')
    await field(page, 'amount').waitFor()
    for (const [typed, meant] of SOME) {
      await typeAndLeave(page, 'amount', typed)
      if (typeof meant === 'number') {
        await expect.poll(() => field(page, 'amount').inputValue(), { message: typed }).toBe(formatNumber(meant, lang))
        await page.getByText(sumInWords(meant, lang), { exact: true }).waitFor()
        await expect.poll(() => told(page, 'amount').count(), { message: typed }).toBe(0)
      } else {
        await expect.poll(() => field(page, 'amount').inputValue()).toBe(typed)
        await told(page, 'amount').waitFor()
        await expect.poll(() => told(page, 'amount').innerText()).toContain(words('Refunded amount'))
      }
      // The same from the clipboard.
      await page.evaluate((text) => navigator.clipboard.writeText(text), typed)
      await field(page, 'amount').fill('')
      await field(page, 'amount').focus()
      await page.keyboard.press('Control+V')
      await field(page, 'amount').press('Tab')
      await expect
        .poll(() => field(page, 'amount').inputValue(), { message: typed })
        .toBe(typeof meant === 'number' ? formatNumber(meant, lang) : typed)
    }
    await visitor.leave()
  })
})

test('a quantity of a line is kept as typed, with the reason why it is none', async () => {
  const visitor = await visit({ by: admin })
  const { page } = visitor
  await visitor.open('/goods-refund/create')
  const quantity = page.locator('[id="field-lines.0.quantity"]')
  for (const [typed, said] of [
    ['-1', say('{{field}}: at least {{min}}', { field: say('Quantity'), min: 1 })],
    ['1,5', say('{{field}}: only whole numbers, no fraction', { field: say('Quantity') })],
  ] as const) {
    await quantity.fill('')
    await quantity.pressSequentially(typed, QUICK_HAND)
    await quantity.press('Tab')
    await expect.poll(() => quantity.inputValue()).toBe(typed)
    await expect.poll(() => page.locator('[id="field-lines.0.quantity-error"]').innerText()).toBe(said)
  }
  // What only looks odd is told, and stands in nobody's way.
  const odd = page.getByText(say('The receipt number looks unlike one'))
  await typeAndLeave(page, 'bill', '#!@')
  await odd.waitFor()
  await typeAndLeave(page, 'bill', '0098712')
  await odd.waitFor({ state: 'detached' })
  await visitor.leave()
})

test('a date keeps what is typed, says what is wrong beneath, and lets no calendar lie over it', async () => {
  const visitor = await visit({ by: admin, expected: [refusedCheck('member-register')] })
  const { page } = visitor
  await visitor.open('/member-register/create')
  await field(page, 'birth_date').waitFor()
  const born = say('Date of birth')
  const WRONG: [string, string, Record<string, string>?][] = [
    [
      '1/13/1990',
      '{{field}}: there is no month {{n}}. The day comes before the month: {{turned}}',
      { n: '13', turned: '13/1/1990' },
    ],
    ['17/5', '{{field}}: the year is missing'],
    ['31/02/1990', '{{field}}: {{month}} has only {{n}} days', { month: '02/1990', n: '28' }],
    ['hôm qua', '{{field}}: please write the day as 31/12/2025'],
  ]
  for (const [typed, key, params] of WRONG) {
    await typeAndLeave(page, 'birth_date', typed)
    await expect.poll(() => field(page, 'birth_date').inputValue()).toBe(typed)
    await expect.poll(() => told(page, 'birth_date').innerText()).toBe(say(key, { field: born, ...params }))
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  }
  for (const [typed, shown, key] of [
    ['5/7/90', '05/07/1990', ''],
    ['05071990', '05/07/1990', ''],
    ['5.7.1990', '05/07/1990', ''],
    ['5/7/2090', '05/07/2090', '{{field}} cannot be in the future'],
    ['5/7/1890', '05/07/1890', '{{field}}: more than 120 years ago'],
  ] as const) {
    await typeAndLeave(page, 'birth_date', typed)
    await expect.poll(() => field(page, 'birth_date').inputValue()).toBe(shown)
    if (key) await expect.poll(() => told(page, 'birth_date').innerText()).toBe(say(key, { field: born }))
    else await expect.poll(() => told(page, 'birth_date').count()).toBe(0)
  }
  // Saving leads to the wrong field, and nothing opens over its message.
  await typeAndLeave(page, 'full_name', 'Lê Thị Hoa')
  await typeAndLeave(page, 'birth_date', '31/02/1990')
  await page.getByRole('button', { name: say('Save') }).click()
  await page.getByRole('alert').waitFor()
  await field(page, 'birth_date').focus()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => field(page, 'birth_date').inputValue()).toBe('31/02/1990')
  await visitor.expectAccessible('a form with a wrong date')

  // The keyboard opens the calendar, which begins with the years a person may be born in.
  await field(page, 'birth_date').fill('')
  await field(page, 'birth_date').press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: born })
  await calendar.waitFor()
  await visitor.expectAccessible('the calendar of a birth')
  await calendar.getByRole('button', { name: '1991' }).click()
  await calendar.getByRole('button', { name: 'Th05' }).click()
  await calendar.getByRole('button', { name: /^17 / }).click()
  await expect.poll(() => field(page, 'birth_date').inputValue()).toBe('17/05/1991')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-birth_date')
  await field(page, 'birth_date').press('Alt+ArrowDown')
  await calendar.waitFor()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  // By the pointer it opens below the message.
  await typeAndLeave(page, 'birth_date', '31/02/1990')
  await field(page, 'birth_date').click()
  await calendar.waitFor()
  const isApart = async () => {
    const [message, opened] = [await told(page, 'birth_date').boundingBox(), await calendar.boundingBox()]
    if (!message || !opened) throw new Error('The message or the calendar is gone')
    return opened.y >= message.y + message.height || opened.y + opened.height <= message.y
  }
  // It is put in its place once it is drawn.
  await expect.poll(isApart).toBe(true)
  await visitor.leave()
})

test('a user is not saved without the date that could not be read', async () => {
  const visitor = await visit({ by: admin, expected: [refusedCheck('user')] })
  const { page } = visitor
  await visitor.open('/users/create')
  await typeAndLeave(page, 'work_date', '30/02/2026')
  await page.getByRole('button', { name: say('Save') }).click()
  await page.getByRole('alert').waitFor()
  await expect.poll(() => field(page, 'work_date').inputValue()).toBe('30/02/2026')
  await expect
    .poll(() => told(page, 'work_date').innerText())
    .toBe(say('{{field}}: {{month}} has only {{n}} days', { field: say('Work date'), month: '02/2026', n: '28' }))
  await visitor.leave()
})

test('a list is filtered by two days that are typed', async () => {
  const visitor = await visit({ by: admin })
  const { page } = visitor
  await visitor.open('/goods-refund?created_at=today')
  await page
    .getByRole('button', { name: new RegExp(say('Created at')) })
    .first()
    .click()
  await page.getByLabel(say('From day')).fill('31/02/2026')
  await page.getByRole('button', { name: say('Apply') }).click()
  await page
    .getByText(say('{{field}}: {{month}} has only {{n}} days', { field: say('From day'), month: '02/2026', n: '28' }))
    .waitFor()
  await page.getByLabel(say('From day')).fill('1.2.26')
  await page.getByLabel(say('To day')).fill('2026-02-28')
  await page.getByRole('button', { name: say('Apply') }).click()
  await page.waitForURL(/created_at=2026-02-01\.\.2026-02-28/)
  await visitor.leave()
})

test('the public forms keep what is typed as the staff’s do', async () => {
  const visitor = await visit({ device: 'phone', lang: 'en' })
  const { page } = visitor
  await visitor.open('/good-delivery-registration?store=S01')
  const words = wordsOf('en')
  for (const [typed, meant] of SOME) {
    await typeAndLeave(page, 'receipt_value', typed)
    if (typeof meant === 'number') {
      await expect
        .poll(() => field(page, 'receipt_value').inputValue(), { message: typed })
        .toBe(formatNumber(meant, 'en'))
      await page.getByText(sumInWords(meant, 'en'), { exact: true }).waitFor()
    } else {
      await told(page, 'receipt_value')
        .filter({ hasText: meant.replace('Sum', 'Receipt value') })
        .waitFor()
      await expect.poll(() => field(page, 'receipt_value').inputValue()).toBe(typed)
    }
  }
  await visitor.open('/member-registration?store=S01')
  for (const [typed, shown, key] of [
    ['31/02/1990', '31/02/1990', '{{field}}: {{month}} has only {{n}} days'],
    ['5/7/90', '05/07/1990', ''],
    ['05071990', '05/07/1990', ''],
    ['5/7/2090', '05/07/2090', '{{field}} cannot be in the future'],
    ['5/7/1890', '05/07/1890', '{{field}}: more than 120 years ago'],
  ] as const) {
    await typeAndLeave(page, 'birth_date', typed)
    if (key)
      await told(page, 'birth_date')
        .filter({ hasText: words(key, { field: 'Date of birth', month: '02/1990', n: '28' }) })
        .waitFor()
    else await told(page, 'birth_date').waitFor({ state: 'detached' })
    await expect.poll(() => field(page, 'birth_date').inputValue()).toBe(shown)
  }
  await visitor.expectAccessible('the public form with a wrong date')
  await visitor.leave()
})

test('a form tells in one round what the browser finds and what only the server knows', async () => {
  const visitor = await visit({ by: admin, expected: [/422/] })
  const { page } = visitor
  await visitor.open('/member-register/create')
  await typeAndLeave(page, 'phone', '02438261234')
  await page.getByText(say('The phone is no mobile')).waitFor()
  await typeAndLeave(page, 'identity_number', '12345')
  await page.getByRole('button', { name: say('Save') }).click()
  const summary = page.getByRole('alert')
  await summary.getByText(say('{{field}} is required', { field: say('Full name') })).waitFor()
  await summary.getByText(say('Identity number has exactly 12 digits')).waitFor()
  // What comes later does not take the focus from the first mistake.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-full_name')
  await visitor.leave()
})

test('a picker on a slow line forgets nothing that was chosen meanwhile, and Enter sends no form before its list is there', async () => {
  for (const name of ['Khách quen', 'Dễ vỡ']) await chain.call('POST', 'tag', { by: admin, body: { name } })
  const visitor = await visit({ by: admin, lang: 'en', expected: [/503/, refusedCheck('ticket')] })
  const { page } = visitor
  await visitor.open('/complaints/create')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  let held = Promise.withResolvers<void>()
  await page.route(/get-name\?.*search=Long|tag\/grow/, async (route) => {
    await held.promise
    await route.continue()
  })
  await field(page, 'store').pressSequentially('Long', QUICK_HAND)
  await page.keyboard.press('Enter')
  await expect.poll(() => field(page, 'store').inputValue()).toBe('Long')
  expect(await page.getByRole('alert').count()).toBe(0)
  held.resolve()
  await expect.poll(() => field(page, 'store').inputValue()).toBe('Siêu thị Long Biên')
  expect(await page.getByRole('alert').count()).toBe(0)

  const remove = (name: string) => page.locator(`[aria-label="Remove ${name}"]`)
  const pick = async (typed: string, option: string) => {
    await field(page, 'tags').pressSequentially(typed, QUICK_HAND)
    await page.getByRole('option', { name: option }).click()
  }
  await pick('Khách', 'Khách quen')
  held = Promise.withResolvers()
  await pick('Gấp', 'Create “Gấp”')
  await pick('Dễ', 'Dễ vỡ')
  await remove('Khách quen').click()
  await expect.poll(() => save.isDisabled()).toBe(true)
  held.resolve()
  await remove('Gấp').waitFor()
  await remove('Dễ vỡ').waitFor()
  expect(await remove('Khách quen').count()).toBe(0)
  await expect.poll(() => save.isEnabled()).toBe(true)

  await page.unrouteAll()
  await page.route('**/tag/grow', (route) => route.fulfill({ status: 503, body: '' }))
  await pick('Chờ', 'Create “Chờ”')
  await page.getByText('try again').first().waitFor()
  await expect.poll(() => save.isEnabled()).toBe(true)
  await visitor.leave()
})
