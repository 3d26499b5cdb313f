import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import { membershipConsent } from '../../../src/shared/consents/membership.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { tabTo } from '../../setup/browser/hand.ts'
import { outOfReach } from '../../setup/browser/in-reach.ts'
import { pressByHand, scan, typeSlowly } from '../../setup/browser/scanner.ts'
import { startChain } from '../../setup/chain.ts'
import { AT_THE_DESK } from '../../setup/desk.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const reception = await chain.person({ role: 'Reception', store: chain.stores[0] })
const CARD = '079190000001|024123456|Nguyễn Thị Hoa|17051990|Nữ|9 Lê Lợi, Phường Bến Thành, TP. Hồ Chí Minh|25042021'
const SECOND_CARD =
  '001085054321|024123457|Trần Văn Bình|12031985|Nam|9 Hàng Bài, Phường Cửa Nam, Thành phố Hà Nội|25042021'
const THIRD_CARD =
  '001190054322|024123458|Lê Thị Cúc|05071990|Nữ|5 Phố Huế, Phường Hai Bà Trưng, Thành phố Hà Nội|25042021'
const MEMBER_CARD = '9704360012345678'

async function signOn(page: Page, name: string): Promise<void> {
  const pad = await page.getByRole('img', { name }).boundingBox()
  if (!pad) throw new Error('There is no pad to sign on')
  await page.mouse.move(pad.x + 30, pad.y + 40)
  await page.mouse.down()
  await page.mouse.move(pad.x + 120, pad.y + 70, { steps: 4 })
  await page.mouse.move(pad.x + 180, pad.y + 30, { steps: 4 })
  await page.mouse.up()
}

test('one member takes twelve keys beside the signature, at 200 % as well: scan, phone, the customer’s own phone, save, next', async () => {
  const say = wordsOf('vi')
  const desk = await visit({ by: reception, device: 'zoomed' })
  const { page } = desk
  await desk.open('/member-register/desk')
  await page.locator('#field-full_name').waitFor()
  await desk.expectAccessible('the desk of members')
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await pressByHand(page, key)
  }
  await scan(page, CARD)
  await expect.poll(() => page.locator('#field-full_name').inputValue()).toBe('Nguyễn Thị Hoa')
  expect(await page.locator('#field-identity_number').inputValue()).toBe('079190000001')
  expect(await page.locator('#field-birth_date').inputValue()).toBe('17/05/1990')
  await expect.poll(() => page.locator('#field-address-ward').inputValue()).toBe('Phường Bến Thành')
  await page.locator('#field-phone:focus').waitFor()
  // By hand: keys as quick as a scanner's would be part of the code that follows.
  await typeSlowly(page, '0912345678')
  keys += 10
  await scan(page, MEMBER_CARD)
  await expect.poll(() => page.locator('#field-card_number').inputValue()).toContain('5678')
  expect((await page.locator('#field-phone').inputValue()).replaceAll(' ', ''), 'nothing of a scan in a field').toBe(
    '0912345678',
  )
  await press('Enter')
  const code = page.getByRole('img', { name: say('Code for the customer’s phone') })
  await code.waitFor()
  const token = await row(chain.db, { n: 'number' }, sql`select count(*)::int as n from member_handovers`)
  expect(token?.n).toBe(1)
  await desk.expectAccessible('the code for the customer')
  await expect.poll(() => code.evaluate(isWholeInSight), { message: 'what the customer scans is in sight' }).toBe(true)

  // The customer's own phone, which reads the code on the screen.
  const link = await linkIn(page)
  const phone = await visit({ device: 'phone', lang: 'ko' })
  const ko = wordsOf('ko')
  await phone.open(link)
  await phone.page.getByText('Nguyễn Thị Hoa').waitFor()
  await page.getByText(say('The customer is reading…')).waitFor()
  expect(await phone.page.getByText('079190000001').count(), 'the number stays masked').toBe(0)
  await phone.expectAccessible('the page to sign on')
  await phone.page.getByRole('button', { name: ko('Agree and sign') }).click()
  await phone.page.getByText(ko('You must agree to the terms')).waitFor()
  await phone.page.getByText(ko('I agree to the terms')).click()
  await phone.page.getByRole('img', { name: ko('Field to sign in') }).scrollIntoViewIfNeeded()
  await signOn(phone.page, ko('Field to sign in'))
  await phone.page.getByRole('button', { name: ko('Agree and sign') }).click()
  await phone.page.getByRole('heading', { name: ko('Thank you') }).waitFor()
  await phone.page.reload()
  await phone.page.getByRole('heading', { name: ko('Thank you') }).waitFor()
  await phone.leave()

  await page.getByText(say('The customer has agreed and signed.')).first().waitFor()
  await page.locator('#member-desk-save:focus').waitFor()
  await press('Enter')
  await page.getByText(say('Saved: {{name}}', { name: 'Nguyễn Thị Hoa' })).waitFor()
  expect(keys).toBeLessThanOrEqual(12)
  // The next one is ready, from the card on.
  expect(await page.locator('#field-full_name').inputValue()).toBe('')
  const reader = page.getByLabel(say('Scan the citizen card or the member card'))
  await expect.poll(() => reader.evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(() => reader.evaluate(isWholeInSight)).toBe(true)
  const made = await row(
    chain.db,
    { form: 'string', full_name: 'string', warnings: 'string[]' },
    sql`select form, full_name, warnings from member_register`,
  )
  expect(made).toEqual({ form: 'desk', full_name: 'Nguyễn Thị Hoa', warnings: [] })

  // Who comes again is known before anything is typed.
  await scan(page, CARD)
  const known = page.getByRole('region', { name: say('Registered already') })
  await known.getByText('Nguyễn Thị Hoa').waitFor()
  await desk.expectAccessible('who is registered already')
  expect(await outOfReach(page)).toEqual([])
  await tabTo(known.getByRole('button', { name: say('Card lost or broken') }), 'Shift+Tab')
  // An Enter so soon after a scan may be the scanner's own.
  await page.keyboard.press('Space')
  await expect.poll(() => page.getByRole('radio', { name: say('Card lost or broken') }).isChecked()).toBe(true)
  await desk.context.close()
})

test('the tablet turned round, the desk’s side by keys alone: read, agree, sign; what is changed afterwards is signed again, by a typed name', async () => {
  const say = wordsOf('en')
  const desk = await visit({ by: reception, lang: 'en', device: 'tablet' })
  const { page } = desk
  const press = (key: string) => page.keyboard.press(key)
  // At once, as an input method gives a word: keys without a pause would be a scanner's.
  const write = async (name: string, text: string, way?: 'Shift+Tab') => {
    await tabTo(page.locator(`#field-${name}`), way)
    await press('Control+a')
    await page.keyboard.insertText(text)
  }
  await desk.open('/member-register/desk')
  await write('full_name', 'Lê Văn Tám')
  await write('birth_date', '02091990')
  await write('identity_number', '001090012345')
  await write('phone', '0912000777')
  await tabTo(page.locator('#field-card_later'))
  await press('Space')
  const onThisScreen = page.getByRole('button', { name: say('On this screen') })
  await tabTo(onThisScreen)
  await press('Enter')
  const turned = page.getByRole('dialog')
  await turned.getByText('Lê Văn Tám').waitFor()
  // As on the customer's own phone.
  await turned.getByText('02/09/1990').waitFor()
  for (const asked of [
    'I agree to the terms',
    'I would like to hear about offers for members',
    'You may ask me by e-mail how you did',
  ])
    await turned.getByRole('switch', { name: say(asked) }).waitFor()
  const done = turned.getByRole('button', { name: say('Done') })
  expect(await done.isDisabled()).toBe(true)
  await tabTo(turned.locator('#field-agreed'))
  await press('Space')
  // The hand of the customer.
  await turned.locator('canvas').scrollIntoViewIfNeeded()
  const box = await turned.locator('canvas').boundingBox()
  if (!box) throw new Error('There is no pad to sign on')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 80, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => done.isDisabled(), { timeout: 400, message: 'done with the last stroke' }).toBe(false)
  await desk.expectAccessible('the screen turned round')
  await tabTo(done)
  await press('Enter')
  const given = page.getByText(say('The customer has agreed and signed.'))
  await given.waitFor()
  await page.locator('#member-desk-save:focus').waitFor()

  await write('full_name', 'Lê Văn Chín', 'Shift+Tab')
  await page.getByText(say('The customer reads what was entered, agrees and signs.')).waitFor()
  await tabTo(onThisScreen)
  await press('Enter')
  await turned.getByText('Lê Văn Chín').waitFor()
  await tabTo(turned.locator('#field-agreed'))
  await press('Space')
  await tabTo(turned.getByRole('button', { name: say('Type your name instead') }))
  await press('Enter')
  await tabTo(turned.getByLabel(say('Your name as your signature')))
  await page.keyboard.insertText('Lê Văn Chín')
  await press('Enter')
  await turned.getByRole('button', { name: say('Sign again') }).waitFor()
  await desk.expectAccessible('a name that was typed as a signature')
  const [asked, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/member-register', async (route) => {
    asked.resolve()
    await read.promise
    await route.continue()
  })
  await tabTo(done)
  await press('Enter')
  await given.waitFor()
  await page.locator('#member-desk-save:focus').waitFor()
  // Whoever comes next holds out their card while this one is on its way.
  await press('Enter')
  await asked.promise
  await scan(page, CARD)
  await page.getByRole('status').locator('[data-state=done]').waitFor()
  read.resolve()
  await page.getByText(say('Saved: {{name}}', { name: 'Lê Văn Chín' })).waitFor()
  await expect.poll(() => page.locator('#field-full_name').inputValue()).toBe('Nguyễn Thị Hoa')
  const signed = await row(
    chain.db,
    { is_signed: 'boolean' },
    sql`select signature is not null as is_signed from member_register where full_name = 'Lê Văn Chín'`,
  )
  expect(signed).toEqual({ is_signed: true })
  await desk.leave()
})

test('on the screen turned round no switch is on before the customer named above it has turned it on', async () => {
  const say = wordsOf('vi')
  const desk = await visit({ by: reception, device: 'tablet' })
  const { page } = desk
  const turned = page.getByRole('dialog')
  const handTo = async (name: string) => {
    await page.getByRole('button', { name: say('On this screen') }).click()
    await turned.getByText(name).waitFor()
  }
  const come = async (card: string, name: string, phone: string) => {
    await scan(page, card)
    await expect.poll(() => page.locator('#field-full_name').inputValue()).toBe(name)
    await page.locator('#field-phone').fill(phone)
    await handTo(name)
  }
  const switches = () => turned.getByRole('switch')
  const on = () => switches().evaluateAll((all) => all.filter((one) => (one as HTMLInputElement).checked).length)
  await desk.open('/member-register/desk')
  await page.locator('#field-full_name').waitFor()
  await page.locator('#field-card_later').check({ force: true })
  await come(CARD, 'Nguyễn Thị Hoa', '0912345601')
  for (const one of await switches().all()) await one.check({ force: true })
  expect(await on()).toBe(3)
  await signOn(page, say('Signature'))
  await page.keyboard.press('Escape')
  await turned.waitFor({ state: 'detached' })
  await handTo('Nguyễn Thị Hoa')
  expect(await on(), 'what was left without being done').toBe(0)
  expect(await turned.getByRole('img', { name: say('Signature') }).evaluate((one) => one.tagName)).toBe('CANVAS')
  for (const one of await switches().all()) await one.check({ force: true })
  await page.keyboard.press('Escape')
  await turned.waitFor({ state: 'detached' })

  await come(SECOND_CARD, 'Trần Văn Bình', '0912345602')
  expect(await on(), 'of the customer before, who has not signed').toBe(0)
  await turned.locator('#field-agreed').check({ force: true })
  await turned.locator('#field-offers').check({ force: true })
  await signOn(page, say('Signature'))
  await turned.getByRole('button', { name: say('Done') }).click()
  await page.getByText(say('The customer has agreed and signed.')).waitFor()
  await handTo('Trần Văn Bình')
  expect(await on(), 'of the same customer, who has signed').toBe(2)
  await page.keyboard.press('Escape')
  await page.getByText(say('The customer has agreed and signed.')).waitFor()

  await come(THIRD_CARD, 'Lê Thị Cúc', '0912345603')
  expect(await on(), 'of the customer before, who has signed').toBe(0)
  await desk.context.close()
})

test('what a customer signed on their phone is no signature for what is asked for after a change', async () => {
  const say = wordsOf('vi')
  const { page, open, leave } = await visit({ by: reception })
  const handedOver = async () => {
    const made = page.waitForResponse((one) => one.url().endsWith('/handovers') && one.request().method() === 'POST')
    await page.getByRole('button', { name: say('On their phone') }).click()
    const { Data } = await (await made).json()
    return String(Data.token)
  }
  await open('/member-register/desk')
  await page.locator('#field-full_name').waitFor()
  await page.locator('#field-card_later').check({ force: true })
  await scan(page, SECOND_CARD)
  await expect.poll(() => page.locator('#field-full_name').inputValue()).toBe('Trần Văn Bình')
  await page.locator('#field-phone').fill('0912345604')
  const body = { token: await handedOver(), agreed: true, terms: '1', signature: AT_THE_DESK.signature }
  expect((await chain.call('POST', 'public/member-signing', { body })).code).toBe(0)
  const given = page.getByText(say('The customer has agreed and signed.'))
  await given.waitFor()
  await page.locator('#field-phone').fill('0912345605')
  await given.waitFor({ state: 'detached' })
  let isAsked = false
  const polled = Promise.withResolvers<void>()
  await page.route(/handovers\/\d+$/, async (route) => {
    isAsked = true
    await polled.promise
    await route.continue()
  })
  await handedOver()
  await page.getByRole('img', { name: say('Code for the customer’s phone') }).waitFor()
  await expect.poll(() => isAsked).toBe(true)
  expect(await given.count()).toBe(0)
  polled.resolve()
  await leave()
})

test('on a slow line nothing that comes late replaces what the desk has done meanwhile, and every scan counts', async () => {
  const say = wordsOf('vi')
  const desk = await visit({ by: reception })
  const { page } = desk
  /** Holds back the first call of a path until it is let go. */
  const hold = async (path: string) => {
    const [come, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      path,
      async (route) => {
        come.resolve()
        await gone.promise
        await route.continue()
      },
      { times: 1 },
    )
    const release = async () => {
      const answer = page.waitForResponse(path)
      gone.resolve()
      await (await answer).finished()
    }
    return { come: come.promise, release }
  }
  await desk.open('/member-register/desk')
  await page.locator('#field-full_name').waitFor()

  const known = await hold('**/api/member-register/known')
  await scan(page, SECOND_CARD)
  await known.come
  const line = page.locator('#field-address-line')
  await line.fill('1 Tràng Tiền')
  await known.release()
  await page.locator('#field-phone').fill('0912345701')
  await page.locator('#field-card_later').check({ force: true })
  expect(await line.inputValue()).toBe('1 Tràng Tiền')

  const handover = await hold('**/api/member-register/handovers')
  const onTheirPhone = page.getByRole('button', { name: say('On their phone') })
  await onTheirPhone.click()
  await handover.come
  expect(await onTheirPhone.isDisabled()).toBe(true)
  await page.locator('#field-phone').fill('0912345702')
  await onTheirPhone.click()
  const code = page.getByRole('img', { name: say('Code for the customer’s phone') })
  await code.waitFor()
  const link = await linkIn(page)
  await handover.release()
  expect(await linkIn(page), 'what the customer scans is what they were asked for last').toBe(link)

  const answer = { agreed: true, terms: membershipConsent.version, offers: false, surveys: false }
  const token = link.split('/').at(-1)
  const sign = await chain.call('POST', 'public/member-signing', {
    body: { ...answer, token, signature: AT_THE_DESK.signature },
  })
  expect(sign.status).toBe(200)
  const given = page.getByText(say('The customer has agreed and signed.'))
  await given.waitFor()

  const saving = await hold('**/api/member-register')
  await page.locator('#member-desk-save').click()
  await saving.come
  await scan(page, THIRD_CARD)
  await page.getByRole('status').locator('[data-state=done]').waitFor()
  await scan(page, MEMBER_CARD)
  await page.waitForTimeout(300)
  await saving.release()
  await expect.poll(() => page.locator('#field-full_name').inputValue()).toBe('Lê Thị Cúc')
  await expect.poll(() => page.locator('#field-card_number').inputValue()).toContain('5678')
  await desk.leave()
})

/** Runs in the page. */
function isWholeInSight(one: Element): boolean {
  const { top, bottom } = one.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/** The link that the code on the screen says, as a phone reads it. */
async function linkIn(page: Page): Promise<string> {
  const picture = join(newFolder('desk-code'), 'code.png')
  await page.getByRole('img', { name: wordsOf('vi')('Code for the customer’s phone') }).screenshot({ path: picture })
  const said = execFileSync('zbarimg', ['--quiet', '--nodbus', '--raw', picture], { encoding: 'utf8' }).trim()
  return new URL(said).pathname
}
