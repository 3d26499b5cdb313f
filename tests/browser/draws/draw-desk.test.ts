import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { rows } from '../../../src/server/db/db.ts'
import { formatMoney } from '../../../src/shared/format.ts'
import type { Language } from '../../../src/shared/language.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { ean13, filmOf } from '../../setup/browser/code-picture.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { pressByHand, scan, typeSlowly } from '../../setup/browser/scanner.ts'
import { startChain } from '../../setup/chain.ts'
import { customersOf } from '../../setup/draws/draw-event.ts'
import { drawsOf } from '../../setup/draws/draws.ts'
import { uploaded } from '../../setup/media.ts'

const chain = await startChain()
/** What the camera sees: a bill's number as a bar code. */
const FILMED = '8934563138165'
const { visit } = await startBrowser(chain, [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${await filmOf(ean13(FILMED))}`,
  '--use-fake-ui-for-media-stream',
])
const admin = await chain.person()
const [here, there] = chain.stores
const { bill, card } = await customersOf(chain, admin)
const { event, gift, released, drawn, marketing, desk: reception } = await drawsOf(chain)
const GIFT = 'Nồi cơm điện'
const tet = await released(
  { name: 'Vui Tết', code: 'VUITET', applies_to: 'membership', bill_step: 500_000, most_per_bill: 3 },
  [
    { name: GIFT, chance: 60, minimum_total: 500_000, say: 'Mời quý khách nhận quà tại quầy này.' },
    { name: 'Túi vải', chance: 40, colour: '#1E8449' },
  ],
)
const mai = await card('Nguyễn Thị Mai')
const lan = await card('Trần Thị Lan')

/** What was drawn with a bill. */
const drawnWith = (number: string) =>
  rows(
    chain.db,
    { n: 'number', state: 'string', gift: 'string', signed: 'boolean', code: 'string' },
    sql`select l.n, l.state, g.name as gift, l.signature is not null as signed, l.code
        from gift_card_event_logs l join gift_card_event_products g on g.id = l.gift where l.bill_number = ${number} order by l.n`,
  )
const statesOf = async (number: string) => (await drawnWith(number)).map(({ state }) => state)

function deskOf(page: Page, lang: Language) {
  const say = wordsOf(lang)
  const button = (name: string, params?: Record<string, string | number>) =>
    page.getByRole('button', { name: say(name, params), exact: true })
  return {
    say,
    button,
    stage: () => page.locator('[data-stage]').getAttribute('data-stage'),
    field: page.getByLabel(say('Bill, card or phone')),
    isFocused: (name: string) => button(name).evaluate((one) => one === document.activeElement),
  }
}

describe('The draw desk', () => {
  test('takes two scans and two keys for a customer, and tells kindly why another has no draw', async () => {
    const [good, small, used] = [await bill(620_000), await bill(320_000), await bill(700_000, there)]
    const window = await visit({ by: reception })
    const { page } = window
    await page.setViewportSize({ width: 768, height: 1024 })
    const { say, button, stage, field, isFocused } = deskOf(page, 'vi')
    await window.open('/gift-card-events/desk')
    await page.getByRole('img', { name: say('Wheel of {{event}}', { event: 'Vui Tết' }) }).waitFor()
    await expect.poll(() => button('Another store').count()).toBe(0)
    await page.getByText(say('Bills from {{amount}}', { amount: formatMoney(500_000, 'vi') })).waitFor()
    await window.expectAccessible('an empty desk')

    await scan(page, good)
    await page.getByText(say('Now scan the member card, or type the phone number.')).waitFor()
    await scan(page, mai)
    await expect.poll(stage).toBe('ready')
    const tooSmall = page.getByRole('listitem').filter({ hasText: GIFT }).getByText(say('Bill too small'))
    await expect.poll(() => tooSmall.count()).toBe(0)
    await page.getByText('Nguyễn Thị Mai').waitFor()
    await expect.poll(() => isFocused('Draw now')).toBe(true)
    await window.expectAccessible('ready to draw')
    await page.keyboard.press(' ')
    await expect.poll(stage).toBe('won')
    const [made] = await drawnWith(good)
    await page
      .getByRole('region', { name: say('Result') })
      .getByText(made?.gift ?? '')
      .first()
      .waitFor()
    await window.expectAccessible('a gift')
    await expect.poll(() => isFocused('Handed out')).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(stage).toBe('bill')
    await expect.poll(() => statesOf(good)).toEqual(['handed-out'])
    // The desk is ready for the next customer, and who types instead goes on without a touch.
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)

    await scan(page, small)
    await scan(page, lan)
    await expect.poll(stage).toBe('refused')
    await page.getByRole('alert').getByText(say('Another bill, of a larger sum, may take part.')).waitFor()
    await tooSmall.waitFor()
    await window.expectAccessible('a refusal')
    await expect.poll(() => isFocused('Next customer')).toBe(true)
    await page.keyboard.press(' ')
    await expect.poll(stage).toBe('bill')

    // Used this morning at another store.
    await drawn(tet, [{ number: used }], { store: there, by: marketing, card: mai })
    await scan(page, used)
    await page
      .getByRole('alert')
      .getByText(/Siêu thị Long Biên/)
      .waitFor()
    await page.keyboard.press('Escape')

    await scan(page, await bill(700_000))
    await page.getByText(say('Now scan the member card, or type the phone number.')).waitFor()
    await typeSlowly(page, '0987654321')
    await page.keyboard.press('Enter')
    await expect.poll(stage).toBe('refused')
    await page
      .getByRole('alert')
      .getByText(say('Membership is free: whoever registers may take part with the next bill.'))
      .waitFor()
    // The bill of before again: all its draws are made.
    await scan(page, good)
    await expect.poll(stage).toBe('over')
    await window.leave()
  })

  test('shows the result again when the battery ends while the wheel turns, or the answer of a press is lost', async () => {
    const number = await bill(1_100_000)
    const window = await visit({
      by: reception,
      lang: 'en',
      expected: [/net::ERR_(FAILED|INTERNET_DISCONNECTED)|Failed to load/],
    })
    const { page } = window
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const { say, button, stage } = deskOf(page, 'en')
    await window.open('/gift-card-events/desk')
    await page.getByRole('img', { name: 'Wheel of Vui Tết' }).waitFor()
    await scan(page, number)
    await scan(page, mai)
    await expect.poll(stage).toBe('ready')
    await button('Draw now').click()
    await expect.poll(stage).toBe('turning')
    // Decided and written down before the wheel has turned.
    await expect.poll(() => statesOf(number)).toEqual(['won'])
    expect(await page.getByRole('region', { name: say('Result') }).count()).toBe(0)
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expect.poll(stage).toBe('won')
    const [{ gift, code } = { gift: '', code: '' }] = await drawnWith(number)
    const result = page.getByRole('region', { name: say('Result') })
    await result.getByText(gift).first().waitFor()
    await result.getByText(code.slice(0, 12).toUpperCase()).waitFor()

    // The second draw of the bill arrives, and its answer does not: it is sent again by itself, and is one draw.
    let losses = 0
    await page.route(/\/draw$/, async (route) => {
      if (losses++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await button('Handed out').click()
    await expect.poll(stage).toBe('ready')
    await button('Draw now').click()
    await expect.poll(() => losses).toBeGreaterThan(1)
    await expect.poll(stage).toBe('turning')
    // Whoever has no time for the wheel presses once more.
    await button('Show the result').click()
    await expect.poll(stage).toBe('won')
    await expect.poll(() => statesOf(number)).toEqual(['handed-out', 'won'])

    // Without a line nothing is drawn, and the gift goes over the counter all the same.
    await window.loseLine()
    await button('Handed out').click()
    await page.getByText(say('No connection: nothing can be drawn now.')).waitFor()
    await window.context.setOffline(false)
    await expect.poll(() => statesOf(number)).toEqual(['handed-out', 'handed-out'])
    await window.leave()
  })

  test('lets no answer that comes late touch the next customer, nor take the focus from whoever types', async () => {
    const [several, last] = [await bill(1_100_000), await bill(620_000)]
    const window = await visit({ by: reception, lang: 'en' })
    const { page } = window
    const { say, button, stage, field } = deskOf(page, 'en')
    let held = () => {}
    const holdBack = async (path: RegExp) => {
      await page.unrouteAll()
      held = await holdRequests(page, path)
    }
    let handOuts = 0
    page.on('request', (request) => void (request.url().endsWith('/hand_out') && handOuts++))
    await window.open('/gift-card-events/desk')
    await page.getByRole('img', { name: 'Wheel of Vui Tết' }).waitFor()
    await scan(page, several)
    await scan(page, mai)
    await expect.poll(stage).toBe('ready')
    await button('Draw now').click()
    await expect.poll(stage).toBe('won')
    await holdBack(/\/hand_out$/)
    await button('Handed out').dblclick({ delay: 50 })
    await button(say('Draw again ({{n}} left)', { n: 1 })).click()
    await expect.poll(() => drawnWith(several).then((all) => all.length)).toBe(2)
    held()
    await expect.poll(() => statesOf(several)).toEqual(['handed-out', 'won'])
    await expect.poll(() => button('Handed out').isEnabled()).toBe(true)
    await page.waitForTimeout(500)
    expect(handOuts).toBe(1)

    // The last gift goes over the counter while the next customer's bill is read.
    await holdBack(/\/hand_out$/)
    await button('Handed out').click()
    await scan(page, last)
    await expect.poll(stage).toBe('customer')
    held()
    await expect.poll(() => statesOf(several)).toEqual(['handed-out', 'handed-out'])
    await page.waitForTimeout(200)
    expect(await stage()).toBe('customer')
    await page.getByText(say('Bill {{number}}', { number: last })).waitFor()

    // The card of a customer who left waits behind the check of their bill.
    await holdBack(/\/check$/)
    await scan(page, await bill(640_000))
    await scan(page, lan)
    await pressByHand(page, 'Escape')
    await expect.poll(stage).toBe('bill')
    held()
    await page.waitForTimeout(200)
    expect(await page.getByText(/Member card …/).count()).toBe(0)
    await scan(page, last)
    await expect.poll(stage).toBe('customer')

    // A phone is begun while the tills are asked for a bill that they do not know.
    await holdBack(/\/check$/)
    await field.fill('hd/26-0200')
    await pressByHand(page, 'Enter')
    await typeSlowly(page, '0987')
    held()
    await expect.poll(stage).toBe('facts')
    await page.locator('#field-bill-total').waitFor()
    await typeSlowly(page, '65')
    expect(await field.inputValue()).toBe('098765')
    await window.leave()
  })

  test('shows the picture of a gift, and the sign of gifts where it does not come', async () => {
    for (const { id, version } of tet.gifts) {
      const image = await uploaded(chain, marketing)
      const kept = await chain.call('PUT', `gift-card-event-products/${id}`, {
        by: marketing,
        body: { version, image },
      })
      expect(kept.status).toBe(200)
    }
    const window = await visit({ by: reception, expected: [/net::ERR_FAILED/] })
    const { page } = window
    const { say, button, stage } = deskOf(page, 'vi')
    await window.open('/gift-card-events/desk')
    await page.getByRole('img', { name: say('Wheel of {{event}}', { event: 'Vui Tết' }) }).waitFor()
    await scan(page, await bill(600_000))
    await scan(page, mai)
    await expect.poll(stage).toBe('ready')
    await button('Draw now').click()
    await expect.poll(stage).toBe('won')
    const result = page.getByRole('region', { name: say('Result') })
    const picture = result.locator('img')
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    await page.route('**/api/file/**', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    await result.getByText(say('Congratulations! You have won:')).waitFor()
    await expect.poll(() => picture.count()).toBe(0)
    await button('Handed out').click()
    await expect.poll(stage).toBe('bill')
    await window.leave()
  })

  test('hands out with a signature, takes back what is not taken, and prints a slip, on a phone', async () => {
    const number = await bill(1_600_000)
    const window = await visit({ by: reception, lang: 'ko', device: 'phone', scheme: 'dark' })
    const { page } = window
    const { say, button, stage, field } = deskOf(page, 'ko')
    await window.open('/gift-card-events/desk')
    await field.fill(number)
    await field.press('Enter')
    await field.fill(mai)
    await field.press('Enter')
    await expect.poll(stage).toBe('ready')
    await window.expectAccessible('ready, on a phone in the dark')
    for (const made of [1, 2]) {
      await (made === 1 ? button('Draw now') : button('Draw again ({{n}} left)', { n: 2 })).tap()
      await expect.poll(() => drawnWith(number).then((all) => all.length)).toBe(made)
    }
    await expect.poll(stage).toBe('won')
    await window.expectAccessible('two gifts, on a phone in the dark')

    const [one, other] = await drawnWith(number)
    await page.emulateMedia({ media: 'print' })
    const paper = page.getByRole('article')
    await expect.poll(() => paper.innerText()).toContain(other?.code.slice(0, 4).toUpperCase())
    await expect.poll(() => paper.innerText()).not.toContain(number)
    await page.emulateMedia({ media: 'screen' })

    await button('Hand out with a signature').tap()
    const pad = page.getByRole('dialog').locator('canvas')
    await pad.hover()
    const box = await pad.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 40)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 160, (box?.y ?? 0) + 80, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('dialog').getByAltText(say('Signature')).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Handed out'), exact: true })
      .tap()
    await expect.poll(() => statesOf(number)).toEqual(['won', 'handed-out'])
    await expect.poll(async () => (await drawnWith(number))[1]?.signed).toBe(true)

    // The first one waits: it is among those to be handed out, and is not wanted.
    await button('Not taken').tap()
    await page.getByRole('dialog').getByRole('textbox').fill('Khách không lấy')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Not taken'), exact: true })
      .tap()
    await expect.poll(() => statesOf(number)).toEqual(['not-taken', 'handed-out'])
    expect(one?.n).toBeLessThan(other?.n ?? 0)
    await expect.poll(stage).toBe('ready')
    await window.leave()
  })

  test('takes no bill for the store before, while a slow line brings the one that was chosen', async () => {
    const office = await visit({ by: admin })
    const { page } = office
    const { say, button, field } = deskOf(page, 'vi')
    const late = await holdRequests(page, `**/desk?store=${there}`)
    await office.open(`/gift-card-events/desk?store=${here}`)
    await field.waitFor()
    await button('Another store').click()
    await page.getByLabel(say('Store'), { exact: true }).fill('S02')
    await page.getByRole('option', { name: /S02/ }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('store')).toBe(String(there))
    expect(await field.count()).toBe(0)
    late()
    await page.getByText('Siêu thị Long Biên').first().waitFor()
    await field.waitFor()
    await office.leave()
  })

  test('asks for what the tills do not know, opens what waits, and shows whoever may only read no button', async () => {
    await released({ name: 'Hè vui', code: 'HEVUI', most_per_bill: 1 }, [
      { name: 'Quạt', chance: 0.5, stock: 1 },
      { name: 'Nón', chance: 99.5, colour: '#F4D03F' },
    ])
    const office = await visit({ by: admin })
    const { page } = office
    const { say, button, stage, field } = deskOf(page, 'vi')
    await office.open(`/gift-card-events/desk?store=${here}`)
    await page.getByRole('radio', { name: 'Hè vui' }).check()
    await page.getByRole('img', { name: say('Wheel of {{event}}', { event: 'Hè vui' }) }).waitFor()
    await field.fill('hd/26-0117')
    await field.press('Enter')
    await expect.poll(stage).toBe('facts')
    await page.locator('#field-bill-total:focus').waitFor()
    await typeSlowly(page, '650k')
    await page.keyboard.press('Enter')
    await expect.poll(stage).toBe('ready')
    await button('Draw now').click()
    await expect.poll(stage).toBe('won')
    await page.keyboard.press('Escape')
    await expect.poll(stage).toBe('bill')
    await page.getByRole('button', { name: '1', exact: true }).click()
    await page.getByRole('dialog').getByText('hd/26-0117').click()
    await expect.poll(stage).toBe('won')
    await button('Handed out').click()
    await expect.poll(() => statesOf('hd/26-0117')).toEqual(['handed-out'])
    await office.leave()

    const looking = await chain.person({
      permissions: { 'gift-card-events': { read: true }, 'gift-card-event-logs': { read: true } },
      scope: 'store',
      store: here,
    })
    const onlooker = await visit({ by: looking })
    await onlooker.open('/gift-card-events/desk')
    await onlooker.page.getByText(say('Draws today')).waitFor()
    await expect.poll(() => onlooker.page.getByLabel(say('Bill, card or phone')).count()).toBe(0)
    await onlooker.leave()
  })
})

describe('A bill of several draws', () => {
  test('takes a key for each draw and one for the hand-out of all', async () => {
    const number = await bill(1_700_000)
    const window = await visit({ by: reception, lang: 'en' })
    const { page } = window
    const { say, stage, isFocused } = deskOf(page, 'en')
    await window.open('/gift-card-events/desk')
    await page.getByRole('radio', { name: 'Vui Tết' }).check({ force: true })
    await scan(page, number)
    await scan(page, mai)
    for (const key of [
      'Draw now',
      say('Draw again ({{n}} left)', { n: 2 }),
      say('Draw again ({{n}} left)', { n: 1 }),
    ]) {
      await expect.poll(() => isFocused(key)).toBe(true)
      // A second Enter at once would be a scanner's: a hand takes longer.
      await page.waitForTimeout(400)
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => isFocused(say('Hand out all ({{n}})', { n: 3 }))).toBe(true)
    await window.expectAccessible('three gifts')
    await page.keyboard.press('Enter')
    await expect.poll(stage).toBe('bill')
    await expect.poll(() => statesOf(number)).toEqual(['handed-out', 'handed-out', 'handed-out'])
    await window.leave()
  })
})

describe('The camera of the desk', () => {
  test('reads a bill that the tills know, and the card is typed', async () => {
    await sql`insert into vat_get_info (bill_number, store, sold_on, rate, net, tax, gross)
      select ${FILMED}, ${here}, (now() at time zone chain_zone())::date, id, 640000, 0, 640000 from vat_rates order by id limit 1`.execute(
      chain.db,
    )
    const window = await visit({ by: reception, lang: 'en', device: 'phone' })
    const { page } = window
    const { say, button, stage, field } = deskOf(page, 'en')
    await window.open('/gift-card-events/desk')
    await page.getByRole('radio', { name: 'Vui Tết' }).check({ force: true })
    await button('Read with the camera').tap()
    await expect.poll(stage).toBe('customer')
    await page.getByText(`Bill ${FILMED}`).waitFor()
    await window.expectAccessible('the camera')
    await button('Close the camera').tap()
    await field.fill(mai)
    await field.press('Enter')
    await expect.poll(stage).toBe('ready')
    await page.getByText(say('Draws: {{used}} of {{granted}}', { used: 0, granted: 1 })).waitFor()
    await window.leave()
  })
})

describe('The form of a gift', () => {
  test('adds up the chances of the event while one is typed, and refuses more than all before it is sent', async () => {
    const draft = await event({ name: 'Thu vui' })
    await gift(draft, { name: 'Ô', chance: 59.5 })
    const office = await visit({
      by: marketing,
      expected: [/422 \(Unprocessable Entity\).*\/gift-card-event-products\?check=1/],
    })
    const { page } = office
    const say = wordsOf('vi')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/gift-card-event-products')) sent.push(request.url())
    })
    await office.open(`/gift-card-event-products/create?event=${draft.id}`)
    await page.getByText(say('No gift: {{n}}%', { n: '40,5' })).waitFor()
    await page.locator('#field-name').fill('Dù')
    await page.locator('#field-stock').fill('10')
    await page.locator('#field-colour').fill('#1e8449')
    await office.expectAccessible('a gift with its colours open')
    await page.locator('#field-chance').fill('40,6')
    await page.getByText(say('{{n}}% too much', { n: '0,1' })).waitFor()
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    await expect.poll(() => page.locator('#field-chance').getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
    await expect.poll(() => page.locator('#field-colour').inputValue()).toBe('#1e8449')

    await page.locator('#field-chance').fill('40,5')
    await page.getByText(say('No gift: {{n}}%', { n: '0' })).waitFor()
    await page.locator('#field-colour').click()
    await page.getByRole('button', { name: '#7D3C98' }).click()
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    await page.waitForURL('**/gift-card-event-products/view/*')
    const saved = await rows(
      chain.db,
      { chance: 'number', colour: 'string' },
      sql`select chance, colour from gift_card_event_products where event = ${draft.id} order by id desc limit 1`,
    )
    expect(saved).toEqual([{ chance: 40.5, colour: '#7D3C98' }])
    await office.leave()
  })
})
