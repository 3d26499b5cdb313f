import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addressesOf, PUBLIC_FORMS } from '../../../src/modules/public-pages.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import type { Consent } from '../../../src/shared/consents/consent.ts'
import { deliveryConsent } from '../../../src/shared/consents/delivery.ts'
import { membershipConsent } from '../../../src/shared/consents/membership.ts'
import { vatConsent } from '../../../src/shared/consents/vat.ts'
import type { Language } from '../../../src/shared/language.ts'
import { englishOn, startBrowser, type Visitor, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'
import { AT_THE_DESK } from '../../setup/desk.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
await sql`insert into master_company (tax_code, name) values ('0100112437', 'Công ty Cổ phần Hà An')`.execute(chain.db)

/** Somebody in front of a form: the page, the language's words, and a phone number that only this sending has. */
interface Hand {
  page: Visitor['page']
  say: ReturnType<typeof wordsOf>
  lang: Language
  phone: string
}

const type = ({ page }: Hand, name: string, value: string) => page.locator(`#field-${name}`).fill(value)
const pick = async ({ page }: Hand, name: string, wanted: string) => {
  await page.locator(`#field-${name}`).click()
  const box = page.getByRole('dialog')
  await box.getByRole('searchbox').fill(wanted)
  await box.locator('button.picker-line').first().click()
  await box.waitFor({ state: 'detached' })
}
const sign = async ({ page, say }: Hand) => {
  const pad = page.getByRole('img', { name: say('Field to sign in') })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is nothing to sign on')
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 30, { steps: 4 })
  await page.mouse.move(box.x + 200, box.y + 80, { steps: 4 })
  await page.mouse.up()
}

/** Waits until a field holds a text, or nothing. */
const holds = (page: Hand['page'], name: string, value: string) =>
  page.waitForFunction(
    ([id, wanted]) => {
      const held = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#field-${id}`)?.value
      return wanted === '' ? held === '' : held?.includes(wanted)
    },
    [name, value] as const,
  )

interface Form {
  path: string
  /** The one it is filled in in: that all is said in each is looked at elsewhere. */
  lang: Language
  module: string
  table: string
  consent: Consent
  /** Each but the last ends with the button that leads on. */
  steps: ((hand: Hand) => Promise<void>)[]
  /** A field of the last step, and what of it a reload gives back. */
  kept: [name: string, value: string] | null
  send: string
  thanks: string
  number: string
}

const person = async (hand: Hand) => {
  await type(hand, 'full_name', 'Trần Thu Hà')
  await type(hand, 'birth_date', '24101990')
  await type(hand, 'identity_number', `00119${hand.phone.slice(3)}`)
}
const contact = async (hand: Hand) => {
  await type(hand, 'phone', hand.phone)
  await type(hand, 'address-line', '12 Phố Huế')
}
const FORMS: Form[] = [
  {
    path: '/vat-registration',
    lang: 'vi',
    module: 'vat-info',
    table: 'vat_info',
    consent: vatConsent,
    steps: [
      async (hand) => {
        await type(hand, 'tax_code', '0100112437')
        await holds(hand.page, 'company_name', 'Công ty Cổ phần Hà An')
        await type(hand, 'bill_tail', hand.phone.slice(2))
        await type(hand, 'email', 'ke.toan@ha-an.example')
        await type(hand, 'phone', hand.phone)
      },
    ],
    kept: ['tax_code', '0100112437'],
    send: 'Send request',
    thanks: 'Your request has arrived',
    number: 'Your request number',
  },
  {
    path: '/good-delivery-registration?store=S01',
    lang: 'ko',
    module: 'goods-delivery',
    table: 'goods_delivery',
    consent: deliveryConsent,
    steps: [
      async (hand) => {
        await type(hand, 'receipt_no', 'HD-2211')
        await type(hand, 'receipt_value', '1250000')
        await hand.page.locator('#field-receipt_value').blur()
        const grouped = new Intl.NumberFormat(hand.lang).format(1_250_000)
        await expect.poll(() => hand.page.locator('#field-receipt_value').inputValue()).toBe(grouped)
      },
      async (hand) => {
        await type(hand, 'customer_name', 'Trần Thu Hà')
        await type(hand, 'phone', hand.phone)
        await pick(hand, 'to_address', 'ha noi')
        await pick(hand, 'to_address-ward', 'ba dinh')
        await type(hand, 'to_address-line', '12 Phố Huế')
      },
      async (hand) => type(hand, 'notes', 'Tầng 3, gọi trước'),
    ],
    kept: ['notes', 'Tầng 3, gọi trước'],
    send: 'Register delivery',
    thanks: 'Your delivery is registered',
    number: 'Your delivery number',
  },
  {
    path: '/member-registration?store=S01',
    lang: 'en',
    module: 'member-register',
    table: 'member_register',
    consent: membershipConsent,
    steps: [
      async (hand) => {
        await person(hand)
        await pick(hand, 'address', 'ha noi')
        await pick(hand, 'address-district', 'ba dinh')
        await pick(hand, 'address-ward', 'truc bach')
        await contact(hand)
        await sign(hand)
      },
    ],
    kept: ['identity_number', '00119'],
    send: 'Send registration',
    thanks: 'Your registration has arrived',
    number: 'Your registration number',
  },
  {
    path: '/member-registration-new?store=S01',
    lang: 'vi',
    module: 'member-register',
    table: 'member_register',
    consent: membershipConsent,
    steps: [
      async () => {},
      person,
      async (hand) => {
        await pick(hand, 'address', 'ho chi minh')
        await pick(hand, 'address-ward', 'ben thanh')
        await contact(hand)
      },
      sign,
    ],
    kept: null,
    send: 'Send registration',
    thanks: 'Your registration has arrived',
    number: 'Your registration number',
  },
]
let phones = 10_000_000
const handOf = ({ page }: Visitor, lang: Language): Hand => ({ page, say: wordsOf(lang), lang, phone: `09${++phones}` })
const arrived = (table: string, phone: string) =>
  row(
    chain.db,
    { n: 'number', id: 'number' },
    sql`select count(*)::int as n, max(id) as id from ${sql.table(table)} where phone = ${phone}`,
  )

/** Through all steps, to the last field; the store comes by the address. */
async function fill(
  { steps }: Form,
  hand: Hand,
  look: (where: string) => Promise<void> = async () => {},
): Promise<void> {
  const { page, say } = hand
  for (const [at, step] of steps.entries()) {
    await page.locator('form.public-form').waitFor()
    if (at === 0 && (await page.locator('.store-field').count()) > 0)
      await page.getByText('Siêu thị Cầu Giấy').waitFor()
    await step(hand)
    await look(`step ${at + 1}`)
    if (at === steps.length - 1) return
    await page.getByRole('button', { name: say('Continue') }).click()
    await page.getByText(say('Step {{n}} of {{all}}', { n: at + 2, all: steps.length })).waitFor()
  }
}

/** As on a busy phone: what waits to be written comes due just when the draft was forgotten, while the form still stands. */
const writeLate = ({ page }: Visitor) =>
  page.addInitScript(() => {
    const [later, never, remove] = [window.setTimeout, window.clearTimeout, Storage.prototype.removeItem]
    const waiting = new Map<number, () => void>()
    const wait = (work: () => void, ms?: number) => {
      const id = later(() => waiting.delete(id) && work(), ms === 300 ? 3000 : ms)
      waiting.set(id, work)
      return id
    }
    Object.assign(window, { setTimeout: wait })
    window.clearTimeout = (id) => {
      waiting.delete(Number(id))
      never(id)
    }
    Storage.prototype.removeItem = function (name) {
      remove.call(this, name)
      if (this !== localStorage || !name.endsWith('-draft')) return
      for (const [id, work] of waiting) {
        waiting.delete(id)
        work()
      }
    }
  })

/** From the empty form to the number, with a reload on the way. */
async function journey(form: Form): Promise<void> {
  const { lang } = form
  const customer = await visit({ device: 'phone', lang })
  const hand = handOf(customer, lang)
  const { page, say } = hand
  await writeLate(customer)
  await customer.open(form.path)
  await fill(form, hand, customer.expectAccessible)
  if (form.kept) {
    const [name, value] = form.kept
    await page.reload()
    await holds(page, name, value)
  }
  await expect.poll(() => page.getByLabel(say('I agree to the terms')).isChecked()).toBe(false)
  await page.getByLabel(say('I agree to the terms')).check()
  await page.getByRole('button', { name: say(form.send) }).click()
  await page.getByRole('heading', { name: say(form.thanks) }).waitFor()
  await expect.poll(() => page.getByRole('status', { name: say(form.number) }).innerText()).toMatch(/^[A-Z]{1,3}\d{6}$/)
  await customer.expectAccessible('the end')
  const made = await arrived(form.table, hand.phone)
  expect(made?.n).toBe(1)
  const consents = await rows(
    chain.db,
    sql`select version, language from consents where module = ${form.module} and record_id = ${made?.id}`,
  )
  expect(consents).toEqual([{ version: form.consent.version, language: lang }])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.endsWith('-draft')))).toEqual([])
  await customer.leave()
}

describe('A customer with a phone', () => {
  test.each(FORMS)('fills in $path and gets a number', journey)

  test.each(FORMS)(
    'reads beside each field of $path what is wrong in their language, and is led to the first',
    async (form) => {
      const readIn = async (lang: Language) => {
        const customer = await visit({ device: 'phone', lang })
        const { page } = customer
        await customer.open(form.path.split('?')[0] ?? '')
        await page.locator('form.public-form button[type=submit]').click()
        await page.locator('.error').first().waitFor()
        await page.locator('.field:has(.error)').first().locator('[id^=field-]:focus').waitFor()
        // What nobody sees is there for machines to fill in.
        expect((await englishOn(page, lang)).filter((text) => text !== 'Website')).toEqual([])
        await customer.expectAccessible('the form with mistakes')
        await customer.leave()
      }
      await Promise.all([readIn('vi'), readIn('ko')])
    },
  )
})

const [, , classic, inSteps] = FORMS

test('a form whose challenge came late on a slow line is taken the first time it is sent', async () => {
  const customer = await visit({ device: 'phone', lang: 'vi' })
  const hand = handOf(customer, 'vi')
  const [vat] = FORMS
  if (!vat) throw new Error('There is no such form')
  const answers: number[] = []
  customer.page.on('response', (answer) => {
    if (answer.request().method() === 'POST' && answer.url().endsWith('/vat-register')) answers.push(answer.status())
  })
  let letThrough = () => {}
  const isFilled = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await customer.page.route('**/public/challenge', async (route) => {
    await isFilled
    // The challenge says its second only: by more than that it must come later than it was asked for.
    await customer.page.waitForTimeout(1500)
    await route.continue()
  })
  await customer.open(vat.path)
  await fill(vat, hand)
  await customer.page.getByLabel(hand.say('I agree to the terms')).check()
  await customer.page.getByRole('button', { name: hand.say(vat.send) }).click()
  letThrough()
  await customer.page.getByRole('heading', { name: hand.say(vat.thanks) }).waitFor()
  await expect.poll(() => answers).toEqual([201])
  await customer.leave()
})

/** The worker of the form that is open keeps it from now on, and has forgotten what an older one kept. */
const kept = (page: Hand['page']) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activating')
      await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }))
  })

test('a form that was opened once opens without a connection, is kept, outlives its tab, and goes out once, whichever form is opened next', async () => {
  const customer = await visit({ device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/] })
  if (!inSteps) throw new Error('There is no such form')
  await customer.page.goto('/healthz')
  await customer.page.evaluate(() => caches.open('form /member-registration-new of-last-year'))
  await customer.open(inSteps.path)
  await customer.page.getByText('Siêu thị Cầu Giấy').waitFor()
  await kept(customer.page)
  const names = await customer.page.evaluate(() => caches.keys())
  expect(names).toEqual([expect.stringMatching(/^form \/member-registration-new [0-9a-f]{12}$/)])
  await customer.page.close()

  await customer.context.setOffline(true)
  const page = await customer.context.newPage()
  const hand: Hand = { ...handOf(customer, 'vi'), page }
  const { say } = hand
  await page.goto(inSteps.path)
  const [, person, , last] = inSteps.steps
  await fill({ ...inSteps, steps: [async () => {}, person ?? sign, contact, last ?? sign] }, hand)
  await page.getByLabel(say('I agree to the terms')).check()
  await page.getByRole('button', { name: say(inSteps.send) }).click()
  await page.getByRole('heading', { name: say('Kept on this device') }).waitFor()
  await page.close()
  expect((await arrived(inSteps.table, hand.phone))?.n).toBe(0)

  await customer.context.setOffline(false)
  const [one, two] = [await customer.context.newPage(), await customer.context.newPage()]
  await Promise.all([one.goto('/feedback'), two.goto('/vat-registration')])
  await expect.poll(async () => (await arrived(inSteps.table, hand.phone))?.n).toBe(1)
  await one.reload()
  await one.getByText(say('The form you saved has arrived:')).waitFor()
  expect((await arrived(inSteps.table, hand.phone))?.n).toBe(1)
  await customer.leave()
})

/** The empty page between two of ours has no storage. */
const NOWHERE = /Access is denied for this document/

test('a kept form that the server refuses is found again on any form, with what is wrong beside its fields, and goes out once', async () => {
  const customer = await visit({
    device: 'phone',
    expected: [/ERR_INTERNET_DISCONNECTED/, NOWHERE],
  })
  const hand = handOf(customer, 'vi')
  const { page, say } = hand
  if (!classic) throw new Error('There is no such form')
  // A store of its own: nobody else closes it, or opens it again meanwhile.
  await sql`insert into stores (code, name) values (${hand.phone}, ${`Siêu thị ${hand.phone}`})`.execute(chain.db)
  await customer.open(`/member-registration?store=${hand.phone}`)
  await page.getByText(`Siêu thị ${hand.phone}`).waitFor()
  await person(hand)
  await contact(hand)
  await page.getByLabel(say('I agree to the terms')).check()
  await kept(page)
  await customer.context.setOffline(true)
  // Closed before anything can go out, whenever the browser finds its worker a line.
  await sql`update stores set active = false where code = ${hand.phone}`.execute(chain.db)
  await page.getByRole('button', { name: say(classic.send) }).click()
  await page.getByRole('heading', { name: say('Kept on this device') }).waitFor()
  await page.goto('about:blank')

  // No form is open: the browser itself wakes the worker when the line is back.
  await customer.context.setOffline(false)
  await page.goto('/backoffice/login')
  await wakeWorkers(customer)
  await page.goto('/vat-registration')
  await page.getByRole('button', { name: say('Discard') }).waitFor()
  await customer.expectAccessible('a form that came back')
  await page.getByRole('button', { name: say('Correct and resend') }).click()
  await page.waitForURL('**/member-registration')
  await page.locator('#field-store-error').waitFor()
  await holds(page, 'identity_number', '00119')
  await customer.expectAccessible('the form that is put right')
  await page.locator('#field-store').click()
  await page.getByRole('dialog').locator('button.picker-line').first().click()
  await page.getByRole('button', { name: say(classic.send) }).click()
  await page.getByRole('heading', { name: say(classic.thanks) }).waitFor()
  expect((await arrived(classic.table, hand.phone))?.n).toBe(1)
  await page.reload()
  await holds(page, 'full_name', '')
  await expect.poll(() => page.locator('.note').count()).toBe(0)
  await customer.leave()
})

/** What the outbox of the forms holds. */
const keptLetters = (page: Hand['page']) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const open = indexedDB.open('forms')
        open.onsuccess = () => {
          const asked = open.result.transaction('outbox').objectStore('outbox').count()
          asked.onsuccess = () => resolve(asked.result)
        }
      }),
  )

/** The VAT form, filled in and not sent. */
async function filledVat(customer: Visitor) {
  const hand = handOf(customer, 'vi')
  const [vat] = FORMS
  if (!vat) throw new Error('There is no such form')
  await customer.open(vat.path)
  await fill(vat, hand)
  return { vat, hand }
}

test('a form whose button is pressed twice is sent once, and nothing of it is kept', async () => {
  const customer = await visit({ device: 'phone' })
  const { vat, hand } = await filledVat(customer)
  const { page, say } = hand
  await page.getByLabel(say('I agree to the terms')).check()
  await page.getByRole('button', { name: say(vat.send) }).dblclick()
  await page.getByRole('heading', { name: say(vat.thanks) }).waitFor()
  expect(await keptLetters(page)).toBe(0)
  expect((await arrived(vat.table, hand.phone))?.n).toBe(1)
  await customer.leave()
})

test('a form that a second tab sent otherwise meanwhile comes back, and is sent as one of its own', async () => {
  const customer = await visit({ device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/, /422/] })
  const { vat, hand } = await filledVat(customer)
  const { page, say } = hand
  await page.waitForFunction((phone) => localStorage.getItem('vat-registration-draft')?.includes(phone), hand.phone)
  const second = { ...handOf(customer, 'vi'), page: await customer.context.newPage() }
  await second.page.goto(vat.path)
  await holds(second.page, 'tax_code', '0100112437')
  const send = async (from: Hand) => {
    await from.page.getByLabel(say('I agree to the terms')).check()
    await from.page.getByRole('button', { name: say(vat.send) }).click()
  }
  await send(hand)
  await page.getByRole('heading', { name: say(vat.thanks) }).waitFor()
  await fill(vat, second)
  await customer.context.setOffline(true)
  await send(second)
  await second.page.getByRole('heading', { name: say('Kept on this device') }).waitFor()
  await customer.context.setOffline(false)
  await holds(second.page, 'phone', second.phone)
  await send(second)
  await second.page.getByRole('heading', { name: say(vat.thanks) }).waitFor()
  expect(await keptLetters(second.page)).toBe(0)
  for (const { phone } of [hand, second]) expect((await arrived(vat.table, phone))?.n).toBe(1)
  await customer.leave()
})

test('a form begun in three tabs and sent in two of them makes two records, and the third, closed unused, leaves nothing behind', async () => {
  const customer = await visit({ device: 'phone', expected: [/422/] })
  const { vat, hand } = await filledVat(customer)
  const { page, say } = hand
  await page.waitForFunction((phone) => localStorage.getItem('vat-registration-draft')?.includes(phone), hand.phone)
  const tab = async (): Promise<Hand> => ({ ...handOf(customer, 'vi'), page: await customer.context.newPage() })
  const [second, unused] = [await tab(), await tab()]
  for (const one of [second, unused]) {
    await one.page.goto(vat.path)
    await holds(one.page, 'phone', hand.phone)
  }
  // Each writes down what it found.
  await unused.page.waitForTimeout(500)
  const send = async (from: Hand) => {
    await from.page.getByLabel(say('I agree to the terms')).check()
    await from.page.getByRole('button', { name: say(vat.send) }).click()
    await from.page.getByRole('heading', { name: say(vat.thanks) }).waitFor()
  }
  await send(hand)
  await unused.page.goto('/healthz')
  expect(await page.evaluate(() => localStorage.getItem('vat-registration-draft'))).toBeNull()
  await fill(vat, second)
  await send(second)
  for (const { phone } of [hand, second]) expect((await arrived(vat.table, phone))?.n).toBe(1)
  expect(await keptLetters(page)).toBe(0)
  await customer.leave()
})

/** What a browser does when the line is back; waits until the workers have done what they were woken for. */
async function wakeWorkers({ page, context }: Visitor): Promise<void> {
  const browserTools = await context.newCDPSession(page)
  const ids: string[] = []
  browserTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(...registrations.map(({ registrationId }) => registrationId)),
  )
  await browserTools.send('ServiceWorker.enable')
  await expect.poll(() => ids.length).toBeGreaterThan(0)
  // It listens before the workers are woken: they may be quick.
  const news = await page.evaluateHandle(() => {
    const channel = new BroadcastChannel('forms')
    return { told: new Promise<void>((resolve) => channel.addEventListener('message', () => resolve())) }
  })
  await browserTools.send('ServiceWorker.dispatchSyncEvent', {
    origin: chain.url,
    registrationId: ids[0] ?? '',
    tag: 'letters',
    lastChance: false,
  })
  await news.evaluate(({ told }) => told)
}

test('what is private is gone with the tab, the rest is found again, and all of it can be cleared', async () => {
  const customer = await visit({ device: 'phone' })
  const hand = handOf(customer, 'vi')
  const { page, say } = hand
  await customer.open('/member-registration?store=S01')
  await person(hand)
  await sign(hand)
  await page.waitForFunction(() => sessionStorage.getItem('member-registration-draft')?.includes('data:image/png'))
  const kept = await page.evaluate(() => localStorage.getItem('member-registration-draft'))
  expect(kept).toContain('Trần Thu Hà')
  expect(kept).not.toMatch(/00119|1990|data:image/)
  const next = await customer.context.newPage()
  await next.goto('/member-registration')
  await holds(next, 'full_name', 'Trần Thu Hà')
  await expect.poll(() => next.locator('#field-identity_number').inputValue()).toBe('')
  // Whoever is registered reads so beside the field that told it, before filling in the rest.
  const registered = say('The registration form you submitted already exists.')
  const admin = await chain.person()
  const made = await chain.call('POST', 'member-register', {
    by: admin,
    body: {
      ...{ full_name: 'Trần Thu Hà', request_type: 'new', birth_date: '1990-10-24', nationality: 'Việt Nam' },
      ...{ identity_number: '001190000123', phone: hand.phone, store: chain.stores[0] },
      ...AT_THE_DESK,
    },
  })
  expect(made.status).toBe(201)
  const known: Hand = { ...hand, page: next }
  await type(known, 'phone', hand.phone)
  await type(known, 'identity_number', '001190000123')
  await expect.poll(() => next.locator('#field-identity_number-error').allInnerTexts()).toEqual([registered])
  await type(known, 'identity_number', '001190000124')
  await next.locator('#field-identity_number-error').waitFor({ state: 'detached' })
  await type(known, 'identity_number', '001190000123')
  await next
    .getByRole('status')
    .getByRole('button', { name: say('Card lost or broken') })
    .click()
  await next.locator('#field-identity_number-error').waitFor({ state: 'detached' })
  await expect.poll(() => next.getByRole('radio', { name: say('Card lost or broken') }).isChecked()).toBe(true)

  await next.getByRole('button', { name: say('Clear the form') }).click()
  await next.getByRole('button', { name: say('Yes, clear everything') }).click()
  await holds(next, 'full_name', '')
  await customer.leave()
})

test('who asks often whether they are registered pays for each further answer with work, unseen, and is told all the same', async () => {
  const strict = await startChain({ RATE_LIMITS: 'default' })
  const there = await startBrowser(strict)
  const customer = await there.visit({ device: 'phone', expected: [/check-is-exists/] })
  const hand = handOf(customer, 'vi')
  const { page, say } = hand
  const made = await strict.call('POST', 'member-register', {
    by: await strict.person(),
    body: {
      ...{ full_name: 'Trần Thu Hà', request_type: 'new', birth_date: '1990-10-24', nationality: 'Việt Nam' },
      ...{ identity_number: '001190000123', phone: hand.phone, store: strict.stores[0] },
      ...AT_THE_DESK,
    },
  })
  expect(made.status).toBe(201)
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('check-is-exists')) answers.push(response.status())
  })
  await customer.open('/member-registration?store=S01')
  await type(hand, 'phone', hand.phone)
  for (const [at, last] of ['4', '5', '6'].entries()) {
    await type(hand, 'identity_number', `00119000012${last}`)
    await expect.poll(() => answers.length).toBe(at + 1)
  }
  await type(hand, 'identity_number', '001190000123')
  const error = page.locator('#field-identity_number-error')
  await error.getByText(say('The registration form you submitted already exists.')).waitFor()
  await expect.poll(() => answers).toEqual([200, 200, 200, 428, 200])
  await type(hand, 'identity_number', '001190000127')
  await error.waitFor({ state: 'detached' })
  // The work may be done before it is asked for, or after.
  await expect.poll(() => answers.filter((status) => status === 200)).toHaveLength(5)
  await customer.leave()
})

test('an address is picked from fields one line high, each with its arrow beside the words', async () => {
  const customer = await visit({ device: 'phone' })
  await customer.open('/member-registration')
  const field = customer.page.locator('#field-address')
  await field.locator('svg').waitFor()
  const heights = await field.evaluate((one) => ({
    line: document.querySelector('#field-address-line')?.clientHeight,
    picked: one.clientHeight,
  }))
  expect(heights.picked).toBe(heights.line)
  await customer.leave()
})

test('the back button of a phone leads a step back, and nothing is lost', async () => {
  const customer = await visit({ device: 'phone' })
  const hand = handOf(customer, 'vi')
  const { page, say } = hand
  await customer.open('/member-registration-new?store=S01')
  await page.getByText('Siêu thị Cầu Giấy').waitFor()
  await page.getByRole('button', { name: say('Continue') }).click()
  await type(hand, 'full_name', 'Trần Thu Hà')
  await page.goBack()
  await page.getByText(say('Step {{n}} of {{all}}', { n: 1, all: 4 })).waitFor()
  await page.goForward()
  await holds(page, 'full_name', 'Trần Thu Hà')
  await page.getByRole('button', { name: say('Back') }).click()
  await page.getByText('Siêu thị Cầu Giấy').waitFor()
  await customer.leave()
})

test('every form in the table of contents opens without a session at each of its addresses, under its own title', async () => {
  const customer = await visit({ device: 'phone' })
  for (const [form, { title }] of Object.entries(PUBLIC_FORMS))
    for (const address of addressesOf(form)) {
      await customer.open(address)
      await customer.page.locator('form.public-form').waitFor()
      await expect.poll(() => customer.page.title()).toContain(handOf(customer, 'vi').say(title))
    }
  await customer.leave()
})
