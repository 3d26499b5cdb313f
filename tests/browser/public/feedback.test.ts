import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { row } from '../../../src/server/db/db.ts'
import type { Language } from '../../../src/shared/language.ts'
import { type Device, startBrowser, type Visitor, wordsOf } from '../../setup/browser/browser.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { outOfReach } from '../../setup/browser/in-reach.ts'
import { startChain } from '../../setup/chain.ts'
import { film, photo } from '../../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()

const STORY = 'Giá trên kệ là 32.000 nhưng quầy tính 38.500.'

/** Fills everything but the files, by the labels a customer reads. */
async function fill({ page }: Visitor, lang: Language, story = STORY): Promise<void> {
  const say = wordsOf(lang)
  await page.getByRole('radio').first().check({ force: true })
  await page.getByLabel(say('Tell us what happened')).fill(story)
  await page.getByLabel(say('Your name')).fill('Trần Thu Hà')
  await page.getByLabel(say('Phone number')).fill('0912345678')
  await page.getByLabel(say('I agree to the terms')).check()
}
const complaintsSaying = (story: string) =>
  row(
    chain.db,
    { n: 'number', files: 'number' },
    sql`select count(*)::int as n, coalesce(sum((select count(*) from stored_files f where f.module = 'complaints' and f.record_id = c.id)), 0)::int as files
        from complaints c where c.content like ${`%${story}%`}`,
  )

const HANDS: [Language, Device][] = [
  ['vi', 'phone'],
  ['ko', 'zoomed'],
]

/** The first reply, as the page says it. */
const promised = (lang: Language): RegExp => {
  const [before = '', after = ''] = wordsOf(lang)('You will hear from us by {{when}}.', { when: '|' }).split('|')
  return new RegExp(`^${before}.*\\d\\d:\\d\\d.*${after}$`)
}
await sql`update stores set phone = '02410000012' where code = 'S01'`.execute(chain.db)
await sql`update stores set phone = null where code = 'S02'`.execute(chain.db)

describe.each(HANDS)('A customer reading %s on a %s', (lang, device) => {
  const say = wordsOf(lang)

  test('sends a complaint with a photo and a video and follows it', async () => {
    const customer = await visit({ device, lang })
    const { page } = customer
    const story = `${STORY} ${lang} ${device}`
    await customer.open('/feedback?store=S01')
    await page.getByText('Siêu thị Cầu Giấy').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    await customer.expectAccessible('the empty form')
    await fill(customer, lang, story)
    await page.locator('input[type=file][multiple]').setInputFiles([await photo(), film()])
    await expect
      .poll(() => page.locator('.thumbnail.is-sent, .thumbnail.is-ready, .thumbnail:not(.is-sending)').count())
      .toBe(2)
    await customer.expectAccessible('the filled form')
    expect(await outOfReach(page)).toEqual([])
    await page.getByRole('button', { name: say('Send feedback') }).click()
    await page.getByRole('heading', { name: say('Thank you for telling us') }).waitFor()
    const number = await page.getByRole('status', { name: say('Your ticket number') }).innerText()
    expect(number).toMatch(/^\d{4}-\d{6}$/)
    await page
      .getByRole('region', { name: say('When you hear from us') })
      .getByText(promised(lang))
      .waitFor()
    await customer.expectAccessible('the thank-you')
    expect(await complaintsSaying(story)).toEqual({ n: 1, files: 2 })
    await page.getByRole('link', { name: say('Open my page') }).click()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: number }).waitFor()
    const promise = page.getByRole('region', { name: say('When you hear from us') })
    await promise.getByText(promised(lang)).waitFor()
    expect(await promise.getByRole('link', { name: '024 1000 0012' }).getAttribute('href')).toBe('tel:02410000012')
    await page.getByText(story).waitFor()
    await customer.expectAccessible('the private page')
    await customer.leave()
  })

  test('reads beside each field what is wrong, and loses nothing by a reload', async () => {
    const customer = await visit({ device, lang })
    const { page } = customer
    await customer.open('/feedback')
    await page.getByLabel(say('Your name')).fill('Trần Thu Hà')
    await page.getByLabel(say('Phone number')).fill('12345')
    await page.getByRole('button', { name: say('Send feedback') }).click()
    await page.locator('#field-phone-error').waitFor()
    for (const field of ['store', 'feedback_type', 'content', 'phone', 'agreed'])
      expect(await page.locator(`#field-${field}-error`).innerText(), field).not.toBe('')
    expect(await page.locator('#field-customer_name-error').count()).toBe(0)
    await customer.expectAccessible('the form with mistakes')
    await page.waitForFunction(() => localStorage.getItem('feedback-draft')?.includes('12345'))
    await page.reload()
    expect(await page.getByLabel(say('Your name')).inputValue()).toBe('Trần Thu Hà')
    expect(await page.getByLabel(say('Phone number')).inputValue()).toBe('12345')
    await customer.leave()
  })
})

test('without a connection the complaint is kept and goes out later, once', async () => {
  const say = wordsOf('vi')
  const story = 'Kho lạnh mất điện lúc tôi không có mạng.'
  const customer = await visit({ device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/] })
  const { page, context } = customer
  await customer.open('/feedback?store=S02')
  await page.getByText('Siêu thị Long Biên').waitFor()
  await fill(customer, 'vi', story)
  await context.setOffline(true)
  await page.locator('input[type=file][multiple]').setInputFiles([await photo('mat-dien.jpg')])
  await page.getByRole('button', { name: say('Send feedback') }).click()
  await page.getByRole('heading', { name: say('Kept on this device') }).waitFor()
  await customer.expectAccessible('the kept message')
  expect(await complaintsSaying(story)).toMatchObject({ n: 0 })
  await context.setOffline(false)
  await page.getByRole('heading', { name: say('Thank you for telling us') }).waitFor()
  await page
    .getByRole('region', { name: say('When you hear from us') })
    .getByText(promised('vi'))
    .waitFor()
  await page.reload({ waitUntil: 'networkidle' })
  expect(await complaintsSaying(story)).toEqual({ n: 1, files: 1 })
  await customer.leave()
})

/** The names of the files that the browser keeps for the forms. */
const keptFiles = (page: Visitor['page']) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const open = indexedDB.open('forms')
        open.onsuccess = () => {
          const asked = open.result.transaction('files').objectStore('files').getAll()
          asked.onsuccess = () => resolve(asked.result.map(({ file }: { file: File }) => file.name))
        }
      }),
  )

/** Nothing is kept until `letGo` is called, as on a phone whose memory is slow. */
const holdKeeping = (page: Visitor['page']) =>
  page.evaluate(
    () =>
      new Promise<void>((held) => {
        let isOver = false
        const open = indexedDB.open('forms')
        open.onsuccess = () => {
          const files = open.result.transaction('files', 'readwrite').objectStore('files')
          const goOn = () => {
            if (!isOver) files.count().onsuccess = goOn
          }
          goOn()
          held()
        }
        Object.assign(window, { letGo: () => (isOver = true) })
      }),
  )
const takesFocus = (page: Visitor['page'], field: string) =>
  page.locator(`#field-${field}`).evaluate((one) => {
    one.focus()
    return one === document.activeElement
  })

test('what is changed or taken out while photos are on their way is what is sent, and said once more it is said once', async () => {
  const say = wordsOf('vi')
  const story = 'Cân ở quầy rau sai gần hai lạng.'
  const customer = await visit({ device: 'phone' })
  const { page } = customer
  const uploads: (() => void)[] = []
  const isRead = Promise.withResolvers<void>()
  await page.route('**/api/public/upload', async (route) => {
    await new Promise<void>((resolve) => uploads.push(resolve))
    await route.continue()
  })
  const isWritten = await holdRequests(page, '**/create-ticket')
  await customer.open('/feedback?store=S01')
  await page.getByText('Siêu thị Cầu Giấy').waitFor()
  await fill(customer, 'vi', 'Cân ở quầy rau sai.')
  await holdKeeping(page)
  const names = ['mot.jpg', 'hai.jpg', 'ba.jpg']
  await page.locator('input[type=file][multiple]').setInputFiles(await Promise.all(names.map((name) => photo(name))))
  await page.getByRole('button', { name: say('Remove {{name}}', { name: 'hai.jpg' }) }).click()
  await page.evaluate('letGo()')
  await expect.poll(() => uploads.length).toBeGreaterThan(1)
  expect((await keptFiles(page)).toSorted()).toEqual(['ba.jpg', 'mot.jpg'])

  await page.getByRole('button', { name: say('Send feedback') }).click()
  await page.getByText(say('Sending your photos and videos…')).waitFor()
  await page.getByLabel(say('Tell us what happened')).fill(story)
  expect(uploads).toHaveLength(2)
  for (const letThrough of uploads) letThrough()
  await expect.poll(() => takesFocus(page, 'content')).toBe(false)
  isWritten()
  await page.getByRole('heading', { name: say('Thank you for telling us') }).waitFor()
  expect(await complaintsSaying(story)).toEqual({ n: 1, files: 2 })

  await page.getByRole('link', { name: say('Open my page') }).click()
  const box = page.getByLabel(say('Your text'))
  await box.fill('Hôm nay vẫn thế')
  const isSaid = Promise.withResolvers<void>()
  await page.route(
    '**/api/**/comment',
    async (route) => {
      const response = await route.fetch()
      isSaid.resolve()
      await isRead.promise
      await route.fulfill({ response }).catch(() => {})
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: say('Send'), exact: true }).click()
  await isSaid.promise
  expect(await takesFocus(page, 'body')).toBe(false)
  await page.reload()
  isRead.resolve()
  await expect.poll(() => box.inputValue()).toBe('Hôm nay vẫn thế')
  await page.getByRole('button', { name: say('Send'), exact: true }).click()
  await page.getByText(say('Thank you. The store has it now.')).waitFor()
  expect(
    await row(
      chain.db,
      { n: 'number' },
      sql`select count(*)::int as n from complaint_comments where body like '%Hôm nay vẫn thế%'`,
    ),
  ).toEqual({ n: 1 })
  await customer.leave()
})

test('every kind stands in sight on a phone, with its picture; what is none of them comes last, praise alone', async () => {
  await sql`update ticket_types set sign = null`.execute(chain.db)
  const signs = ['service', 'other', 'praise', 'parking']
  const made = await Promise.all(
    signs.map((sign, at) =>
      chain.call<{ id: number }>('POST', 'ticket-type', {
        by: admin,
        body: { name: `Loại ${sign}`, sign, position: at + 1 },
      }),
    ),
  )
  expect(made.map(({ status }) => status)).toEqual(signs.map(() => 201))
  const customer = await visit({ device: 'phone' })
  const { page } = customer
  await customer.open('/feedback?store=S01')
  const kinds = page.getByRole('radiogroup').locator('label')
  await kinds.filter({ hasText: 'Loại praise' }).waitFor()
  const names = await kinds.allInnerTexts()
  expect(names.slice(-2)).toEqual(['Loại other', 'Loại praise'])
  const boxOf = async (name: string) => {
    const box = await kinds.filter({ hasText: name }).boundingBox()
    if (!box) throw new Error(`${name} is not in sight`)
    return box
  }
  const [service, praise] = [await boxOf('Loại service'), await boxOf('Loại praise')]
  expect(service.height).toBeGreaterThanOrEqual(44)
  expect(praise.width).toBeGreaterThan(service.width * 1.9)
  for (const sign of signs)
    expect(
      await kinds
        .filter({ hasText: `Loại ${sign}` })
        .locator('svg')
        .count(),
    ).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await customer.expectAccessible('the kinds')
  await customer.leave()
})
