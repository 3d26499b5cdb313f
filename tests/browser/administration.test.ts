import { describe, expect, test } from 'vitest'
import type { Language } from '../../src/shared/language.ts'
import { choose, type Device, startBrowser, type Visitor, wordsOf } from '../setup/browser/browser.ts'
import { aSecondOf } from '../setup/browser/promptly.ts'
import { startChain } from '../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()

describe.each<[Language, Device]>([
  ['vi', 'desktop'],
  ['en', 'phone'],
])('An administrator reading %s on a %s', (lang, device) => {
  const say = wordsOf(lang)
  const store = `Siêu thị Tây Hồ ${lang}`
  const department = `Thu ngân ${lang}`
  const role = `Trưởng quầy ${lang}`
  const name = `Lê Minh Châu ${lang}`
  const email = `chau.${lang}@chain.example`

  const save = async ({ page }: Visitor, leadsTo: RegExp) => {
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    await page.waitForURL(leadsTo)
  }

  test('adds a store, a department, a role through the matrix and a user with it, who sets a password and is blocked within a second', async () => {
    const boss = await visit({ lang, device, by: admin })
    const { page } = boss

    await boss.open('/stores/create')
    await page.locator('#field-code').fill(`T-${lang}`)
    await page.locator('#field-name').fill(store)
    await choose(page, 'manager', admin.name)
    await boss.expectAccessible('the form of a store')
    await save(boss, /\/stores\/view\/\d+$/)
    await page.getByRole('heading', { level: 1, name: store }).waitFor()
    await boss.expectAccessible('a store')

    await boss.open('/departments/create')
    await page.locator('#field-name').fill(department)
    await choose(page, 'manager', admin.name)
    await save(boss, /\/departments\/view\/\d+$/)

    await boss.open('/user-roles/create')
    await page.locator('#field-name').fill(role)
    const tick = page.getByRole('checkbox', { name: `${say('Complaints')}: ${say('Edit')}`, exact: true })
    // On a phone a module is one line, which opens.
    if (device === 'phone') {
      expect(await tick.isVisible()).toBe(false)
      await page.getByRole('button', { name: say('Rights: {{module}}', { module: say('Complaints') }) }).click()
    }
    await tick.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => tick.isChecked()).toBe(true)
    await expect
      .poll(() => page.getByRole('checkbox', { name: `${say('Complaints')}: ${say('Read')}`, exact: true }).isChecked())
      .toBe(true)
    await boss.expectAccessible('the permission matrix')
    await save(boss, /\/user-roles\/\d+$/)
    await page.getByRole('heading', { level: 1, name: role }).waitFor()
    await boss.expectAccessible('a role')

    await boss.open('/users/create')
    await page.locator('#field-user_code').fill(`NV-${lang}`)
    await page.locator('#field-user_name').fill(name)
    await page.locator('#field-email').fill(email)
    await choose(page, 'role', role)
    await choose(page, 'department', department)
    await choose(page, 'store', store)
    await page.locator('#field-position').click()
    await page.getByRole('option', { name: say('Staff'), exact: true }).click()
    await page.locator('#field-employee_code').fill(device === 'phone' ? '2026000000000001' : '2026000000000002')
    await boss.expectAccessible('the form of a user')
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    const link = await page.getByLabel(say('Invitation link')).inputValue()
    expect(link).toContain(`${chain.url}/backoffice/invitation/`)
    await boss.expectAccessible('the invitation link')
    await page.getByRole('button', { name: say('Done') }).click()
    await page.waitForURL(/\/users\/view\/\d+$/)

    const newcomer = await visit({ lang, device: 'desktop', expected: [/status of 401/] })
    await newcomer.open(new URL(link).pathname)
    await newcomer.page.locator('input[name=password]').fill('short')
    await newcomer.page.getByRole('button', { name: say('Save and go on') }).click()
    await newcomer.page.locator('#field-password-error').waitFor()
    await newcomer.expectAccessible('the invitation')
    await newcomer.page.locator('input[name=password]').fill('Quầy-mười-hai-27')
    await newcomer.page.getByRole('button', { name: say('Save and go on') }).click()
    await newcomer.page.waitForURL('**/dashboard')
    await newcomer.page
      .getByRole('link', { name: say('Complaints') })
      .first()
      .waitFor()
    await expect.poll(() => newcomer.page.getByRole('link', { name: say('Users'), exact: true }).count()).toBe(0)
    await newcomer.open('/users')
    await newcomer.page.getByRole('heading', { level: 1, name: say('Page not found') }).waitFor()
    await newcomer.open('/complaints')
    await newcomer.page.getByRole('heading', { level: 1 }).waitFor()

    await page.getByRole('button', { name: say('Block'), exact: true }).click()
    const most = await aSecondOf(newcomer.page)
    // Led away, that is: how long the page to sign in takes to load is no part of it.
    const signedOut = newcomer.page
      .waitForURL('**/backoffice/login**', { waitUntil: 'commit' })
      .then(() => performance.now())
    const blocked = page.waitForResponse((response) => response.url().endsWith('/block'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Block'), exact: true })
      .click()
    await blocked
    const since = performance.now()
    expect((await signedOut) - since).toBeLessThan(most)
    await page.getByText(say('Blocked: cannot sign in')).waitFor()
    await newcomer.leave()

    await boss.open('/audit')
    for (const title of [store, department, role, name]) await page.getByRole('main').getByText(title).first().waitFor()
    await boss.expectAccessible('the audit')
    await boss.leave()
  })
})

test('an invitation opens once', async () => {
  const made = await chain.call<{ invitation: string }>('POST', 'user', {
    by: admin,
    body: {
      user_code: 'NV-1',
      user_name: 'Đỗ Hải',
      email: 'hai@chain.example',
      role: 1,
      department: chain.departments[0],
      position: '1',
      employee_code: '1234567890123456',
    },
  })
  const say = wordsOf('vi')
  const first = await visit({ device: 'phone' })
  await first.open(made.data.invitation)
  await first.page.locator('input[name=password]').fill('Quầy-mười-hai-27')
  await first.page.getByRole('button', { name: say('Save and go on') }).click()
  await first.page.waitForURL('**/dashboard')
  await first.leave()
  const second = await visit({ device: 'phone', expected: [/status of 404/] })
  await second.open(made.data.invitation)
  await second.page.getByRole('heading', { name: say('This link is no longer valid') }).waitFor()
  await second.expectAccessible('a used invitation')
  await second.leave()
})
