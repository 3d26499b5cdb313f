import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Language } from '../../../src/shared/language.ts'
import { choose, slowed, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { reach } from '../../setup/browser/screens.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()
const [store] = chain.stores

/** A refund whose bill ends so. */
async function refund(tail: number): Promise<number> {
  const body = {
    ...{ bill: `REF-${tail}`, lines: [{ product: 'Sữa', quantity: 1 }], amount: 50_000, reason: 'Hỏng' },
    ...{ store, shift: 'morning', staff: admin.id },
  }
  const { data, text } = await chain.call<{ id: number }>('POST', 'goods-refund', { by: admin, body })
  expect(text).toBe('')
  return data.id
}
const pane = (page: Page, id: number) => page.locator(`[data-record="${id}"][aria-busy="false"]`)
const openIn = (page: Page) => Number(new URL(page.url()).searchParams.get('open'))

test('a plain register stands left and its record right, by the keys of complaints, over its pages', async () => {
  const say = wordsOf('vi')
  const ids: number[] = []
  for (const tail of [5, 4, 3, 2, 1]) ids.unshift(await refund(tail))
  const [first = 0, second = 0, third = 0] = ids
  const desk = await visit({ by: await chain.person() })
  const { page } = desk
  await desk.open('/goods-refund?view=none&perpage=2&sort=-created_at')
  await page.locator('tbody tr[data-at="1"]').waitFor()
  await page.keyboard.press('v')
  await pane(page, first).getByRole('heading', { name: 'REF-1' }).waitFor()
  await desk.expectAccessible('a register beside its record')
  // What is printed is the record.
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('main').getByText('REF-2').first().isVisible()).toBe(false)
  expect(await page.getByRole('heading', { name: 'REF-1' }).isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('j')
  await pane(page, second).getByRole('heading', { name: 'REF-2' }).waitFor()
  // The page is over, and the list goes on.
  await page.keyboard.press('j')
  await pane(page, third).getByRole('heading', { name: 'REF-3' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2')
  await page.keyboard.press('k')
  await pane(page, second).waitFor()
  await page.keyboard.press('x')
  await page.getByText(say('{{n}} selected', { n: 1 })).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(say('{{n}} selected', { n: 1 })).waitFor({ state: 'hidden' })
  await expect.poll(() => openIn(page)).toBe(second)

  // Its next step, and on to the one behind it.
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: say('Keys') })
  for (const label of ['Complete', 'Edit', 'Back to the whole list'])
    await keys.getByText(say(label), { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  const done = page.waitForResponse((answer) => answer.url().endsWith(`/goods-refund/${second}/completed`))
  await page.keyboard.press('d')
  expect((await done).status()).toBe(200)
  await pane(page, third).getByRole('heading', { name: 'REF-3' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/goods-refund/view/${third}`)
  await page.getByRole('heading', { level: 1, name: 'REF-3' }).waitFor()
  // On its own page the same keys act.
  const alone = page.waitForResponse((answer) => answer.url().endsWith(`/goods-refund/${third}/completed`))
  await page.keyboard.press('d')
  expect((await alone).status()).toBe(200)
  await page.goBack()
  await pane(page, third).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('tbody tr[data-at="0"]').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.has('open')).toBe(false)

  // A key that comes before the rows moves nothing.
  await slowed(page, /api\/goods-refund\?/)
  await desk.open(`/goods-refund?view=none&sort=-created_at&open=${third}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('j')
  await pane(page, third).waitFor()
  await page.locator('li[data-active]').waitFor()
  expect(openIn(page)).toBe(third)
  await desk.leave()
})

test('what is deleted beside its list leads to the next, and pages that need the width stand alone', async () => {
  const say = wordsOf('en')
  const [gone, next] = [await refund(7), await refund(6)]
  const desk = await visit({ by: await chain.person(), lang: 'en' })
  const { page } = desk
  await desk.open(`/goods-refund?view=none&sort=created_at&search=REF-&open=${gone}`)
  await pane(page, gone)
    .getByRole('button', { name: say('Delete') })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Delete') })
    .click()
  await pane(page, next).getByRole('heading', { name: 'REF-6' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/goods-refund')
  const offers = () => page.getByRole('button', { name: say('Show the record beside the list') }).count()
  for (const [path, isOffered] of [
    ['/stores', 1],
    ['/users', 1],
    ['/surveys', 0],
    ['/gift-card-events', 0],
    ['/user-roles', 0],
  ] as const) {
    await reach(desk, path)
    await expect.poll(offers, { message: path }).toBe(isOffered)
  }
  await desk.leave()
})

test('an act that takes long leads nobody away who has gone on meanwhile, and says what it did', async () => {
  const say = wordsOf('vi')
  const ids: number[] = []
  for (const tail of [13, 12, 11]) ids.unshift(await refund(tail))
  const [first = 0, second = 0, third = 0] = ids
  const desk = await visit({ by: await chain.person() })
  const { page } = desk
  const answered = (path: string) => page.waitForResponse((answer) => answer.url().endsWith(path))
  const messages = page.getByRole('region', { name: say('Messages') })
  const isAt = (path: string) => expect.poll(() => new URL(page.url()).pathname).toBe(path)
  const answer = await holdRequests(page, new RegExp(`${first}/completed$`))
  await desk.open(`/goods-refund?view=none&sort=-created_at&open=${first}`)
  await page.locator('li[data-active]').waitFor()
  await pane(page, first).waitFor()
  const completed = answered(`/goods-refund/${first}/completed`)
  await page.keyboard.press('d')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await pane(page, third).waitFor()
  answer()
  await completed
  await messages.getByRole('button', { name: say('Undo') }).waitFor()
  expect(openIn(page)).toBe(third)

  const answerOther = await holdRequests(page, new RegExp(`${third}/completed$`))
  const other = answered(`/goods-refund/${third}/completed`)
  await page.keyboard.press('d')
  await desk.go('/stores?search=S01')
  answerOther()
  await other
  await page.getByRole('row', { name: /S01/ }).waitFor()
  expect(new URL(page.url()).search).toBe('?search=S01')

  await desk.go(`/goods-refund/view/${second}`)
  await page.getByRole('button', { name: say('Delete') }).click()
  const deleted = await holdRequests(page, new RegExp(`goods-refund/${second}$`))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Delete') })
    .click()
  await desk.go('/shippers/create')
  deleted()
  await messages.getByText(say('{{name}} is deleted', { name: 'REF-12' })).waitFor()
  await isAt('/shippers/create')

  await page.locator('#field-code').fill('CHAM1')
  await page.locator('#field-name').fill('Nguyễn Chậm')
  await page.locator('#field-phone').fill('0912345678')
  await choose(page, 'store', 'Siêu thị Long Biên')
  const saved = await holdRequests(page, /shipper$/)
  await page.getByRole('button', { name: say('Save') }).click()
  await desk.go('/stores')
  saved()
  await messages.getByText(say('Created')).waitFor()
  await isAt('/stores')
  await messages.getByRole('button', { name: say('Show') }).click()
  await page.getByRole('heading', { level: 1, name: 'Nguyễn Chậm' }).waitFor()
  await desk.leave()
})

test('keys pressed while the act before is still being fetched are all heard, each where the one before has led', async () => {
  const ids: number[] = []
  for (const tail of [24, 23, 22, 21]) ids.unshift(await refund(tail))
  const [first = 0, , , fourth = 0] = ids
  const desk = await visit({ by: await chain.person() })
  const { page } = desk
  const came = await holdRequests(page, /assets\/general-acts-/)
  await desk.open(`/goods-refund?view=none&sort=-created_at&open=${first}`)
  await page.locator('li[data-active]').waitFor()
  await pane(page, first).waitFor()
  for (const key of ['d', 'j', 'j', 'j']) await page.keyboard.press(key)
  came()
  await expect.poll(() => openIn(page)).toBe(fourth)
  await pane(page, fourth).waitFor()
  await desk.leave()
})

const HANDS: [Language, number, 'light' | 'dark'][] = [
  ['vi', 1440, 'light'],
  ['ko', 1100, 'dark'],
]

test.each(HANDS)('a triage goes by the keyboard alone, in %s at %i px, %s', async (lang, width, scheme) => {
  const say = wordsOf(lang)
  const titles = ['Bàn phím một', 'Bàn phím hai', 'Bàn phím ba'].map((title) => `${title} ${lang}`)
  for (const title of titles.toReversed()) await chain.ticket(admin, { title })
  const desk = await visit({ by: await chain.person(), lang, scheme })
  const { page } = desk
  await page.setViewportSize({ width, height: 900 })
  await desk.open(`/complaints?search=ban+phim+${lang}&sort=-created_at`)
  await page.locator('tbody tr[data-at="2"]').waitFor()
  const press = (key: string) => page.keyboard.press(key)
  const shown = (title: string | undefined) =>
    page.locator('[data-record][aria-busy="false"]').getByRole('heading', { name: title ?? '' })
  const dialog = page.getByRole('dialog')
  await press('v')
  await shown(titles[0]).waitFor()
  // Every dialog that a key opens is left by Escape, and the keys are the list's again.
  for (const [key, within] of [
    ['a', '#field-asked-assignee'],
    ['l', '[role="dialog"] form'],
    ['m', '[role="dialog"]'],
    ['d', '[role="dialog"] form'],
    ['?', '[role="dialog"] dl'],
  ] as const) {
    await press(key)
    await page.locator(within).first().waitFor()
    await page.locator('[role=dialog]:focus-within').waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  // So is the box one writes in: what is typed after it is a key, not a word.
  await press('c')
  const note = page.getByRole('textbox', { name: say('Comment') })
  await expect.poll(() => note.evaluate((one) => one === document.activeElement)).toBe(true)
  await press('Escape')
  await press('j')
  await shown(titles[1]).waitFor()
  await press('k')
  await shown(titles[0]).waitFor()
  await expect.poll(() => note.innerText()).not.toContain('j')
  // After an act the focus is no dead end: the next key works at once.
  await press('t')
  await press('1')
  await press('j')
  await shown(titles[1]).waitFor()
  await desk.expectAccessible(`a triage in ${lang}`)
  // Every key that acts is told by `?`.
  await press('?')
  await dialog.locator('kbd').getByText('j', { exact: true }).first().waitFor()
  const told = new Set(await dialog.locator('kbd').allInnerTexts())
  for (const key of [
    'j',
    'k',
    'x',
    'Enter',
    'Esc',
    'v',
    '/',
    'r',
    'c',
    'p',
    'a',
    't',
    's',
    'd',
    '1',
    'l',
    'm',
    'e',
    '?',
  ])
    expect([...told], key).toContain(key)
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  // What is selected floats over the rows and moves none of them.
  const row = page.locator('li[data-active]')
  const before = await row.boundingBox()
  await press('x')
  await page.getByRole('toolbar').first().waitFor()
  await expect.poll(() => row.boundingBox()).toEqual(before)
  await press('Escape')
  await press('v')
  await page.locator('tbody tr[data-at="2"]').waitFor()
  await desk.leave()
})
