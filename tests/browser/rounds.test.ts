import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row, rows } from '../../src/server/db/db.ts'
import { startBrowser, wordsOf } from '../setup/browser.ts'
import { type Person, startChain } from '../setup/chain.ts'
import { photo } from '../setup/media.ts'

const chain = await startChain()
const { visit } = await startBrowser(chain)
const director = await chain.person()
const say = wordsOf('vi')
await sql`insert into stores (code, name) select 'S' || lpad(n::text, 2, '0'), 'Siêu thị ' || n from generate_series(3, 12) n`.execute(
  chain.db,
)
const stores = await rows(
  chain.db,
  { id: 'number', code: 'string', name: 'string' },
  sql`select id, code, name from stores where deleted_at is null order by code`,
)
const managers = new Map<number, Person>()
for (const { id, code } of stores) {
  if (code === 'S12') continue // nobody runs it yet
  const person = await chain.person({ role: 'Store manager', store: id })
  await sql`update stores set manager = ${person.id} where id = ${id}`.execute(chain.db)
  managers.set(id, person)
}
const stand_in = await chain.person({ role: 'Store manager', store: stores.at(-1)?.id ?? 0 })

async function template(): Promise<number> {
  const checklist = [
    'Dọn kệ',
    'Treo đèn lồng',
    'Chụp toàn cảnh',
    'Gắn tem',
    'Nhiệt độ',
    'Chụp tem giá',
    'Phổ biến',
    'Cất hàng thừa',
  ].map((title) => ({
    title,
    needs_photo: title.startsWith('Chụp'),
    ...(title === 'Nhiệt độ' && { kind: 'number', unit: '°C', least: 18, most: 26 }),
  }))
  const body = { name: 'Trưng bày Trung thu', checklist, approved_by: 'sender' }
  const made = await chain.call<{ id: number }>('POST', 'task-template', { by: director, body })
  return made.data.id
}

async function uploaded(by: Person): Promise<string> {
  const { name, mimeType, buffer } = await photo()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  return (await chain.call<{ files: { id: string }[] }>('POST', 'upload', { by, body })).data.files[0]?.id ?? ''
}

interface Item {
  id: number
  version: number
  kind: string
  needs_photo: boolean
}
const checklist = async (task: number, by: Person) =>
  (await chain.call<{ data: Item[] }>('GET', `task/${task}/checklist`, { by })).data.data
async function tick(task: number, item: Item, by: Person): Promise<void> {
  const body = {
    ...{ done: true, version: item.version },
    ...(item.needs_photo && { photos: [await uploaded(by)] }),
    ...(item.kind === 'number' && { number: 21 }),
  }
  const answer = await chain.call('PUT', `task/${task}/checklist/${item.id}`, { by, body })
  expect(answer.status, JSON.stringify(answer.data)).toBe(200)
}

test('a round to twelve stores: sent, watched, two late ones reminded in one press, a photo rejected and done again', async () => {
  const id = await template()
  const desk = await visit({ by: director, lang: 'vi' })
  await desk.open(`/task-rounds/create?template=${id}`)
  await desk.page.getByText(say('Goes to {{n}} stores', { n: 12 })).waitFor()
  await desk.page.locator('#field-due_at').fill('27/11/2036 17:00')
  await desk.expectAccessible('a round about to be sent')
  // Nobody runs the twelfth store: somebody is chosen.
  await desk.page.getByRole('button', { name: say('Choose somebody') }).click()
  await desk.page.getByRole('dialog').getByLabel(say('Person')).fill(stand_in.name)
  await desk.page.getByRole('option', { name: stand_in.name }).click()
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: say('Choose'), exact: true })
    .click()
  await desk.page.getByRole('button', { name: stand_in.name }).waitFor()
  await desk.page
    .getByRole('button', { name: say('Save'), exact: true })
    .first()
    .click()
  await desk.page.getByText(say('{{done}} of {{n}} done', { done: 0, n: 12 })).waitFor()
  const round = await row(chain.db, { id: 'number' }, sql`select id from task_rounds`)
  const tasks = await rows(
    chain.db,
    { id: 'number', store: 'number' },
    sql`select id, store from task_management where round_id = ${round?.id ?? 0} order by store`,
  )
  expect(tasks).toHaveLength(12)

  // A store does it; the page follows.
  const first = tasks[0] ?? { id: 0, store: 0 }
  const manager = managers.get(first.store) ?? director
  for (const item of await checklist(first.id, manager)) await tick(first.id, item, manager)
  await desk.page.getByRole('button', { name: new RegExp(say('Waiting for approval')) }).waitFor()
  await desk.page.getByRole('tab', { name: new RegExp(say('Photos')) }).click()
  await expect.poll(() => desk.page.locator('img').count()).toBeGreaterThan(1)
  await desk.expectAccessible('the photos of a round')
  await desk.page
    .getByRole('button', { name: `${say('Reject')} ${stores[0]?.name}` })
    .first()
    .click()
  await desk.page.getByRole('dialog').getByLabel(say('Why it is to be done again')).fill('Ảnh mờ')
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: say('Have it done again') })
    .click()
  await desk.page
    .getByRole('button', { name: new RegExp(say('Rejected')) })
    .first()
    .waitFor()
  const redo = (await checklist(first.id, manager)).find((item) => item.needs_photo)
  if (redo) await tick(first.id, redo, manager)
  await expect
    .poll(
      async () =>
        (await row(chain.db, { state: 'string' }, sql`select state from task_management where id = ${first.id}`))
          ?.state,
    )
    .toBe('asked')

  // Two let it run late.
  await sql`update task_management set date_end = now() - interval '1 hour', version = version + 1 where id in (${tasks[1]?.id ?? 0}, ${tasks[2]?.id ?? 0})`.execute(
    chain.db,
  )
  await desk.open(`/task-rounds/view/${round?.id}`)
  await desk.page.getByRole('button', { name: say('Remind the late ones ({{n}})', { n: 2 }) }).click()
  const late = [tasks[1], tasks[2]].map((one) => managers.get(one?.store ?? 0)?.name ?? '').toSorted()
  await desk.page.getByText(say('Reminded: {{names}}', { names: late.join(', ') })).waitFor()
  await desk.expectAccessible('a round with late stores')
  await desk.context.close()

  const phone = await visit({ by: director, device: 'phone', lang: 'ko' })
  await phone.open(`/task-rounds/view/${round?.id}`)
  await phone.page.getByRole('button', { name: new RegExp(`^2\\s?${wordsOf('ko')('Late')}$`) }).waitFor()
  await phone.expectAccessible('a round on a phone')
  await phone.context.close()
})

test('a line is a task, by the keyboard alone: two of one name are asked for, a chip is set right, then it repeats every weekday but Tết', async () => {
  const [one, other] = [await chain.person(), await chain.person()]
  await sql`update users set user_name = 'Trần Minh Hoàng' where id = ${one.id}`.execute(chain.db)
  await sql`update users set user_name = 'Lê Văn Hoàng' where id = ${other.id}`.execute(chain.db)
  const desk = await visit({ by: director, lang: 'vi' })
  const { page } = desk
  await desk.open('/task-management')
  await page.getByLabel(say('New task in one line')).focus()
  await page.keyboard.type('Kiểm tra kho lạnh @Hoàng ngày mai 9h !cao')
  await page.getByText(say('Which {{name}}?', { name: 'Hoàng' })).waitFor()
  await desk.expectAccessible('a line and what was understood of it')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  const which = page.getByRole('button', { name: /Trần Minh Hoàng/ })
  await which.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel(say('New task in one line')).focus()
  await page.keyboard.press('Enter')
  const made = () =>
    row(
      chain.db,
      { id: 'number', title: 'string', priority: 'string', processors: 'number[]', at: 'string' },
      sql`select id, title, priority, processors, to_char(date_end at time zone chain_zone(), 'HH24:MI') as at from task_management where title = 'Kiểm tra kho lạnh'`,
    )
  await expect.poll(made).toMatchObject({ priority: 'high', processors: [one.id], at: '09:00' })

  await desk.open(`/task-management/view/${(await made())?.id}`)
  await page.getByRole('button', { name: say('Repeat…') }).click()
  await page.getByRole('dialog').getByLabel(say('How often')).click()
  await page.getByRole('option', { name: say('every weekday') }).click()
  await page.getByRole('dialog').getByLabel(say('Not during Tết')).check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Repeat'), exact: true })
    .click()
  await page.getByText(`${say('every weekday')}, ${say('but Tết')}`).waitFor()
  await desk.expectAccessible('a task that is repeated')
  await desk.context.close()
})
