import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lapse } from '../../../src/modules/supplier-staffs-checking/clock.server.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { REPEAT_MS } from '../../../src/web/scan/repeats.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { countingHand } from '../../setup/browser/hand.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { keptOn } from '../../setup/browser/kept-acts.ts'
import { pressByHand, scan, typeSlowly } from '../../setup/browser/scanner.ts'
import { startChain } from '../../setup/chain.ts'
import { atTheEntrance, dayFromToday, type StaffMember } from '../../setup/suppliers.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const say = wordsOf('vi')
const admin = await chain.person()
const [here, there] = chain.stores
const { staff, cardOf, comesIn } = await atTheEntrance(chain, admin)
const reception = await chain.person({ role: 'Reception', scope: 'store', store: here })
const manager = await chain.person({ role: 'Store manager', scope: 'store', store: here })
await sql`update stores set manager = ${manager.id} where id = ${here}`.execute(chain.db)

/** What the browser itself reports while there is no line. */
const LINE_LOST = [/supplier-staffs-checking|net::ERR|Failed to load resource|failed:/]

/** What asks who is inside. */
const LISTED = /supplier-staffs-checking\/desk\?/

/** How long a screen waits for the answer to an act. */
const PATIENCE_MS = 6500

const NO_LINE = 'No connection: this is kept here and checked once the line is back.'

/** What a scanner reads in a picture. */
function decoded(picture: Buffer): string {
  const path = join(newFolder('cards'), 'card.png')
  writeFileSync(path, picture)
  return execFileSync('zbarimg', ['--quiet', '--nodbus', '--raw', path], { encoding: 'utf8' }).trim()
}

const statusOf = async ({ id }: StaffMember) =>
  (
    await row(
      chain.db,
      { status: 'string' },
      sql`select status from supplier_staffs_checking where staff = ${id} order by id desc limit 1`,
    )
  )?.status

test('a morning and an evening at the staff entrance, by hand scanner and keyboard alone, with a line that breaks', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => staff()))
  const expired = await staff({ valid_until: dayFromToday(-1), full_name: 'Phạm Hết Hạn' })
  const foreign = await staff({ stores: [there], full_name: 'Vũ Cửa Hàng Khác' })
  const forgetful = await staff({ phone: '0977000321', full_name: 'Lý Quên Thẻ' })
  const cards = new Map(
    await Promise.all([...people, expired, foreign].map(async (one) => [one.id, await cardOf(one)] as const)),
  )
  const cardFor = ({ id }: StaffMember) => cards.get(id) ?? ''
  const desk = await visit({
    by: reception,
    expected: LINE_LOST,
  })
  const { page } = desk
  await page.setViewportSize({ width: 768, height: 1024 })
  await desk.open('/checkin')
  await page.getByLabel(say('Scan a card, or type the last digits or a name')).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/supplier-staffs-checkin')
  const answer = page.locator('[role="status"] [data-state]')

  const { n, press } = countingHand(page)
  const comes = async (one: StaffMember, bags: string) => {
    await scan(page, cardFor(one))
    await page.getByRole('heading', { name: one.full_name }).waitFor()
    await press(bags)
    await press('Enter')
    await expect.poll(() => answer.innerText().catch(() => '')).toContain(one.full_name)
  }
  for (const one of people.slice(0, 6)) await comes(one, '2')
  // A scan, how many bags, and Enter.
  expect(n.keys).toBeLessThanOrEqual(6 * 2)
  // Who types instead goes on without a touch.
  const field = page.getByLabel(say('Scan a card, or type the last digits or a name'))
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await desk.expectAccessible('the desk')

  // One is expired, one belongs to another store: refused in red, by word.
  for (const [one, why] of [
    [expired, 'Expired'],
    [foreign, 'Not for this store'],
  ] as const) {
    await scan(page, cardFor(one))
    await page
      .getByRole('alert')
      .filter({ hasText: say(why) })
      .waitFor()
    await desk.expectAccessible(`refused: ${why}`)
    await page.keyboard.press('Escape')
  }

  // One has no card, and is found by the last digits of the phone.
  await typeSlowly(page, '0321')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Lý Quên Thẻ' }).waitFor()
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect.poll(() => statusOf(forgetful)).toBe('inside')

  const within = page.getByRole('region', { name: say('Inside now') })
  const counted = () => within.getByRole('heading').locator('span').innerText()
  await expect.poll(counted).toBe('7')

  // The line breaks for a while: cards are still taken, and sent once it is back.
  await desk.loseLine()
  for (const one of people.slice(6, 9)) {
    await scan(page, cardFor(one))
    const unseen = page.getByText(say('No connection: this is kept here and checked once the line is back.'))
    await unseen.waitFor()
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await unseen.waitFor({ state: 'detached' })
    await expect.poll(() => answer.getAttribute('data-state')).toBe('kept')
  }
  await expect.poll(() => statusOf(people[6] as StaffMember)).toBeUndefined()
  const waiting = within.getByRole('listitem').filter({ hasText: say('Kept on this device') })
  await expect.poll(() => waiting.count()).toBe(3)
  await expect.poll(counted).toBe('10')
  await desk.expectAccessible('those who came without a line')
  await desk.context.setOffline(false)
  for (const one of people.slice(6, 9)) await expect.poll(() => statusOf(one)).toBe('inside')
  await expect.poll(() => waiting.count()).toBe(0)
  await expect.poll(counted).toBe('10')
  for (const one of people.slice(9)) await comes(one, '1')

  const inside = await rows(
    chain.db,
    { staff: 'number', n: 'number' },
    sql`select staff, count(*)::int as n from supplier_staffs_checking where left_at is null and receiving_date is not null group by staff`,
  )
  expect(inside).toHaveLength(13)
  expect(inside.every(({ n }) => n === 1)).toBe(true)

  // In the evening all but two go out; one carries a bag more than in the morning.
  const [first, ...others] = people
  // Whoever left just before may still stand there while the answer for them is on its way.
  const leaving = (one: StaffMember) =>
    page.getByRole('region', { name: one.full_name }).getByText(say('Bags out')).first().waitFor()
  const goes = async (one: StaffMember, bags: string) => {
    await scan(page, cardFor(one))
    await leaving(one)
    await page.keyboard.type(bags)
    await page.keyboard.press('Enter')
  }
  await goes(first as StaffMember, '3')
  await page.getByText(say('The bags differ from those they came with. Please say why.')).first().waitFor()
  await typeSlowly(page, 'Mang mẫu về')
  await page.keyboard.press('Enter')
  await expect.poll(() => statusOf(first as StaffMember)).toBe('left')
  for (const [at, one] of others.slice(0, 9).entries()) {
    await goes(one, at < 5 ? '2' : '1')
    await expect.poll(() => statusOf(one)).toBe('left')
  }
  await expect.poll(() => answer.innerText()).toContain(others[8]?.full_name ?? '')
  await field.focus()
  await typeSlowly(page, '0321')
  await page.keyboard.press('Enter')
  await leaving(forgetful)
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect.poll(() => statusOf(forgetful)).toBe('left')
  await desk.leave()

  // Two hours after closing the system checks out whoever is left; the manager sees and resolves it.
  await sql`update supplier_staffs_checking set closes_at = now() - interval '2 hours', receiving_date = now() - interval '10 hours' where left_at is null`.execute(
    chain.db,
  )
  await lapse(chain.running.context)
  const office = await visit({ by: manager })
  await office.open('/supplier-staffs-checking/unresolved')
  const left = people.slice(10)
  for (const one of left) await office.page.getByText(one.full_name).first().waitFor()
  await office.expectAccessible('who was left')
  await office.page
    .getByText((left[0] as StaffMember).full_name)
    .first()
    .click()
  await office.page.getByRole('button', { name: say('Resolve'), exact: true }).click()
  await office.page.getByLabel(say('What was found out')).fill('Ra cửa sau')
  await office.page
    .getByRole('dialog')
    .getByRole('button', { name: say('Resolve'), exact: true })
    .click()
  await expect.poll(() => statusOf(left[0] as StaffMember)).toBe('resolved')
  await expect.poll(() => statusOf(left[1] as StaffMember)).toBe('unresolved')
  await office.leave()
}, 600_000)

test('who is scanned while the answer for the one before is still on its way stays before the desk', async () => {
  const [slow, next] = [await staff(), await staff()]
  const desk = await visit({ by: reception })
  const { page } = desk
  await desk.open('/supplier-staffs-checkin')
  await page.getByLabel(say('Scan a card, or type the last digits or a name')).waitFor()
  let answerComes = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answerComes = resolve
  })
  await page.route('**/supplier-staffs-checking/in', async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await scan(page, await cardOf(slow))
  await page.getByRole('heading', { name: slow.full_name }).waitFor()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect.poll(() => statusOf(slow)).toBe('inside')
  await scan(page, await cardOf(next))
  await page.getByRole('heading', { name: next.full_name }).waitFor()
  answerComes()
  await expect
    .poll(() => page.locator('[role="status"] [data-state]').allInnerTexts())
    .toEqual([expect.stringContaining(slow.full_name)])
  await expect.poll(() => page.getByRole('heading', { name: next.full_name }).count()).toBe(1)
  await desk.leave()
})

test('who came or left stands among those inside, or not, before the list of them is answered anew', async () => {
  const quick = await staff()
  const card = await cardOf(quick)
  const desk = await visit({ by: reception, expected: LINE_LOST })
  const { page } = desk
  await desk.open('/supplier-staffs-checkin')
  const within = page.getByRole('region', { name: say('Inside now') })
  await within.waitFor()
  const asked = page.waitForRequest(LISTED)
  const answers = await holdRequests(page, LISTED)
  const passes = async () => {
    await scan(page, card)
    await page.getByRole('heading', { name: quick.full_name }).waitFor()
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
  }
  const row = within.getByRole('button', { name: quick.full_name })
  await passes()
  await asked
  await row.waitFor()
  await page.waitForTimeout(REPEAT_MS)
  await passes()
  await page
    .getByRole('status')
    .getByText(say('{{name}} went out, bags: {{n}}', { name: quick.full_name, n: 1 }))
    .waitFor()
  expect(await statusOf(quick)).toBe('left')
  expect(await row.count()).toBe(0)
  answers()
  await desk.leave()
})

test('who came without a line stands among those inside until the list says so, once it is back', async () => {
  const one = await staff()
  const card = await cardOf(one)
  const desk = await visit({ by: reception, expected: LINE_LOST })
  const { page } = desk
  await desk.open('/supplier-staffs-checkin')
  const within = page.getByRole('region', { name: say('Inside now') })
  await within.waitFor()
  await desk.loseLine()
  await scan(page, card)
  await page.getByText(say(NO_LINE)).waitFor()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  const waiting = within.getByRole('listitem').filter({ hasText: say('Kept on this device') })
  await expect.poll(() => waiting.count()).toBe(1)
  // Its screen waits for the answer no longer.
  await page.waitForTimeout(PATIENCE_MS)
  const answers = await holdRequests(page, LISTED)
  await desk.context.setOffline(false)
  await expect.poll(() => statusOf(one)).toBe('inside')
  await expect.poll(() => keptOn(page)).toBe(0)
  expect(await waiting.count()).toBe(1)
  answers()
  await within.getByRole('button', { name: one.full_name }).waitFor()
  await expect.poll(() => waiting.count()).toBe(0)
  await desk.leave()
})

test('on a slow line bags may be typed before it is known who it is, late answers concern nobody else, and a refusal is never lost', async () => {
  const [one, two, three] = [await staff(), await staff(), await staff()]
  const cards = [await cardOf(one), await cardOf(two), await cardOf(three)]
  const desk = await visit({ by: reception, expected: LINE_LOST })
  const { page } = desk
  await desk.open('/supplier-staffs-checkin')
  await page.getByLabel(say('Scan a card, or type the last digits or a name')).waitFor()
  const panel = ({ full_name }: StaffMember) => page.getByRole('region', { name: full_name })
  const holdNext = async (path: string) => {
    const held = Promise.withResolvers<void>()
    await page.route(
      path,
      async (route) => {
        await held.promise
        await route.continue()
      },
      { times: 1 },
    )
    return { release: held.resolve, asked: page.waitForRequest(path) }
  }
  const SCAN = '**/supplier-staffs-checking/scan'

  const first = await holdNext(SCAN)
  await scan(page, cards[0] ?? '')
  await first.asked
  await pressByHand(page, '1')
  await page.keyboard.press('Enter')
  await desk.expectAccessible('who it is is asked')
  first.release()
  const bags = panel(one).getByLabel(say('Bags in'))
  await expect.poll(() => bags.inputValue()).toBe('1')
  await pressByHand(page, '2')
  await expect.poll(() => bags.inputValue()).toBe('12')

  // Another desk lets them in, and the next one is scanned before that is known here.
  await comesIn({ staff: one.id })
  const refused = await holdNext('**/supplier-staffs-checking/in')
  await page.keyboard.press('Enter')
  await refused.asked
  await scan(page, cards[1] ?? '')
  await panel(two).waitFor()
  refused.release()
  await page.getByRole('alert').filter({ hasText: one.full_name }).waitFor()
  expect(await panel(two).count()).toBe(1)

  const late = await holdNext(SCAN)
  await page
    .getByRole('region', { name: say('Inside now') })
    .getByRole('button', { name: one.full_name })
    .click()
  await late.asked
  await scan(page, cards[2] ?? '')
  await panel(three).waitFor()
  const answered = page.waitForResponse(SCAN)
  late.release()
  await answered
  await page.waitForTimeout(200)
  expect(await panel(three).count()).toBe(1)
  await desk.leave()
})

test('what is no refusal is not called one: too little typed, no line; and who is inside is let out without a line', async () => {
  const leaver = await staff({ full_name: 'Mai Ra Về' })
  await chain.call('POST', 'supplier-staffs-checking/in', {
    by: admin,
    body: { store: here, staff: leaver.id, bag_quantity: 2 },
  })
  const desk = await visit({
    by: reception,
    expected: LINE_LOST,
  })
  const { page } = desk
  await desk.open('/supplier-staffs-checkin')
  const inside = page.getByRole('button', { name: leaver.full_name })
  await inside.waitFor()
  const answer = page.locator('[role="status"] [data-state]')
  const field = page.getByLabel(say('Scan a card, or type the last digits or a name'))
  const looks = async (typed: string, said: string) => {
    await field.fill(typed)
    await pressByHand(page, 'Enter')
    await expect.poll(() => answer.innerText().catch(() => '')).toBe(said)
  }
  await looks('a', say('{{field}}: at least {{min}} characters', { field: say('Last digits or name'), min: 2 }))

  await desk.loseLine()
  await looks('Mai', say('No connection. Please check the network and try again.'))
  await inside.click()
  const panel = page.getByRole('region', { name: leaver.full_name })
  await panel.getByText(say('No connection: this is kept here and checked once the line is back.')).waitFor()
  await desk.expectAccessible('leaving without a line')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect.poll(() => answer.getAttribute('data-state')).toBe('kept')
  await inside.waitFor({ state: 'detached' })
  const list = page.getByRole('region', { name: say('Inside now') })
  await list
    .getByRole('listitem')
    .filter({ hasText: leaver.full_name })
    .filter({ hasText: say('Kept on this device') })
    .waitFor()
  await desk.expectAccessible('somebody who left without a line')
  const passing = staff({ full_name: 'Tạ Vào Rồi Ra' }).then(cardOf)
  const counted = () => list.getByRole('heading').locator('span').innerText()
  const before = Number(await counted())
  for (const [way, n] of [
    ['Comes in', before + 1],
    ['Goes out', before],
  ] as const) {
    await scan(page, await passing)
    await page.getByText(say(way), { exact: true }).click()
    await page.getByLabel(say('Bags'), { exact: true }).fill('1')
    await page.getByRole('button', { name: say('Keep'), exact: true }).click()
    await expect.poll(counted).toBe(String(n))
    // Read again at once, a card is read once.
    await page.waitForTimeout(REPEAT_MS)
  }
  await desk.context.setOffline(false)
  await expect.poll(() => statusOf(leaver)).toBe('left')
  await list.getByText(leaver.full_name).waitFor({ state: 'detached' })
  await desk.leave()
})

const visitOf = ({ id }: StaffMember) =>
  row(
    chain.db,
    { status: 'string', bags: 'number?', reason: 'string?', badge: 'string?', number: 'string?', isLater: 'boolean' },
    sql`select status, bags_out as bags, bags_reason as reason, badge_state as badge, badge as number, is_sent_later as "isLater"
        from supplier_staffs_checking where staff = ${id} order by id desc limit 1`,
  )

describe('What was refused at the desk', () => {
  /** Somebody who has been inside for three hours. */
  async function inside(more: object = {}): Promise<StaffMember> {
    const one = await staff()
    expect((await comesIn({ staff: one.id, ...more })).status).toBe(201)
    await sql`update supplier_staffs_checking set receiving_date = now() - interval '3 hours' where staff = ${one.id}`.execute(
      chain.db,
    )
    return one
  }
  /** A card that was read an hour ago without a line, and what was done meanwhile; pressed to be corrected once it is refused. */
  async function refused(code: string, way: 'Comes in' | 'Goes out', bags: string, meanwhile?: () => Promise<unknown>) {
    const desk = await visit({ by: reception, expected: LINE_LOST })
    const { page } = desk
    await desk.open('/supplier-staffs-checkin')
    await page.getByLabel(say('Scan a card, or type the last digits or a name')).waitFor()
    await desk.loseLine()
    await page.clock.setSystemTime(Date.now() - 3_600_000)
    await scan(page, code)
    await page.getByText(say(way), { exact: true }).click()
    await page.getByLabel(say('Bags'), { exact: true }).fill(bags)
    await page.getByRole('button', { name: say('Keep'), exact: true }).click()
    await page.getByText(say(NO_LINE)).waitFor({ state: 'detached' })
    await meanwhile?.()
    await desk.context.setOffline(false)
    const strip = page.getByRole('alert').getByRole('button', { name: say('Correct') })
    await strip.click()
    const correcting = page.getByText(say('Correcting: {{act}}, {{at}}').split(':')[0] ?? '')
    await correcting.waitFor()
    return {
      desk,
      page,
      strip,
      correcting,
      panel: (one: StaffMember) => page.getByRole('region', { name: one.full_name }),
    }
  }

  test('is corrected as what it was, with what was counted; who is scanned meanwhile comes in now', async () => {
    const [leaver, next] = [await inside({ bag_quantity: 3, badge: '12' }), await staff()]
    const { desk, page, strip, correcting, panel } = await refused(await cardOf(leaver), 'Goes out', '2')
    const bags = panel(leaver).getByLabel(say('Bags out'))
    await expect.poll(() => bags.inputValue()).toBe('2')
    await desk.expectAccessible('a correction')

    await scan(page, await cardOf(next))
    await panel(next).waitFor()
    await expect.poll(() => correcting.count()).toBe(0)
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await expect.poll(() => visitOf(next)).toMatchObject({ status: 'inside', isLater: false })
    await expect.poll(() => statusOf(leaver)).toBe('inside')

    await strip.click()
    await expect.poll(() => bags.inputValue()).toBe('2')
    await panel(leaver).getByLabel(say('Why the bags differ')).fill('Mang mẫu về')
    await panel(leaver).getByText(say('Lost'), { exact: true }).click()
    await panel(leaver)
      .getByRole('button', { name: say('Check out') })
      .click()
    await expect
      .poll(() => visitOf(leaver))
      .toEqual({ status: 'left', bags: 2, reason: 'Mang mẫu về', badge: 'lost', number: '12', isLater: true })
    await expect.poll(() => strip.count()).toBe(0)
    await desk.leave()
  })

  test('while its panel still stands is asked for there', async () => {
    const leaver = await inside({ bag_quantity: 3, badge: '13' })
    const desk = await visit({ by: reception, expected: LINE_LOST })
    const { page } = desk
    await desk.open('/supplier-staffs-checkin')
    await page.getByRole('button', { name: leaver.full_name }).waitFor()
    await page.route('**/supplier-staffs-checking/scan', (route) => route.abort())
    await scan(page, await cardOf(leaver))
    await page.getByText(say('Goes out'), { exact: true }).click()
    await page.getByLabel(say('Bags'), { exact: true }).fill('2')
    await page.getByRole('button', { name: say('Keep'), exact: true }).click()
    await page.getByLabel(say('Why the bags differ')).fill('Mang mẫu về')
    await page.getByRole('button', { name: say('Keep'), exact: true }).click()
    await expect.poll(() => visitOf(leaver)).toMatchObject({ status: 'left', reason: 'Mang mẫu về', badge: 'back' })
    await desk.leave()
  })

  test('is left as it is by whoever cancels', async () => {
    const leaver = await inside({ bag_quantity: 3 })
    const { desk, page, strip, correcting, panel } = await refused(await cardOf(leaver), 'Goes out', '2')
    await page.getByRole('button', { name: say('Cancel'), exact: true }).click()
    await correcting.waitFor({ state: 'detached' })
    await expect.poll(() => panel(leaver).count()).toBe(0)
    await strip.waitFor()
    await desk.leave()
  })

  test('as an arrival can only be dropped where another desk let them in meanwhile', async () => {
    const one = await staff()
    const { desk, page, panel } = await refused(await cardOf(one), 'Comes in', '1', () => comesIn({ staff: one.id }))
    const said = panel(one).getByRole('alert')
    await said.filter({ hasText: one.full_name }).waitFor()
    await desk.expectAccessible('an arrival that another desk has written')
    expect(await panel(one).getByRole('textbox').count()).toBe(0)
    await said.getByRole('button', { name: say('Drop') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Drop') })
      .click()
    await panel(one).waitFor({ state: 'detached' })
    await expect.poll(() => statusOf(one)).toBe('inside')
    await desk.leave()
  })

  test('as a departure lets nobody in; one that the system closed meanwhile is still theirs', async () => {
    const leaver = await inside({ bag_quantity: 3 })
    const { desk, page, panel } = await refused(await cardOf(leaver), 'Goes out', '2', async () => {
      await sql`update supplier_staffs_checking set closes_at = now() - interval '2 hours' where staff = ${leaver.id}`.execute(
        chain.db,
      )
      await sql`update supplier_staffs_checking set status = 'unresolved', left_at = now() where staff = ${leaver.id}`.execute(
        chain.db,
      )
    })
    await panel(leaver)
      .getByText(say('{{name}} is not inside this store.', { name: leaver.full_name }))
      .waitFor()
    await page.getByLabel(say('Why the bags differ')).fill('Mang mẫu về')
    await page.keyboard.press('Enter')
    await expect.poll(() => visitOf(leaver)).toMatchObject({ status: 'left', bags: 2, isLater: true })
    await desk.leave()
  })

  test('for a card that nobody has is that of whoever is chosen for it, and not of whoever is scanned', async () => {
    const [one, other] = [await staff({ phone: '0977000654' }), await staff()]
    const { desk, page, strip, correcting, panel } = await refused('9'.repeat(20), 'Comes in', '4')
    await scan(page, await cardOf(other))
    await panel(other).waitFor()
    await expect.poll(() => correcting.count()).toBe(0)
    await strip.click()
    await correcting.waitFor()
    await page.getByLabel(say('Scan a card, or type the last digits or a name')).focus()
    await typeSlowly(page, '0654')
    await page.keyboard.press('Enter')
    await panel(one).waitFor()
    await correcting.waitFor()
    await expect.poll(() => panel(one).getByLabel(say('Bags in')).inputValue()).toBe('4')
    await page.keyboard.press('Enter')
    await expect.poll(() => visitOf(one)).toMatchObject({ status: 'inside', isLater: true })
    await desk.leave()
  })
})

test('whoever stands at the desk was judged for its store, and leaves it when another is chosen', async () => {
  const person = await staff()
  const { page, open, leave } = await visit({ by: admin })
  await open(`/supplier-staffs-checkin?store=${here}`)
  await page.getByLabel(say('Scan a card, or type the last digits or a name')).waitFor()
  await scan(page, await cardOf(person))
  const heading = page.getByRole('heading', { name: person.full_name })
  await heading.waitFor()
  const late = await holdRequests(page, `**/desk?store=${there}`)
  const titleOf = (store: string) => page.getByRole('heading', { name: say('Check-in at {{store}}', { store }) })
  await titleOf('Siêu thị Cầu Giấy').waitFor()
  await page.getByLabel(say('Store'), { exact: true }).fill('S02')
  await page.getByRole('option', { name: /S02/ }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('store')).toBe(String(there))
  expect(await heading.count()).toBe(0)
  expect(await titleOf('Siêu thị Cầu Giấy').count(), 'while a slow line brings the other').toBe(0)
  late()
  await titleOf('Siêu thị Long Biên').waitFor()
  await leave()
})

test('where visitors wear badges, a card that is read without a line says which one it gets and what became of it', async () => {
  await sql`update stores set uses_badges = true where id = ${here}`.execute(chain.db)
  const [leaver, comer] = [await staff(), await staff()]
  await comesIn({ staff: leaver.id, bag_quantity: 1, badge: '7' })
  const desk = await visit({ by: reception, expected: LINE_LOST })
  const { page } = desk
  await desk.open('/supplier-staffs-checkin')
  await page.getByRole('button', { name: leaver.full_name }).waitFor()
  await desk.loseLine()
  await scan(page, await cardOf(leaver))
  await page.getByText(say('Goes out'), { exact: true }).click()
  await page.getByLabel(say('Bags'), { exact: true }).fill('1')
  await page.getByText(say('Lost'), { exact: true }).click()
  await desk.expectAccessible('going out without a line, with a badge')
  await page.getByRole('button', { name: say('Keep'), exact: true }).click()
  await page.getByText(say('Kept on this device')).first().waitFor()
  await scan(page, await cardOf(comer))
  await page.getByLabel(say('Bags'), { exact: true }).fill('2')
  await page.getByLabel(say('Badge number')).fill('31')
  await desk.expectAccessible('coming in without a line, with a badge')
  await page.getByRole('button', { name: say('Keep'), exact: true }).click()
  await desk.context.setOffline(false)
  await expect.poll(() => visitOf(leaver)).toMatchObject({ status: 'left', badge: 'lost' })
  await expect.poll(() => visitOf(comer)).toMatchObject({ status: 'inside', number: '31' })
  await desk.leave()
  await sql`update stores set uses_badges = false where id = ${here}`.execute(chain.db)
})

test('printed cards are read back: eight on a sheet, each code leads to its holder', async () => {
  const people = await Promise.all(Array.from({ length: 9 }, () => staff()))
  const printer = await visit({ by: admin })
  await printer.open(`/supplier-staffs/cards?${people.map(({ id }) => `id=${id}`).join('&')}`)
  await printer.page.getByRole('img').nth(8).waitFor()
  await printer.expectAccessible('the cards')
  const codes = new Set(await Promise.all(people.map(cardOf)))
  const paper = (await printer.page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2)
  await printer.page.emulateMedia({ media: 'print' })
  const read: string[] = []
  for (const card of await printer.page.getByRole('article').all()) read.push(decoded(await card.screenshot()))
  expect(new Set(read)).toEqual(codes)
  await printer.leave()
})

test('the evacuation list is on paper: who is inside, and nobody else', async () => {
  const desk = await visit({ by: reception, lang: 'en' })
  const one = await staff({ full_name: 'Hoàng Đang Ở Trong' })
  const gone = await staff({ full_name: 'Hoàng Đã Về' })
  const call = (what: string, body: object) =>
    chain.call('POST', `supplier-staffs-checking/${what}`, { by: admin, body: { store: here, ...body } })
  for (const { id } of [one, gone]) await call('in', { staff: id, bag_quantity: 1 })
  await call('out', { staff: gone.id, bags_out: 1 })
  await desk.open(`/supplier-staffs-checkin/evacuation?store=${here}`)
  await desk.page.getByText('Hoàng Đang Ở Trong').waitFor()
  await expect.poll(() => desk.page.getByText('Hoàng Đã Về').count()).toBe(0)
  await desk.expectAccessible('the evacuation list')
  await desk.leave()
})
