import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { sumInWords } from '../../src/shared/vietnam/sum-in-words.ts'
import { newFolder } from '../setup/at-the-end.ts'
import { HANDS, startBrowser, wordsOf } from '../setup/browser.ts'
import { startChain } from '../setup/chain.ts'

const folder = newFolder('paper')
const chain = await startChain()
const { visit } = await startBrowser(chain)
const admin = await chain.person()
const clerk = await chain.person({ role: 'Reception', store: chain.stores[0] })

const COMPANY = {
  name: 'An Nhiên',
  legal_name: 'Công ty Cổ phần Bán lẻ An Nhiên',
  address: '72 Trần Thái Tông, phường Cầu Giấy, Hà Nội',
  tax_code: '0100109106',
  phone: '1900 0126',
  email: 'cskh@annhien.example',
}
await chain.call('PUT', 'chain', { by: admin, body: COMPANY })
const refund = await chain.call<{ id: number; number: string }>('POST', 'goods-refund', {
  by: clerk,
  body: {
    bill: '0120261120004711',
    lines: Array.from({ length: 40 }, (_, at) => ({ product: `Mặt hàng ${at + 1}`, quantity: 1 })),
    amount: 169_000,
    reason: 'Bao bì rách',
    store: chain.stores[0],
    shift: 'morning',
    staff: clerk.id,
  },
})
expect(refund.status, refund.text).toBe(201)
const complaint = await chain.ticket(admin, { title: 'Giá trên kệ khác giá tại quầy' })

afterAll(() => chain.call('PUT', 'chain', { by: admin, body: {} }))

/** The page as the printer gets it. */
async function printed(page: Page, name: string) {
  // A printer's dialog tells the page so; the driver of the browser does not.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  return readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }), name)
}

const readPdf = (pdf: Buffer, name: string) => {
  const file = join(folder, `${name}.pdf`)
  writeFileSync(file, pdf)
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  return { pages: text.split('\f').slice(0, -1), text: text.replaceAll(/\s+/g, ' ') }
}

describe.runIf(existsSync('/usr/bin/pdftotext'))('What comes out of the printer', () => {
  test.each(HANDS)(
    'in %s, printed from a %s: the refund slip heads with the company, says the sum in words, numbers its pages and who printed it',
    async (lang, device) => {
      const say = wordsOf(lang)
      const { page, open, expectAccessible, leave } = await visit({ by: clerk, lang, device, scheme: 'dark' })
      await open(`/goods-refund/print/${refund.data.id}`)
      await page.getByText(COMPANY.legal_name).waitFor()
      await page.getByText(sumInWords(169_000, lang)).waitFor()
      await expectAccessible('the slip')
      const { pages, text } = readPdf(
        await page.pdf({ preferCSSPageSize: true, printBackground: true }),
        `refund-${lang}`,
      )
      for (const said of [
        COMPANY.legal_name,
        COMPANY.address,
        say('Tax code: {{code}}', { code: COMPANY.tax_code }),
        `${COMPANY.phone} · ${COMPANY.email}`,
        `${say('Refund slip')} ${refund.data.number}`,
        '₫',
        sumInWords(169_000, lang),
        say('(signature and full name)').replaceAll(/[()]/g, ''),
      ])
        expect(text).toContain(said)
      expect(pages.length).toBeGreaterThan(1)
      for (const [at, one] of pages.entries()) {
        const words = one.replaceAll(/\s/g, '')
        expect(words).toContain(
          say('Page {{page}} of {{pages}}', { page: at + 1, pages: pages.length }).replaceAll(' ', ''),
        )
        expect(words).toContain(clerk.name.replaceAll(' ', ''))
      }
      // Nothing of the screen around it.
      expect(text).not.toContain(say('Dashboard'))
      await leave()
    },
  )

  test('a complaint has the same head, and its links are black', async () => {
    const { page, open, leave } = await visit({ by: admin })
    await open(`/complaints/print/${complaint.id}`)
    await page.getByText(COMPANY.legal_name).waitFor()
    const sheet = page.getByRole('article').first()
    await sheet.getByText(complaint.title).waitFor()
    expect(
      await sheet.locator('a').evaluateAll((links) => [...new Set(links.map((link) => getComputedStyle(link).color))]),
    ).toEqual(['rgb(0, 0, 0)'])
    const { text } = await printed(page, 'complaint')
    expect(text).toContain(`Khiếu nại ${complaint.issue_number}`)
    await leave()
  })
})
