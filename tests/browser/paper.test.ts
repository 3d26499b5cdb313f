import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { row, rows } from '../../src/server/db/db.ts'
import type { Language } from '../../src/shared/language.ts'
import { sumInWords } from '../../src/shared/vietnam/sum-in-words.ts'
import { newFolder } from '../setup/at-the-end.ts'
import { HANDS, startBrowser, wordsOf } from '../setup/browser/browser.ts'
import { startChain } from '../setup/chain.ts'
import { AT_THE_DESK } from '../setup/desk.ts'
import { drawnEvent } from '../setup/draws/drawn-event.ts'
import { saveSettings } from '../setup/settings.ts'
import { atTheEntrance, dayFromToday } from '../setup/suppliers.ts'
import { REDUCED_RATE_DAY } from '../setup/vat.ts'

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
await saveSettings(chain, 'chain', { by: admin, body: COMPANY })
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
const complaint = await chain.ticket(admin, {
  title: 'Giá trên kệ khác giá tại quầy',
  content: Array.from({ length: 60 }, (_, at) => `<p>Dòng thứ ${at + 1} của lời phản ánh.</p>`).join(''),
})
const LONG = 'người bán hàng nói một giá, quầy thu tiền tính một giá khác, '.repeat(3).slice(0, 160)
await sql`insert into complaints (issue_number, title, store, feedback_type, feedback_method, customer_name, phone, content)
  select '9801-' || lpad(n::text, 6, '0'), 'Dòng ' || n || ' ' || ${LONG}, ${chain.stores[1]}, ${chain.types[0]}, 'hotline', 'Khách', '0912345678', '<p>x</p>' from generate_series(1, 49) n`.execute(
  chain.db,
)
const rate = await row(chain.db, { id: 'number' }, sql`select id from vat_rates where name = '8%'`)
const request = await chain.call<{ id: number; number: string }>('POST', 'vat-info', {
  by: admin,
  body: {
    ...{ company_name: 'Công ty TNHH Sao Mai', tax_code: '0100112437', bill_tail: '50000017', store: chain.stores[0] },
    sold_on: REDUCED_RATE_DAY,
    lines: [{ rate: rate?.id, net: 100_000, tax: 8000, gross: 108_000 }],
  },
})
expect(request.status, request.text).toBe(201)
const correctedRequest = await correctedAs()
async function correctedAs(): Promise<number> {
  const { status, text, data } = await chain.call<{ id: number }>('POST', 'vat-info', {
    by: admin,
    body: {
      ...{ company_name: 'Công ty TNHH MTV Du lịch Gia Hưng', tax_code: '0100112437', bill_tail: '50000018' },
      ...{
        receipt_number: '0120261150000018',
        payment_method: 'transfer',
        store: chain.stores[0],
        buyer: 'Phan Mỹ Nga',
      },
      ...{ email: 'ketoan@giahung.example', sold_on: REDUCED_RATE_DAY },
      address: { line: '9 Lê Lợi', ward_code: '26743', province_code: '79' },
      lines: [{ rate: rate?.id, net: 824_075, tax: 65_926, gross: 890_001 }],
    },
  })
  expect(status, text).toBe(201)
  const take = async (name: string, version: number, body: object) => {
    const step = await chain.call('POST', `vat-info/${data.id}/${name}`, { by: admin, body: { version, ...body } })
    expect(step.status, step.text).toBe(200)
  }
  await take('issue-invoice', 1, { invoice_serial: 'C26TAN', invoice_number: '00002043', issued_on: REDUCED_RATE_DAY })
  await take('adjust-invoice', 2, {
    ...{ correction_reason: 'rate', correction_details: 'Ghi thuế suất 10% thay vì 8%; biên bản thỏa thuận đã ký' },
    ...{ correction_serial: 'C26TAN', correction_number: '00006402', corrected_on: REDUCED_RATE_DAY },
  })
  return data.id
}
const delivery = await chain.call<{ id: number; number: string }>('POST', 'goods-delivery', {
  by: admin,
  body: {
    ...{ receipt_no: '00990', receipt_value: 90_000, packages: 9, store: chain.stores[0], fee_by: 'store' },
    ...{ customer_name: 'Lý Thu An', phone: '0901112224', delivery_date: dayFromToday(0), to_collect: 100_000 },
    to_address: { line: '9 Lê Lợi', ward_code: '26743', province_code: '79' },
  },
})
expect(delivery.status, delivery.text).toBe(201)
const { staff, comesIn } = await atTheEntrance(chain, admin)
const inside = await Promise.all(Array.from({ length: 50 }, () => staff()))
for (const { id } of inside) expect((await comesIn({ staff: id })).status).toBe(201)

const task = await chain.call<{ id: number; number: string }>('POST', 'task', {
  by: admin,
  body: { title: 'Kiểm kê kho lạnh', processors: [clerk.id], approver: admin.id, store: chain.stores[0] },
})
expect(task.status, task.text).toBe(201)
const listed = await chain.call('POST', `task/${task.data.id}/checklist`, {
  by: admin,
  body: { titles: Array.from({ length: 70 }, (_, at) => `Đếm kệ số ${at + 1}`).join('\n') },
})
expect(listed.status, listed.text).toBe(201)
const member = await chain.call<{ id: number; number: string }>('POST', 'member-register', {
  by: admin,
  body: {
    ...{ full_name: 'Trần Thu Hà', request_type: 'new', birth_date: '1990-10-24', nationality: 'Việt Nam' },
    ...{ identity_number: '001190000123', phone: '0912345678', store: chain.stores[0], ...AT_THE_DESK },
  },
})
expect(member.status, member.text).toBe(201)
const event = await drawnEvent(chain.db, chain.running.context.config.keys, {
  ...{ code: 'DA-QUA', name: 'Quay trúng quà', draws: 300, staff: admin.id, from: dayFromToday(-30), days: 20 },
  stores: await rows(
    chain.db,
    { id: 'number', code: 'string' },
    sql`select id, code from stores order by code limit 2`,
  ),
})
const promotion = await chain.call<{ id: number }>('POST', 'product-promotions', {
  by: admin,
  body: {
    ...{ product_name: 'Nước mắm Phú Quốc 500 ml', barcode: '8934567890120', price: 52_000, promotion_price: 41_000 },
    ...{ starts_on: dayFromToday(-2), ends_on: dayFromToday(5) },
  },
})
expect(promotion.status, promotion.text).toBe(201)

const survey = await chain.call<{ id: number }>('POST', 'survey', { by: admin, body: { title: 'Sau khi mua' } })
expect(survey.status, survey.text).toBe(201)

afterAll(() => saveSettings(chain, 'chain', { by: admin, body: {} }))

/** What is signed and filed, each with what it must say beside the letterhead. */
const PAPERS: readonly [
  name: string,
  path: string,
  said: (say: ReturnType<typeof wordsOf>, lang: Language) => string[],
][] = [
  [
    'complaint',
    `/complaints/print/${complaint.id}`,
    (say) => [`${say('Complaint')} ${complaint.issue_number}`, complaint.title, 'Dòng thứ 60', say('Customer')],
  ],
  [
    'vat',
    `/vat-info/print/${request.data.id}`,
    (say, lang) => [
      `${say('Request for a VAT invoice')} ${request.data.number}`,
      ...['Công ty TNHH Sao Mai', sumInWords(108_000, lang), say('Buyer')],
    ],
  ],
  [
    'delivery',
    `/goods-delivery/print/${delivery.data.id}`,
    (say) => [`${say('Delivery note')} ${delivery.data.number}`, 'Lý Thu An', '9/9', say('Shipper')],
  ],
  [
    'evacuation',
    `/supplier-staffs-checkin/evacuation?store=${chain.stores[0]}`,
    (say) => [say('Evacuation list'), 'Công ty Sữa Ba Vì', say('Counted by')],
  ],
  [
    'closing',
    `/gift-card-events/closing/${event}`,
    (say) => [
      say('Report on the results of a promotion by chance'),
      'Quay trúng quà',
      say('Winners'),
      say('Written by'),
    ],
  ],
  [
    'task',
    `/task-management/print/${task.data.id}`,
    (say) => [`${say('Task sheet')} ${task.data.number}`, 'Kiểm kê kho lạnh', 'Đếm kệ số 70', say('Approver')],
  ],
  [
    'member',
    `/member-register/print/${member.data.id}`,
    (say) => [
      `${say('Membership form')} ${member.data.number}`,
      'Trần Thu Hà',
      say('Keeping your membership'),
      say('Customer'),
    ],
  ],
]

/** What hangs, sticks or is worn: no letterhead, nothing of the screen, and a page of its own size. */
const PRINTED: readonly [
  name: string,
  path: string,
  size: string,
  said: (say: ReturnType<typeof wordsOf>) => string[],
][] = [
  [
    'cards',
    `/supplier-staffs/cards?id=${inside[0]?.id}`,
    '210 x 297',
    (say) => [COMPANY.name, say('Supplier staff'), inside[0]?.full_name ?? ''],
  ],
  [
    'labels',
    `/product-promotions/labels?id=${promotion.data.id}`,
    '210 x 297',
    () => ['Nước mắm Phú Quốc 500 ml', '41.000'],
  ],
  ['store poster', `/stores/poster/${chain.stores[0]}`, '148 x 210', () => ['Tell us how we did']],
  [
    'survey poster',
    `/surveys/posters/${survey.data.id}`,
    '148 x 210',
    () => ['Sau khi mua', 'Scan to answer our survey'],
  ],
  [
    'event poster',
    `/gift-card-events/poster/${event}`,
    '210 x 297',
    () => ['Quay trúng quà', 'Nồi cơm điện', 'KM-2026-0117', '/gift-event/DA-QUA'],
  ],
]

const MM = 72 / 25.4
const readPdf = (pdf: Buffer, name: string) => {
  const file = join(folder, `${name}.pdf`)
  writeFileSync(file, pdf)
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  const told = execFileSync('pdfinfo', ['-l', '99', file], { encoding: 'utf8' })
  const sizes = [...told.matchAll(/size:\s+([\d.]+) x ([\d.]+)/g)].map(([, ...sides]) =>
    sides.map((side) => Math.round(Number(side) / MM)).join(' x '),
  )
  const letters = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, '')
  return { pages: text.split('\f').slice(0, -1), text: text.replaceAll(/\s+/g, ' '), letters, sizes }
}

/** Each page says which of how many it is, and who printed it. */
function expectFoot(pages: readonly string[], say: ReturnType<typeof wordsOf>, by: string): void {
  for (const [at, one] of pages.entries()) {
    const words = one.replaceAll(/\s/g, '')
    expect(words).toContain(
      say('Page {{page}} of {{pages}}', { page: at + 1, pages: pages.length }).replaceAll(' ', ''),
    )
    expect(words).toContain(by.replaceAll(' ', ''))
  }
}

describe.runIf(existsSync('/usr/bin/pdftotext'))('What comes out of the printer', () => {
  // At a desk the menu stands beside the sheet.
  test.each([...HANDS, ['vi', 'desktop'] as const])(
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
      expectFoot(pages, say, clerk.name)
      // Nothing of the screen around it.
      expect(text).not.toContain(say('Dashboard'))
      await leave()
    },
  )

  test.each(HANDS)(
    'in %s, printed from a %s: every other paper has the same head, black words, a place to sign, and a foot on each page',
    async (lang, device) => {
      const say = wordsOf(lang)
      const { page, open, leave } = await visit({ by: admin, lang, device, scheme: 'dark' })
      for (const [name, path, said] of PAPERS) {
        await open(path)
        const sheet = page.getByRole('article').first()
        await page.locator('[data-sheet][aria-busy="false"] header[aria-busy="false"]').waitFor()
        for (const words of said(say, lang)) await sheet.getByText(words).first().waitFor()
        const coloured = async () => {
          const colours = await sheet
            .locator('a')
            .evaluateAll((links) => links.map((link) => getComputedStyle(link).color))
          return colours.filter((one) => one !== 'rgb(0, 0, 0)')
        }
        await expect.poll(coloured, { message: name }).toEqual([])
        const { pages, text } = readPdf(
          await page.pdf({ preferCSSPageSize: true, printBackground: true }),
          `${name}-${lang}`,
        )
        for (const words of [
          ...[COMPANY.legal_name, say('Tax code: {{code}}', { code: COMPANY.tax_code })],
          say('(signature and full name)').replaceAll(/[()]/g, ''),
          ...said(say, lang),
        ])
          expect(text, `${name} in ${lang}`).toContain(words)
        expect(text, name).not.toContain(say('Dashboard'))
        expectFoot(pages, say, admin.name)
      }
      await leave()
    },
  )

  test.each(HANDS)(
    'in %s, printed from a %s: a corrected request says its sums once, and is signed below its last invoice',
    async (lang, device) => {
      const say = wordsOf(lang)
      const { page, open, leave } = await visit({ by: admin, lang, device })
      await open(`/vat-info/print/${correctedRequest}`)
      await page.locator('[data-sheet][aria-busy="false"] header[aria-busy="false"]').waitFor()
      await page.getByText(/Điều chỉnh cho hóa đơn Mẫu số 1/).waitFor()
      const { pages, text } = readPdf(await page.pdf({ preferCSSPageSize: true }), `corrected-${lang}`)
      // Of the line, and of the row of totals.
      expect(text.match(/824[.,]075/g)).toHaveLength(2)
      const signed = pages.find((one) => one.includes(say('(signature and full name)').replaceAll(/[()]/g, '')))
      expect(signed).toMatch(/Điều chỉnh cho hóa đơn Mẫu số 1/)
      await leave()
    },
  )

  test('posters, labels and cards fill a page of their own size, with nothing of the screen on it', async () => {
    const say = wordsOf('ko')
    const { page, open, leave } = await visit({ by: admin, lang: 'ko', device: 'phone', scheme: 'dark' })
    for (const [name, path, size, said] of PRINTED) {
      await open(path)
      for (const words of said(say)) await page.getByRole('article').getByText(words).first().waitFor()
      const { text, sizes } = readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }), name)
      for (const words of said(say)) expect(text, name).toContain(words)
      expect(text, name).not.toContain(say('Dashboard'))
      expect([...new Set(sizes)], name).toEqual([size])
    }
    await leave()
  })

  test.each([
    ['upright', false],
    ['across', true],
  ] as const)('a list goes on A4 %s as its table, with every column and every row whole', async (way, landscape) => {
    const { page, open, leave } = await visit({ by: admin })
    for (const path of [
      '/complaints?perpage=50',
      '/supplier-staffs?perpage=50',
      // A phone is led elsewhere from here, and a sheet is hardly wider.
      '/task-management',
    ]) {
      await open(path)
      await page.locator('tbody tr[data-at]').first().waitFor()
      const said = await page.locator('thead th, tbody td[data-title]').allInnerTexts()
      const { letters } = readPdf(
        await page.pdf({
          format: 'A4',
          landscape,
          margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' },
        }),
        `list-${way}`,
      )
      expect(
        said.filter((one) => !letters.includes(one.replaceAll(/\s/g, ''))),
        path,
      ).toEqual([])
      expect(page.url()).toContain(path)
    }
    await leave()
  })

  test('a long table repeats its head on every page', async () => {
    const { page, open, leave } = await visit({ by: admin })
    for (const [path, last, row, head] of [
      [
        `/supplier-staffs-checkin/evacuation?store=${chain.stores[0]}`,
        inside[0]?.full_name,
        /Nguyễn Thị Mai/,
        /Nhà cung cấp/,
      ],
      [`/task-management/print/${task.data.id}`, 'Đếm kệ số 70', /Đếm kệ số \d/, /# +Nội dung/],
    ] as const) {
      await open(path)
      await page.getByText(last ?? '', { exact: true }).waitFor()
      const { pages } = readPdf(await page.pdf({ preferCSSPageSize: true }), 'long')
      expect(pages.length).toBeGreaterThan(1)
      for (const one of pages) if (row.test(one)) expect(one).toMatch(head)
    }
    await leave()
  })

  test('the roll of a receipt printer has the note on 80 mm, and each package on a label of its own', async () => {
    const { page, open, leave } = await visit({ by: admin })
    const say = wordsOf('vi')
    await open(`/goods-delivery/print/${delivery.data.id}`)
    await page.getByText('80 mm').click()
    await page.locator('[data-roll]').waitFor()
    const { pages, sizes } = readPdf(await page.pdf({ preferCSSPageSize: true }), 'roll')
    expect(pages.filter((one) => /\d\/9/.test(one)).length).toBe(9)
    expect([...new Set(sizes)]).toEqual(['80 x 200', '80 x 120'])
    expect(pages[0]).toContain(say('Delivery note'))
    await leave()
  })
})
