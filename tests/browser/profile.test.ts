import { test } from 'vitest'
import { startBrowser, wordsOf } from '../setup/browser/browser.ts'
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
