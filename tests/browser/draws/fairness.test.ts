import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { PARTS_PER_CENT } from '../../../src/shared/draws/parts.ts'
import { slotOf } from '../../../src/shared/draws/plan.ts'
import { formatMoney, formatNumber } from '../../../src/shared/format.ts'
import type { Language } from '../../../src/shared/language.ts'
import { HANDS, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'
import { drawnEvent } from '../../setup/draws/drawn-event.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const marketing = await chain.person({ role: 'Marketing' })
const stores = await rows(
  chain.db,
  { id: 'number', code: 'string' },
  sql`select id, code from stores order by code limit 2`,
)
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const make = (code: string, draws: number, from: number) =>
  drawnEvent(chain.db, chain.running.context.config.keys, {
    ...{ code, name: `Quay ${code}`, draws, stores, staff: marketing.id, from: dayFrom(from), days: 20 },
  })
const over = await make('DA-QUA', 1200, -30)
await make('DANG-QUAY', 60, -3)
await sql`update gift_card_event_logs set state = 'not-taken', returned = 1200
  where event = ${over} and n = (select max(n) from gift_card_event_logs where event = ${over} and gift is not null)`.execute(
  chain.db,
)
await sql`update gift_card_event_products set minimum_total = 1000000 where event = ${over} and name = 'Nồi cơm điện'`.execute(
  chain.db,
)
const counts = await row(
  chain.db,
  { won: 'number', none: 'number' },
  sql`select count(*) filter (where state in ('won', 'handed-out'))::int as won, count(*) filter (where state = 'none')::int as none
      from gift_card_event_logs where event = ${over}`,
)

const least = (lang: Language) => wordsOf(lang)('Bills from {{amount}}', { amount: formatMoney(1_000_000, lang) })

describe('The page of fairness on a phone', () => {
  test.each(HANDS)(
    'in %s on a %s: shows every result worked out again, finds a slip and a bill, and names what was changed by hand',
    async (lang, device) => {
      const say = wordsOf(lang)
      const all = formatNumber(1200, lang)
      const { page, open, expectAccessible, leave } = await visit({ device, lang })
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
      await open('/gift-event/DA-QUA')
      await page.getByRole('heading', { name: 'Quay DA-QUA' }).waitFor()
      await page.getByText(least(lang)).waitFor()
      await expectAccessible('the event')
      await page.getByRole('link', { name: say('Check all results') }).click()
      await page.getByText(say('All {{n}} results are right.', { n: all })).waitFor()
      const number = (of: 'won' | 'none') => formatNumber(counts?.[of] ?? 0, lang)
      const came = { won: number('won'), none: number('none') }
      await page.getByText(say('{{won}} gifts were won, {{none}} draws gave nothing.', came)).waitFor()
      await page.getByText(say('Came back: {{n}}.', { n: 1 })).waitFor()
      await expectAccessible('the verdict')

      const slip = await row(
        chain.db,
        { n: 'number', code: 'string', gift: 'number', drawn: 'number' },
        sql`select n, code, gift, drawn from gift_card_event_logs where event = ${over} and gift is not null order by n limit 1`,
      )
      const own = page.getByLabel(say('Number of your bill, or code on your slip'))
      const found = page.locator('section[aria-labelledby=own] li')
      for (const typed of [
        slip?.code
          .slice(0, 12)
          .toUpperCase()
          .replace(/(.{4})/g, '$1 ') ?? '',
        ` ${stores[((slip?.n ?? 1) - 1) % 2]?.code.toLowerCase()} ${String(slip?.n).padStart(6, '0')}`,
      ]) {
        await own.fill(typed)
        await expect.poll(() => found.count()).toBe(1)
        await expect.poll(() => found.innerText()).toContain(say('Right'))
      }
      const nothing = await row(
        chain.db,
        { code: 'string', random: 'string' },
        sql`select code, random from gift_card_event_logs where event = ${over} and drawn is null order by n limit 1`,
      )
      await own.fill(nothing?.code.slice(0, 12) ?? '')
      const at = formatNumber(slotOf(Number(nothing?.random)) / PARTS_PER_CENT, lang, 4)
      const why = say('It drew {{at}}%, which is beyond the chances of all gifts: {{end}}%.', { at })
      await expect.poll(() => found.innerText()).toContain(why.slice(0, why.indexOf('{{end}}')))

      await own.fill('S01-999999')
      await page.getByText(say('No draw of this event was made with it. Please look at the number again.')).waitFor()
      expect(sent.filter((one) => one.includes('999999'))).toEqual([])

      const set = (gift: number | null) =>
        sql`update gift_card_event_logs set gift = ${gift} where event = ${over} and n = ${slip?.n}`.execute(chain.db)
      await set(null)
      try {
        await page.reload()
        await page.getByText(say('One of {{count}} results is not right.', { count: all })).waitFor()
        const told = page.locator('.wrong-list')
        await expect.poll(() => told.innerText()).toContain(say('Draw {{n}}', { n: slip?.n ?? 0 }))
        await expect.poll(() => told.innerText()).toContain(say('No gift'))
        await expectAccessible('what was changed')
      } finally {
        await set(slip?.gift ?? null)
      }
      await leave()
    },
  )

  test('says in Korean before the end what is in order already, and when the rest can be checked', async () => {
    const say = wordsOf('ko')
    const { page, open, expectAccessible, leave } = await visit({
      ...{ device: 'phone', lang: 'ko', scheme: 'dark' },
      expected: [/KEIN-EVENT/],
    })
    await open('/fairness/DANG-QUAY')
    await page
      .getByText(say('So far everything is in order: {{n}} draws without a gap, none changed.', { n: 60 }))
      .waitFor()
    await page.getByText(say('How this is checked')).click()
    await page.getByText(say('Copy the code')).waitFor()
    await expectAccessible('before the end')
    await open('/fairness/KEIN-EVENT')
    await page.getByText(say('There is no event at this address')).waitFor()
    await leave()
  })
})

describe('What marketing takes out of an event', () => {
  test.each(HANDS)(
    'in %s on a %s: its statistics, whose numbers open their rows, its poster and its closing report',
    async (lang, device) => {
      const say = wordsOf(lang)
      const { page, go, expectAccessible, leave } = await visit({ by: marketing, lang, device })
      await go(`/gift-card-event-statistics?event=${over}`)
      await page.getByRole('heading', { name: say('Were the promised chances kept?') }).waitFor()
      await page.locator('svg title').first().waitFor({ state: 'attached' })
      await expectAccessible('statistics')
      await page
        .getByRole('link', { name: formatNumber(1200, lang), exact: true })
        .first()
        .click()
      await page.waitForURL(/gift-card-event-logs\?event=/)
      await go(`/gift-card-events/poster/${over}`)
      await page.getByText('Scan for the rules', { exact: false }).first().waitFor()
      await page.getByText(least(lang)).first().waitFor()
      await expectAccessible('poster')
      await go(`/gift-card-events/closing/${over}`)
      await page.getByText(say('Proof of the draws')).waitFor()
      await expectAccessible('closing report')
      const paper = await page.pdf({ format: 'A4', printBackground: true })
      expect(paper.byteLength).toBeGreaterThan(10_000)
      await leave()
    },
  )
})
