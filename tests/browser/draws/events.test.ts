import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { HANDS, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { scan } from '../../setup/browser/scanner.ts'
import { startChain } from '../../setup/chain.ts'
import { customersOf } from '../../setup/draws/draw-event.ts'
import { drawsOf } from '../../setup/draws/draws.ts'
import { TET_GIFTS, tetBook } from '../../setup/tet-book.ts'

const chain = await startChain()
await sql`insert into stores (code, name) values ('S03', 'Siêu thị Hà Đông')`.execute(chain.db)
const { visit } = await startBrowser(chain)
const admin = await chain.person()
const { released, drawn, marketing, desk: reception } = await drawsOf(chain)
const games = await drawsOf(chain, 'events')
const { bill, card } = await customersOf(chain, admin)
const [, there] = chain.stores
const mai = await card('Nguyễn Thị Mai')
// A desk has a choice of events as long as several run.
await released({ name: 'Hè vui', code: 'HEVUI' }, [{ name: 'Nón' }])
const picture = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#d9480f' } })
  .jpeg()
  .toBuffer()

/** The event as marketing's workbook has it, with a code and a name of its own. */
const bookOf = (code: string) =>
  tetBook(
    TET_GIFTS.map(([, ...gift]) => [code, ...gift]),
    code,
  )

describe('An event of a workbook', () => {
  test.each(HANDS)(
    'in %s on a %s: rows are looked at, gifts follow, pictures are added, it is released and its seal is public',
    async (lang, device) => {
      const say = wordsOf(lang)
      const code = `TET-${lang.toUpperCase()}`
      const window = await visit({ by: marketing, lang, device })
      const { page } = window
      await window.open('/gift-card-events/import')
      await page.locator('input[type=file]').setInputFiles({
        ...{ name: 'vui-tet.xlsx', mimeType: 'application/octet-stream' },
        buffer: Buffer.from(await bookOf(code)),
      })
      await page.getByRole('button', { name: say('Import {{n}} rows', { n: 1 }) }).click()
      await page.getByRole('button', { name: say('Next sheet: {{list}}', { list: say('Gifts') }) }).click()
      await page.getByText(say('Import {{n}} rows', { n: 6 })).waitFor()
      await window.expectAccessible('the preview of gifts')
      await page.getByRole('button', { name: say('Import {{n}} rows', { n: 6 }) }).click()
      await page.getByText(say('Imported {{n}} rows.', { n: 6 })).waitFor()

      const event = await row(chain.db, { id: 'number' }, sql`select id from gift_card_events where code = ${code}`)
      await window.go(`/gift-card-events/view/${event?.id}`)
      await page.getByRole('link', { name: 'Nồi cơm điện' }).waitFor()
      await page.getByLabel(say('Pictures, called after their gifts')).setInputFiles([
        { name: 'noi-com-dien.jpg', mimeType: 'image/jpeg', buffer: picture },
        { name: 'IMG_3865.jpg', mimeType: 'image/jpeg', buffer: picture },
      ])
      await page.getByText(say('Pictures set: {{n}}.', { n: 1 })).waitFor()
      await page.getByText(/IMG_3865\.jpg/).waitFor()

      await page.getByRole('button', { name: say('Release'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await window.expectAccessible('the question before the release')
      // The number that the workbook brought stands there already.
      await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('117/2026/SCT')
      await dialog.getByRole('button', { name: say('Release'), exact: true }).click()
      await page.getByText(say('Versions of the plan')).waitFor()
      const seal = await page.locator('code').first().innerText()
      expect(seal).toMatch(/^[0-9a-f]{64}$/)
      await window.expectAccessible('a released event')

      await window.go(`/gift-card-events/poster/${event?.id}`)
      const poster = page.getByRole('article').first()
      await poster.waitFor()
      await expect.poll(async () => (await poster.innerText()).replace(/\s/g, '')).toContain(seal)
      const customer = await visit({ lang, device: 'phone' })
      await customer.open(`/gift-event/${code}`)
      await customer.page.getByRole('heading', { name: 'Vui Tết Đinh Mùi' }).waitFor()
      await expect
        .poll(async () => (await customer.page.locator('body').innerText()).replace(/\s/g, ''))
        .toContain(seal)
      await customer.expectAccessible('the page of the event')
      await customer.leave()
      await window.leave()
    },
  )
})

describe('At the counter', () => {
  test.each(HANDS)(
    'in %s on a %s: scan, press, hand out; the next are told why not; and the battery may end',
    async (lang, device) => {
      const say = wordsOf(lang)
      const tet = await released(
        ...([
          {
            name: 'Quay Tết',
            code: `QUAY-${lang.toUpperCase()}`,
            applies_to: 'membership',
            bill_step: 500_000,
            most_per_bill: 3,
          },
          [{ name: 'Nồi cơm điện', chance: 100 }],
        ] as const),
      )
      const [good, small, used, late] = [
        await bill(620_000),
        await bill(320_000),
        await bill(700_000, there),
        await bill(900_000),
      ]
      await drawn(tet, [{ number: used }], { store: there, by: marketing, card: mai })
      const window = await visit({ by: reception, lang, device })
      const { page } = window
      const stage = () => page.locator('[data-stage]').getAttribute('data-stage')
      const button = (name: string) => page.getByRole('button', { name: say(name), exact: true })
      await window.open('/gift-card-events/desk')
      await page.getByRole('radio', { name: 'Quay Tết' }).last().check({ force: true })
      await page.getByRole('img', { name: say('Wheel of {{event}}', { event: 'Quay Tết' }) }).waitFor()

      // Two scans and two taps.
      await scan(page, good)
      await scan(page, mai)
      await expect.poll(stage).toBe('ready')
      await button('Draw now').tap()
      await expect.poll(stage).toBe('won')
      await page.emulateMedia({ media: 'print' })
      await expect.poll(() => page.getByRole('article').innerText()).toContain('Nồi cơm điện')
      await page.emulateMedia({ media: 'screen' })
      await button('Handed out').tap()
      await expect.poll(stage).toBe('bill')

      await scan(page, small)
      await page.getByRole('alert').getByText(say('Another bill, of a larger sum, may take part.')).waitFor()
      await scan(page, used)
      await page
        .getByRole('alert')
        .getByText(/Siêu thị Long Biên/)
        .waitFor()
      await window.expectAccessible('why there is no draw')
      await scan(page, late)
      await scan(page, '9704360012349999')
      await page
        .getByRole('alert')
        .getByText(say('Membership is free: whoever registers may take part with the next bill.'))
        .waitFor()

      // The tablet dies while the wheel turns: the result was decided before.
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await scan(page, mai)
      await expect.poll(stage).toBe('ready')
      await button('Draw now').tap()
      await expect.poll(stage).toBe('turning')
      await page.reload({ waitUntil: 'domcontentloaded' })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expect.poll(stage).toBe('won')
      // The slip is there again, too, and is printed once more.
      await page.evaluate(() => {
        const print = () =>
          document.body.setAttribute('data-printed', String(Number(document.body.dataset.printed ?? 0) + 1))
        Object.assign(globalThis, { print })
      })
      await button('Print the slip').tap()
      await button('Print the slip').tap()
      await expect.poll(() => page.evaluate(() => document.body.dataset.printed)).toBe('2')
      await button('Handed out').tap()
      await expect.poll(stage).toBe('bill')
      // The desk is free at once; what was handed out is sent behind it.
      const kept = () =>
        rows(
          chain.db,
          { state: 'string', n: 'number' },
          sql`select state, n from gift_card_event_logs where event = ${tet.id} and bill_number = ${late}`,
        )
      await expect.poll(kept).toEqual([{ state: 'handed-out', n: 3 }])
      await window.leave()
    },
  )

  test.each(HANDS)(
    'in %s on a %s: the last gift goes once, whoever is faster; the other is told what there is instead',
    async (lang, device) => {
      const say = wordsOf(lang)
      const code = `CUOI-${lang.toUpperCase()}`
      const last = await released({ name: 'Nồi cuối', code }, [{ name: 'Nồi cơm điện', chance: 100, stock: 1 }])
      const window = await visit({ by: reception, lang, device })
      const { page } = window
      const stage = () => page.locator('[data-stage]').getAttribute('data-stage')
      await window.open('/gift-card-events/desk')
      await page.getByRole('radio', { name: 'Nồi cuối' }).last().check({ force: true })
      await scan(page, await bill(800_000))
      await expect.poll(stage).toBe('ready')
      await drawn(last, [{ number: await bill(800_000, there) }], { store: there, by: marketing })
      await page.getByRole('button', { name: say('Draw now'), exact: true }).tap()
      await page.getByText(say('No gift this time')).waitFor()
      await page.getByText(say('None left')).waitFor()
      await window.expectAccessible('no gift')
      expect(
        await row(
          chain.db,
          { n: 'number' },
          sql`select count(*)::int as n from gift_card_event_logs where event = ${last.id} and gift is not null`,
        ),
      ).toEqual({ n: 1 })
      await window.leave()
    },
  )
})

describe('Games, the second face', () => {
  test('have a desk of their own, where several bills make one draw', async () => {
    const say = wordsOf('vi')
    const game = await games.released(
      { name: 'Vòng quay hè', code: 'VONG-HE', quantity_of_bills: 3, minimum_total: 100_000 },
      [{ name: 'Quạt mini', chance: 100 }],
    )
    const window = await visit({ by: reception, lang: 'vi', device: 'tablet across' })
    const { page } = window
    const stage = () => page.locator('[data-stage]').getAttribute('data-stage')
    await window.open('/events/desk')
    await page.getByText(say('Scan {{n}} bills, or type their numbers.', { n: 3 })).waitFor()
    const bills = [await bill(150_000), await bill(260_000), await bill(310_000)]
    await scan(page, bills[0] ?? '')
    await page.getByText(say('Now scan {{n}} more bills.', { n: 2 })).waitFor()
    await scan(page, bills[1] ?? '')
    // The same one twice is one.
    await scan(page, bills[1] ?? '')
    await page.getByText(say('Now scan {{n}} more bills.', { n: 1 })).waitFor()
    await scan(page, bills[2] ?? '')
    await expect.poll(stage).toBe('ready')
    await window.expectAccessible('three bills')
    await page.getByRole('button', { name: say('Draw now'), exact: true }).tap()
    await expect.poll(stage).toBe('won')
    await page.getByRole('button', { name: say('Handed out'), exact: true }).tap()
    await expect.poll(stage).toBe('bill')
    expect(
      await rows(
        chain.db,
        { kind: 'string', total: 'number', further: 'number' },
        sql`select l.kind, l.bill_total as total, (select count(*)::int from draw_bills b where b.log = l.id) as further from gift_card_event_logs l where l.event = ${game.id}`,
      ),
    ).toEqual([{ kind: 'game', total: 720_000, further: 2 }])
    // A bill of a game is free for a gift-card event, and the desks do not mix.
    await window.go('/event-logs?tab=all')
    await page
      .getByText(bills[0] ?? '')
      .first()
      .waitFor()
    await window.leave()
  })
})
