import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Flow, isAllowed, type Step, stepsOf } from '../../src/shared/flow.ts'
import type { Definition } from '../../src/shared/resource.ts'
import { NO_FLAGS } from '../../src/shared/users/permissions.ts'
import { startBrowser, type Visitor, wordsOf } from '../setup/browser/browser.ts'
import { startChain } from '../setup/chain.ts'
import { flowRecords, flows, startOf, statesOf } from '../setup/records/flow-records.ts'

/** What a definition's flow says about its steps, looked at on the screen: each step has its button where it is open, and nowhere else. */
const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()
const { inState } = await flowRecords(chain, admin)
const say = wordsOf('en')
const reading = Object.fromEntries(flows.map(([, { permission }]) => [permission, { ...NO_FLAGS, read: true }]))
const reader = await chain.person({ permissions: reading })
const asAdmin = await visit({ by: admin, lang: 'en' })
const asReader = await visit({ by: reader, lang: 'en' })

const main = (page: Page) => page.getByRole('main')
const labelsIn = async (buttons: Locator): Promise<string[]> =>
  (await buttons.allInnerTexts()).map((text) => text.trim()).filter(Boolean)

/** What can be pressed, and what the menu of more holds, where there is one. */
async function offered(page: Page, place: Locator): Promise<string[]> {
  const labels = await labelsIn(place.getByRole('button'))
  for (const name of ['More', 'Change status']) {
    const menu = place.getByRole('button', { name: say(name), exact: true })
    if ((await menu.count()) === 0) continue
    await menu.click()
    await page.getByRole('menu').waitFor()
    labels.push(...(await labelsIn(page.getByRole('menuitem'))))
    await menu.click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  return labels
}

/** Of the steps of a flow those that are offered, by name. */
const stepsAmong = (flow: Flow, labels: readonly string[]): string[] =>
  stepsOf(flow).flatMap(([name, { label }]) => (labels.includes(say(label)) ? [name] : []))
const namesOf = (flow: Flow, isMeant: (step: Step) => boolean): string[] =>
  stepsOf(flow).flatMap(([name, step]) => (isMeant(step) ? [name] : []))

/** Leads to a page by way of an empty one, so that nothing of the record before is left on it. */
async function reach({ page, go }: Visitor, path: string): Promise<void> {
  if (page.url() !== 'about:blank') {
    await go('/nowhere')
    await page.getByRole('heading', { level: 1, name: say('Page not found') }).waitFor()
  }
  await go(path)
}

async function opened(by: Visitor, { name }: Definition, id: number): Promise<string[]> {
  await reach(by, `/${name}/view/${id}`)
  // Who made it is told of every record: then it is drawn, and its buttons with it.
  await main(by.page).getByText(admin.name).first().waitFor()
  return offered(by.page, main(by.page))
}

describe.each(flows)('the flow of %s', (_name, definition, flow) => {
  for (const state of statesOf(definition, flow))
    test(`${state}: the record has a button for each step that is open, and for no other`, async () => {
      const { id } = await inState(definition, flow, state)
      const found = stepsAmong(flow, await opened(asAdmin, definition, id))
      expect(found).toEqual(namesOf(flow, (step) => isAllowed(step, state)))
    })

  test('who may only read sees none', async () => {
    const { id } = await inState(definition, flow, startOf(definition, flow))
    expect(stepsAmong(flow, await opened(asReader, definition, id))).toEqual([])
  })

  test('rows and selections offer the steps that the flow says, to who may take them', async () => {
    const start = startOf(definition, flow)
    await inState(definition, flow, start)
    for (const by of [asAdmin, asReader]) {
      await reach(by, `/${definition.name}`)
      const row = main(by.page).locator('tbody tr').first()
      await row.waitFor()
      const mine = (step: Step) => by === asAdmin && isAllowed(step, start)
      const inRow = await row
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''))
      expect(stepsAmong(flow, inRow)).toEqual(namesOf(flow, (step) => mine(step) && step.quick !== undefined))
      const box = row.getByRole('checkbox')
      if ((await box.count()) === 0) continue
      await box.check()
      const bar = by.page.getByRole('toolbar', { name: say('Selected rows') })
      await bar.waitFor()
      const isOffered = (step: Step) => step.quick !== undefined || flow.question !== undefined
      // The rows may still be those of before the record was brought to its state.
      await expect
        .poll(async () => stepsAmong(flow, await offered(by.page, bar)))
        .toEqual(namesOf(flow, (step) => mine(step) && isOffered(step)))
    }
  })
})

test('nothing went wrong in either window', async () => {
  await asAdmin.leave()
  await asReader.leave()
})
