import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lapse } from '../../../src/modules/supplier-staffs-checking/clock.server.ts'
import { row, rows } from '../../../src/server/db/db.ts'
import { REPEAT_MS } from '../../../src/web/scan/repeats.ts'
import { newFolder } from '../../setup/at-the-end.ts'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { countingHand } from '../../setup/browser/hand.ts'
import { pressByHand, scan, typeSlowly } from '../../setup/browser/scanner.ts'
import { startChain } from '../../setup/chain.ts'
import { atTheEntrance, dayFromToday, type StaffMember } from '../../setup/suppliers.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const say = wordsOf('vi')
const admin = await chain.person()
const [here, there] = chain.stores
const { staff, cardOf } = await atTheEntrance(chain, admin)
const reception = await chain.person({ role: 'Reception', scope: 'store', store: here })
const manager = await chain.person({ role: 'Store manager', scope: 'store', store: here })
await sql`update stores set manager = ${manager.id} where id = ${here}`.execute(chain.db)

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
    expected: [/supplier-staffs-checking|net::ERR|Failed to load resource|failed:/],
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

test('what is no refusal is not called one: too little typed, no line; and who is inside is let out without a line', async () => {
  const leaver = await staff({ full_name: 'Mai Ra Về' })
  await chain.call('POST', 'supplier-staffs-checking/in', {
    by: admin,
    body: { store: here, staff: leaver.id, bag_quantity: 2 },
  })
  const desk = await visit({
    by: reception,
    expected: [/supplier-staffs-checking|net::ERR|Failed to load resource|failed:/],
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
