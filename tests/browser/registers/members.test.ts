import { expect, test } from 'vitest'
import { startBrowser, wordsOf } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'
import { AT_THE_DESK } from '../../setup/desk.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const reception = await chain.person({ role: 'Reception', store: chain.stores[0] })

test('the receptionist finds a person by their paper, looks at the number with a reason, and completes', async () => {
  const member = (name: string, number: string, phone: string) =>
    chain.call<{ id: number }>('POST', 'member-register', {
      by: reception,
      body: {
        ...{ full_name: name, request_type: 'new', birth_date: '1990-05-17', identity_number: number, phone },
        ...{ nationality: 'Việt Nam', store: chain.stores[0] },
        ...AT_THE_DESK,
      },
    })
  await member('Lê Thị Hoa', '079190111222', '0912000001')
  const { id } = (await member('Vũ Ngọc Mai', '079190333444', '0912000002')).data
  const say = wordsOf('vi')
  const visitor = await visit({ by: reception })
  const { page } = visitor
  await visitor.open('/member-register')
  await page.getByRole('link', { name: 'Vũ Ngọc Mai' }).waitFor()
  await expect.poll(() => page.getByText('*********444').count()).toBeGreaterThan(0)
  await visitor.expectAccessible('the list of members')

  await page.getByRole('button', { name: say('Find by document or card') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('Document or card number')).fill('079190333444')
  await dialog.getByRole('button', { name: say('Search') }).click()
  await page.getByRole('heading', { name: 'Vũ Ngọc Mai' }).waitFor()
  expect(page.url()).toContain(`/member-register/view/${id}`)
  expect(page.url()).not.toContain('079190333444')

  const label = say('ID card or passport number')
  await page.getByRole('button', { name: say('Show {{field}} in full', { field: label }) }).click()
  await dialog.getByLabel(say('Reason')).fill('Đối chiếu giấy tờ khi trao thẻ')
  await dialog.getByRole('button', { name: say('Show'), exact: true }).click()
  await page.getByText('079190333444').waitFor()
  await page.getByText('Đối chiếu giấy tờ khi trao thẻ').waitFor()
  await visitor.expectAccessible('a member')
  await page.getByRole('button', { name: say('Hide {{field}}', { field: label }) }).click()
  await page.getByText('079190333444').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: say('Complete'), exact: true }).click()
  await page.getByText(say('{{name}} is completed', { name: 'Vũ Ngọc Mai' })).waitFor()
  await page.getByRole('button', { name: say('Complete'), exact: true }).waitFor({ state: 'detached' })
  await page.screenshot({ path: '.build/member.png', fullPage: true })

  await visitor.open('/member-register?status=waiting')
  await page.getByRole('link', { name: 'Lê Thị Hoa' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Vũ Ngọc Mai' }).count()).toBe(0)
  await page.screenshot({ path: '.build/members.png' })
  await page.getByRole('button', { name: say('Complete {{name}}', { name: 'Lê Thị Hoa' }) }).click()
  // It stays in its place, marked, until the list is left.
  await page.locator('tr[data-settled]').getByRole('link', { name: 'Lê Thị Hoa' }).waitFor()
  await visitor.leave()
})
