import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startBrowser, wordsOf } from '../setup/browser/browser.ts'
import { holdRequests } from '../setup/browser/held-requests.ts'
import { startChain } from '../setup/chain.ts'
import { photo } from '../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const say = wordsOf('vi')

test('whoever chooses a picture of themselves that is none is told so, and another one is cut and kept', async () => {
  const by = await chain.person({ permissions: {} })
  const { page, open, expectAccessible, leave } = await visit({ by, device: 'phone' })
  await open('/profile-setting')
  const chooser = page.locator('input[type=file]').first()
  await chooser.setInputFiles({ name: 'anh.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  const dialog = page.getByRole('dialog')
  await dialog.getByText(say('This picture cannot be opened. Please choose another one.')).waitFor()
  await expectAccessible('a broken picture')
  await dialog.getByRole('button', { name: say('Cancel') }).click()
  await chooser.setInputFiles(await photo('toi.jpg'))
  await dialog.getByRole('button', { name: say('Use this picture') }).click()
  await page.getByText(say('Your picture was changed')).waitFor()
  await page.getByRole('button', { name: say('Change picture') }).waitFor()
  await leave()
})

test('what is typed while a slow line brings the saved profile stays, and is saved next', async () => {
  const by = await chain.person({ permissions: {} })
  const { page, open, leave } = await visit({ by })
  let asked = 0
  await page.route('**/api/user/show', async (route) => {
    asked += 1
    if (asked > 1) await setTimeout(800)
    await route.continue()
  })
  await open('/profile-setting')
  const [name, mail] = [page.locator('#field-user_name'), page.locator('#field-signature_email')]
  const save = page.getByRole('button', { name: say('Save') })
  await name.fill('Trần Thị Mai')
  await save.click()
  await page.getByText(say('Your profile was saved')).waitFor()
  const brought = page.waitForResponse('**/api/user/show')
  await mail.fill('mai@demo.example')
  await brought
  await page.getByText(say('Unsaved changes')).waitFor()
  await setTimeout(200)
  expect([await name.inputValue(), await mail.inputValue()]).toEqual(['Trần Thị Mai', 'mai@demo.example'])
  await save.click()
  const kept = () => chain.call<{ signature_email: string }>('GET', 'user/show', { by })
  await expect.poll(async () => (await kept()).data.signature_email).toBe('mai@demo.example')
  await leave()
})

test('no ward of the province before is offered while a slow line brings those of the one chosen', async () => {
  const by = await chain.person({ permissions: {} })
  const { page, open, leave } = await visit({ by })
  await open('/profile-setting')
  const [province, ward] = [page.locator('#field-address'), page.locator('#field-address-ward')]
  const turnTo = async (name: string) => {
    await province.click()
    await province.fill(name)
    await page.getByRole('option', { name }).click()
    await ward.click()
  }
  await turnTo('Hà Nội')
  const ofHanoi = page.getByRole('option', { name: 'Phường Ba Đình' })
  await ofHanoi.waitFor()
  const late = await holdRequests(page, '**/api/location?province=*')
  await turnTo('Đà Nẵng')
  await page.getByText(say('Nothing found')).waitFor()
  expect(await ofHanoi.count()).toBe(0)
  late()
  await page.getByRole('option', { name: 'Phường Hải Châu' }).waitFor()
  await leave()
})
