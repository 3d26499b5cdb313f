import { expect, test } from 'vitest'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const [store] = chain.stores
const [, department] = chain.departments
const manager = await chain.person({ role: 'Store manager', store })
const head = await chain.person({ role: 'Department manager', department })
const ticket = await chain.ticket(manager, { department })

test('a manager records a cost above the own limit on a phone, a department approves it, and the complaint goes on', async () => {
  const say = wordsOf('vi')
  const address = `/complaints/view/${ticket.id}`
  const shop = await visit({ device: 'phone', by: manager })
  await shop.open(address)
  await shop.page.getByRole('button', { name: say('Record cost') }).click()
  await shop.page
    .getByText(say('Above {{limit}} somebody else must approve it.', { limit: '1.000.000 đồng' }))
    .waitFor()
  await shop.page.locator('#field-asked-cost').fill('3500000')
  await shop.page.getByRole('button', { name: say('Save') }).click()
  const card = shop.page.getByRole('region', { name: new RegExp(say('Cost')) })
  await card.getByText(say('Waiting for approval')).waitFor()
  await card.getByText('3.500.000 đồng').waitFor()
  await expect.poll(() => card.getByRole('button', { name: say('Approve') }).count()).toBe(0)
  await shop.page.getByRole('button', { name: say('Complete'), exact: true }).click()
  await shop.page
    .getByText(say('The cost of this complaint waits for approval. It can go on once that is decided.'))
    .waitFor()
  await shop.expectAccessible('a cost that waits')

  const office = await visit({ by: head })
  await office.open('/complaints')
  await office.page.getByRole('button', { name: say('Cost waiting for approval') }).click()
  await office.page.getByRole('link', { name: ticket.title }).click()
  await office.page.getByRole('button', { name: say('Approve'), exact: true }).click()
  await office.page
    .getByRole('dialog')
    .getByRole('button', { name: say('Approve'), exact: true })
    .click()
  await office.page
    .getByRole('region', { name: say('What happened since') })
    .getByText(say('approved the cost'))
    .waitFor()
  await office.expectAccessible('an approved cost')
  await office.leave()

  await card.getByText(say('Approved'), { exact: true }).waitFor()
  await shop.page.getByRole('button', { name: say('Complete'), exact: true }).click()
  await shop.page.getByRole('dialog').waitFor()
  await shop.leave()
})

test('an amount that changes while somebody is about to approve it is not approved unseen', async () => {
  const say = wordsOf('vi')
  const { id } = await chain.ticket(manager, { department })
  const read = async () =>
    (await chain.call<{ version: number; cost_state: string }>('GET', `ticket/${id}`, { by: manager })).data
  const record = async (cost: number) =>
    chain.call('PUT', `ticket/${id}`, { by: manager, body: { cost, version: (await read()).version } })
  await record(2_000_000)
  const office = await visit({ by: head, expected: [/status of 409/] })
  const { page } = office
  const listening = page.waitForResponse('**/api/stream')
  await office.open(`/complaints/view/${id}`)
  await listening
  const dialog = page.getByRole('dialog')
  const approve = async () => {
    await page.getByRole('button', { name: say('Approve'), exact: true }).click()
    return dialog.getByRole('button', { name: say('Approve'), exact: true })
  }
  const first = await approve()
  await dialog.getByText('2.000.000 đồng').waitFor()
  await record(3_000_000)
  await page.locator('main').getByText('3.000.000 đồng').waitFor()
  await first.click()
  await page.getByText(say('You see it as it stands now.')).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect((await read()).cost_state).toBe('requested')
  await (await approve()).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await read()).cost_state).toBe('approved')
  await office.leave()
})
