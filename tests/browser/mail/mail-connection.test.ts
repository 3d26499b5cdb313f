import { expect, test } from 'vitest'
import type { Language } from '../../../src/shared/language.ts'
import { type Device, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'
import { startMailServers } from '../../setup/mail/mail-servers.ts'
import { MAIL_PASSWORD } from '../../setup/mail/real-servers.ts'

const LAN = 'lan@customer.example'
const servers = await startMailServers()
const chain = await startChain({ MAIL_INTERNAL_HOSTS: servers.internal })
const { visit } = await startBrowser(chain)

test.each<[Language, Device, 'light' | 'dark']>([
  ['vi', 'desktop', 'light'],
  ['en', 'phone', 'dark'],
])('a person connects their own mailbox and takes it back, in %s on a %s, %s', async (lang, device, scheme) => {
  const say = wordsOf(lang)
  const by = await chain.person({ role: 'Customer service' })
  const desk = await visit({ by, lang, device, scheme, expected: [/422 \(Unprocessable Entity\)/] })
  const { page } = desk
  await desk.open('/profile-setting?tab=mail')
  const field = (name: string) => page.locator(`#field-${name}`)
  await page.getByRole('button', { name: 'Google' }).click()
  await expect.poll(() => field('imap_host').inputValue()).toBe('imap.gmail.com')
  await expect.poll(() => field('smtp_host').inputValue()).toBe('smtp.gmail.com')
  await desk.expectAccessible('a connection filled in for a provider')
  await expect.poll(() => page.locator('a[href$="/dashboard"][aria-current=page]').count()).toBe(0)
  for (const [part, port] of [
    ['imap', servers.imapPort],
    ['smtp', servers.smtpPort],
  ] as const) {
    await field(`${part}_host`).fill('127.0.0.1')
    await field(`${part}_port`).fill(String(port))
  }
  await field('imap_user').fill(LAN)
  await field('imap_password').fill('wrong')
  await page.getByRole('button', { name: say('Try and save') }).click()
  await page.getByText(say('The mail server does not accept user and password')).first().waitFor()
  await desk.expectAccessible('a connection that is refused')
  await field('imap_password').fill(MAIL_PASSWORD)
  await page.getByRole('button', { name: say('Try and save') }).click()
  await page.getByText(say('The connection works and is saved')).waitFor()
  await expect.poll(() => field('imap_password').inputValue()).toBe('')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/mail-${lang}.png`, fullPage: true })
  await page.getByRole('button', { name: say('Remove the connection') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Remove the connection') })
    .click()
  await page.getByText(say('The connection is removed')).waitFor()
  await expect.poll(() => field('imap_host').inputValue()).toBe('')
  await desk.leave()
})
