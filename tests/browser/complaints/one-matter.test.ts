import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { focused, startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { holdRequests } from '../../setup/browser/held-requests.ts'
import { startChain } from '../../setup/chain.ts'
import { photo } from '../../setup/media.ts'

const say = wordsOf('vi')
const chain = await startChain({ CHAIN_NAME: 'Siêu thị An Nhiên' })
const admin = await chain.person()
const first = await chain.ticket(admin, { title: 'Sữa chua bị phồng nắp' })
const twice = await chain.ticket(admin, {
  title: 'Sữa chua phồng, lần hai',
  content: '<p>Tôi gửi lại vì chưa ai gọi</p>',
})
await chain.call('POST', 'canned-reply', {
  by: admin,
  body: {
    name: 'Đã tiếp nhận',
    body: 'Kính chào {customer_name},\nPhản ánh {issue_number} tại {store} đã được ghi nhận.',
  },
})
const { visit } = await startBrowser(chain)

test('two complaints about one matter become one, and apart again', async () => {
  await chain.call('POST', 'task', {
    by: admin,
    body: { title: 'Gọi lại khách', priority: 'normal', processors: [admin.id], complaint: twice.id },
  })
  const visitor = await visit({ by: admin })
  const { page } = visitor
  await visitor.open(`/complaints/view/${twice.id}`)
  await page.getByRole('button', { name: `${say('Merge')} ${first.issue_number}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Merge'), exact: true })
    .click()
  const note = page.getByRole('note')
  await note.getByText(first.issue_number).first().waitFor()
  await visitor.expectAccessible('a merged complaint')
  await expect.poll(() => page.getByRole('button', { name: say('Send comment') }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: say('Reopen') }).count()).toBe(0)
  await note.getByRole('link').click()
  await page.getByText('Tôi gửi lại vì chưa ai gọi').waitFor()
  const task = page.getByRole('region', { name: say('Tasks') }).getByRole('listitem')
  await expect.poll(() => task.innerText()).toMatch(new RegExp(`Gọi lại khách[^]*${twice.issue_number}`))
  await visitor.expectAccessible('the complaint that goes on')
  await visitor.open(`/complaints/view/${twice.id}`)
  await page.getByRole('button', { name: say('Undo the merge') }).click()
  await page.getByRole('button', { name: say('Start handling') }).waitFor()
  await expect.poll(() => page.getByRole('note').count()).toBe(0)
  await visitor.leave()
})

test('the question says that one which is over is reopened by an open one', async () => {
  const phone = '0977000111'
  const over = await chain.ticket(admin, { title: 'Bánh mì mốc', phone })
  await chain.call('POST', `ticket/${over.id}/complete`, {
    by: admin,
    body: { version: over.version, solution: 'apology', origin: 'Bảo quản', comment: 'Đã xin lỗi.' },
  })
  const open = await chain.ticket(admin, { title: 'Bánh mì lại mốc', phone })
  const visitor = await visit({ by: admin })
  const { page } = visitor
  await visitor.open(`/complaints/view/${open.id}`)
  await page.getByRole('button', { name: `${say('Merge')} ${over.issue_number}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(
      say('{{into}} is completed or closed, and will be reopened with new deadlines.', { into: over.issue_number }),
    )
    .waitFor()
  await dialog.getByRole('button', { name: say('Merge'), exact: true }).click()
  await page.getByRole('note').getByRole('link').click()
  await page.getByRole('button', { name: say('Start handling') }).waitFor()
  await visitor.leave()
})

test('merging offers those of the same phone first, each with its reason, and takes them by the keyboard', async () => {
  const one = await chain.ticket(admin, { title: 'Giao thiếu hàng', phone: '0987654321' })
  const other = await chain.ticket(admin, { title: 'Vẫn chưa giao đủ', phone: '0987654321' })
  await chain.ticket(admin, { title: 'Người lạ', phone: '0911111111', content: '<p>Chuyện khác hẳn</p>' })
  const visitor = await visit({ by: admin })
  const { page } = visitor
  await visitor.open(`/complaints/view/${other.id}`)
  await page.getByRole('heading', { level: 1, name: other.title }).waitFor()
  await page.keyboard.press('m')
  const offers = page.getByRole('dialog').getByRole('listitem')
  await offers.first().waitFor()
  await expect
    .poll(() => offers.first().innerText())
    .toMatch(new RegExp(`${one.title}[^]*${say('Same phone')}[^]*Cầu Giấy[^]*…321`))
  await expect.poll(() => offers.filter({ hasText: 'Người lạ' }).count()).toBe(0)
  await visitor.expectAccessible('what may be the same matter')
  await page.locator('[role=dialog] input:focus').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: one.issue_number }).waitFor()
  await page.keyboard.press('Escape')
  await visitor.leave()
})

test('a canned reply comes by a slash, filled in, and what is being written waits for its writer', async () => {
  const visitor = await visit({ by: admin })
  const { page } = visitor
  await visitor.open(`/complaints/view/${first.id}`)
  const box = page.getByRole('textbox', { name: say('Comment') })
  await box.click()
  await focused(box)
  await page.keyboard.type('/tiep nhan')
  await page.getByRole('option', { name: 'Đã tiếp nhận' }).waitFor()
  await page.keyboard.press('Enter')
  const filled = `Phản ánh ${first.issue_number} tại Siêu thị Cầu Giấy đã được ghi nhận.`
  await box.getByText(filled).waitFor()
  await expect.poll(() => box.innerText()).toContain('Kính chào Trần Thu Hà,')
  await visitor.expectAccessible('a comment being written')
  await expect
    .poll(async () => (await chain.call<{ body: string }>('GET', `ticket/${first.id}/draft`, { by: admin })).data.body)
    .toContain(filled)
  const elsewhere = await visit({ by: admin, device: 'phone' })
  await elsewhere.open(`/complaints/view/${first.id}`)
  await elsewhere.page
    .getByRole('textbox', { name: say('Comment') })
    .getByText(filled)
    .waitFor()
  await elsewhere.leave()
  await page.getByRole('button', { name: say('Send comment') }).click()
  await page.getByRole('article').getByText(filled).waitFor()
  await expect
    .poll(async () => (await chain.call<{ body: string }>('GET', `ticket/${first.id}/draft`, { by: admin })).data.body)
    .toBe('')
  await visitor.leave()
})

test('complaints are linked by number, with the keyboard, and read from both ends', async () => {
  const visitor = await visit({ by: admin })
  const { page } = visitor
  await visitor.open(`/complaints/view/${first.id}`)
  await page.getByRole('button', { name: say('Add a link') }).click()
  await page.getByRole('menuitem', { name: say('Caused by') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(twice.issue_number)
  await dialog.getByRole('button', { name: twice.title }).waitFor()
  await visitor.expectAccessible('choosing a complaint')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: say('Linked complaints') })
    .getByText(say('Caused by'))
    .waitFor()
  await visitor.open(`/complaints/view/${twice.id}`)
  await page
    .getByRole('region', { name: say('Linked complaints') })
    .getByText(say('Cause of'))
    .waitFor()
  await visitor.leave()
})

test('a complaint is printed on white paper, and its case file downloaded', async () => {
  const visitor = await visit({ by: admin, scheme: 'dark' })
  const { page } = visitor
  await visitor.open(`/complaints/view/${first.id}`)
  await page.getByRole('button', { name: say('More'), exact: true }).click()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: say('Case file (PDF)'), exact: true }).click()
  expect((await downloaded).suggestedFilename()).toBe(`${first.issue_number}.pdf`)
  await page.getByText(say('The case file was downloaded')).waitFor()
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: first.title }).waitFor()
  await expect.poll(() => main.getByRole('button').allInnerTexts()).toEqual([])
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: say('More'), exact: true }).click()
  await page.getByRole('menuitem', { name: say('Print') }).click()
  const paper = page.getByRole('main').getByRole('article').first()
  await paper.getByText('S01 · Siêu thị Cầu Giấy', { exact: true }).waitFor()
  await paper.getByText('Siêu thị Cầu Giấy', { exact: true }).waitFor()
  await visitor.expectAccessible('the sheet to print')
  await expect.poll(() => paper.evaluate((sheet) => getComputedStyle(sheet).backgroundColor)).toBe('rgb(255, 255, 255)')
  await page.evaluate(() =>
    Object.assign(globalThis, { print: () => document.body.setAttribute('data-printed', 'yes') }),
  )
  await page.getByRole('button', { name: say('Print') }).click()
  await page.locator('body[data-printed]').waitFor({ state: 'attached' })
  await visitor.leave()
})

test('while a complaint is written, the customer and the same words are told', async () => {
  await expect
    .poll(async () => {
      const found = await sql<{
        n: number
      }>`select count(*)::int as n from complaint_fingerprints where complaint = ${first.id}`.execute(chain.db)
      return found.rows[0]?.n ?? 0
    })
    .toBeGreaterThan(0)
  const visitor = await visit({ by: admin })
  const { page } = visitor
  await visitor.open('/complaints/create')
  await page.locator('#field-phone').fill('0912345678')
  await page.getByText('Trần Thu Hà').first().waitFor()
  await page.getByText(say('Complaints: {{n}}', { n: 2 })).waitFor()
  await page.locator('#field-content').click()
  await page.keyboard.type('Giá trên kệ là 32.000 nhưng quầy tính 38.500!')
  await page.getByRole('link', { name: first.title }).last().waitFor()
  await page.getByText(say('Possible duplicates')).waitFor()
  await visitor.expectAccessible('a complaint being written')
  await visitor.leave()
})

test('words that could not be sent come back before those written since', async () => {
  const { id } = await chain.ticket(admin)
  const visitor = await visit({ by: admin, expected: [/ERR_FAILED/] })
  const { page } = visitor
  const written = Promise.withResolvers<void>()
  await page.route('**/comment', async (route) => {
    await written.promise
    await route.abort('failed')
  })
  await visitor.open(`/complaints/view/${id}`)
  const box = page.getByRole('textbox', { name: say('Comment') })
  const attach = async (name: string) => {
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles([await photo(name)])
    await page.getByRole('button', { name: say('Remove {{name}}', { name }) }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: say('Send comment') }).isEnabled()).toBe(true)
  }
  await box.click()
  await focused(box)
  await page.keyboard.type('Đã gọi khách.')
  await attach('mot.jpg')
  await page.getByRole('button', { name: say('Send comment') }).click()
  await page.getByRole('article').getByText('Đã gọi khách.').waitFor()
  await box.click()
  await focused(box)
  await page.keyboard.type('Mai gọi lại.')
  await attach('hai.jpg')
  written.resolve()
  await box.getByText('Đã gọi khách.').waitFor()
  await expect.poll(() => box.locator('p').allInnerTexts()).toEqual(['Đã gọi khách.', 'Mai gọi lại.'])
  for (const name of ['mot.jpg', 'hai.jpg'])
    await page.getByRole('button', { name: say('Remove {{name}}', { name }) }).waitFor()
  await visitor.leave()
})

test('whoever types on while names are looked up mentions the person they typed, and nothing is left of the typing', async () => {
  const { id } = await chain.ticket(admin)
  const people = [await chain.person(), await chain.person()]
  const visitor = await visit({ by: admin })
  const { page } = visitor
  await visitor.open(`/complaints/view/${id}`)
  const box = page.getByRole('textbox', { name: say('Comment') })
  const offers = page.getByRole('option')
  const mention = box.locator('[data-mention]')
  await box.click()
  await focused(box)
  await page.keyboard.type('@Ng')
  await expect.poll(() => offers.count()).toBe(2)
  const [first, role] = (await offers.first().innerText()).split('\n')
  expect(role, 'what they do tells people of one name apart').toBe(`${say('Administrator')} · Dịch vụ khách hàng`)
  const other = people.find(({ name }) => name !== first)
  const typed = await holdRequests(page, '**/people?*')
  await page.keyboard.type(`ười ${other?.name.slice('Người '.length)}`)
  await page.keyboard.press('Enter')
  await expect.poll(() => mention.count()).toBe(0)
  typed()
  await expect.poll(() => offers.count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => mention.getAttribute('data-mention')).toBe(String(other?.id))

  await page.keyboard.type('@Ng')
  await offers.first().waitFor()
  await page.keyboard.type('ười')
  await page.keyboard.press('Enter')
  await expect.poll(() => mention.allInnerTexts()).toEqual([`@${other?.name}`, `@${first}`])
  await expect.poll(async () => (await box.innerText()).trim()).toBe(`@${other?.name} @${first}`)
  await visitor.leave()
})
