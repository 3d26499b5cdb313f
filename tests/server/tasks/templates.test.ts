import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { row, rows } from '../../../src/server/db/db.ts'
import { bookOf, imported, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const [store, other] = chain.stores
const manager = await chain.person({
  permissions: { 'task-management': { add: true, edit: true, read: true } },
  scope: 'store',
  store,
})
await sql`update stores set manager = ${manager.id} where id = ${store}`.execute(chain.db)

interface Template {
  id: number
  version: number
  name: string
  checklist: object[]
  fields?: Record<string, string>
}
const save = (body: object, by = admin) => chain.call<Template>('POST', 'task-template', { by, body })
const make = (id: number, body: object, by = admin) =>
  chain.call<{ id: number; fields?: Record<string, string> }>('POST', `task-template/${id}/make`, { by, body })
const task = (id: number) =>
  row(
    chain.db,
    {
      title: 'string',
      processors: 'number[]',
      approver: 'number?',
      store: 'number?',
      items: 'number',
      priority: 'string',
    },
    sql`select title, processors, approver, store, priority, (select count(*)::int from task_checklist_items i where i.task = t.id) as items from task_management t where id = ${id}`,
  )

test('a task from a template is for whoever holds the position in the store, with its checklist', async () => {
  const { data } = await save({
    name: 'Đóng cửa',
    priority: 'high',
    checklist: [{ title: 'Tắt đèn' }, { title: 'Khóa két', needs_photo: true }],
    approved_by: 'sender',
  })
  const made = await make(data.id, { store })
  expect(await task(made.data.id)).toEqual({
    ...{ title: 'Đóng cửa', processors: [manager.id], approver: admin.id, store, items: 2, priority: 'high' },
  })
})

test('asked for again under the same key it is the same task', async () => {
  const { data } = await save({ name: 'Kiểm kho' })
  const asked = () =>
    chain.call<{ id: number }>('POST', `task-template/${data.id}/make`, {
      by: admin,
      body: { store },
      headers: { 'idempotency-key': `make ${data.id}` },
    })
  const [first, second] = [await asked(), await asked()]
  expect([first.status, second.status, second.data]).toEqual([201, 201, first.data])
  const made = await rows(chain.db, { id: 'number' }, sql`select id from task_management where title = 'Kiểm kho'`)
  expect(made).toEqual([first.data])
})

test('where nobody holds it somebody is asked for, and a store makes none for another', async () => {
  const { data } = await save({ name: 'Chuỗi lạnh' })
  expect((await make(data.id, { store: other })).data.fields).toHaveProperty('person')
  expect((await make(data.id, { store: other, person: admin.id })).status).toBe(201)
  expect((await make(data.id, { store: other, person: manager.id }, manager)).status).toBe(403)
})

test('a range that is turned round is refused by the line it stands in', async () => {
  const wrong = await save({
    name: 'Tem giá',
    checklist: [{ title: 'Đúng' }, { title: 'Tủ', kind: 'number', least: 5, most: 1 }],
  })
  expect(wrong.data.fields).toHaveProperty(['checklist.1.most'])
})

test('a template out of use makes no task', async () => {
  const { data } = await save({ name: 'Cũ', active: false })
  expect((await make(data.id, { store })).data.fields).toHaveProperty('template')
})

test('a task is saved as a template: what is to be done, but neither people nor dates nor what was done', async () => {
  const { data } = await save({
    name: 'Mẫu gốc',
    checklist: [{ title: 'Đo tủ đông', kind: 'number', unit: '°C', least: -22, most: -18 }],
  })
  const { id } = (await make(data.id, { store })).data
  await sql`update task_checklist_items set done_at = now(), number = -20 where task = ${id}`.execute(chain.db)
  const saved = await chain.call<Template>('POST', 'task-template/from-task', {
    by: admin,
    body: { task: id, name: 'Mẫu từ việc' },
  })
  expect(saved.status).toBe(201)
  expect(saved.data.checklist).toEqual([
    { title: 'Đo tủ đông', kind: 'number', needs_photo: false, unit: '°C', least: -22, most: -18 },
  ])
  const columns = await rows(
    chain.db,
    { column_name: 'string' },
    sql`select column_name from information_schema.columns where table_name = 'task_templates'`,
  )
  expect(columns.map(({ column_name }) => column_name)).not.toContain('processors')
  const twice = await chain.call<Template>('POST', 'task-template/from-task', {
    by: admin,
    body: { task: id, name: 'mau tu viec' },
  })
  expect(twice.status).toBe(409)
})

test('templates go out as a workbook with their checklists, and come in again as they were', async () => {
  const checklist = [
    { title: 'Đo tủ đông; ghi sổ', kind: 'number', needs_photo: true, unit: '°C', least: -22.125, most: -18 },
    { title: 'Kệ sạch', kind: 'answer', needs_photo: false },
    { title: 'Tủ mát', kind: 'number', needs_photo: false, most: 4 },
  ]
  const { data } = await save({ name: 'Chuỗi lạnh buổi sáng', checklist })
  const out = await fetch(
    `${chain.url}/api/task-template/export?columns=*&search=${encodeURIComponent('Chuỗi lạnh buổi sáng')}`,
    {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'vi' },
    },
  )
  const book = new Uint8Array(await out.arrayBuffer())
  const same = await sent(chain, 'task-template', admin, book, { lang: 'vi' })
  expect(same.counts).toMatchObject({ new: 0, changed: 0, same: 1, bad: 0 })
  await sql`update task_templates set checklist = '[]' where id = ${data.id}`.execute(chain.db)
  await imported(chain, 'task-template', admin, await sent(chain, 'task-template', admin, book, { lang: 'vi' }), true)
  const shown = await chain.call<Template>('GET', `task-template/${data.id}`, { by: admin })
  expect(shown.data.checklist).toMatchObject(checklist)
})

test('a workbook brings new templates, a line of the checklist a line of the cell, by the rules of the form', async () => {
  const rows = [
    ['Mở quầy', 'Bật đèn\nĐo tủ · Number · yes · °C · 0 · 4'],
    ['Ngược', 'Đo tủ | Number | no | °C | 9 | 4'],
    ['Lạ', 'Đo tủ · Weighing'],
    ['Quá nhiều', 'Đo tủ · Number · yes · °C · 0 · 4 · 5'],
    ['Không có gì', ''],
  ]
  const book = await sent(chain, 'task-template', admin, await bookOf(['Title', 'Checklist'], rows))
  expect(book.counts).toMatchObject({ new: 2, bad: 3 })
  await imported(chain, 'task-template', admin, book)
  const { data } = await chain.call<{ data: Template[] }>('GET', 'task-template?search=Mở%20quầy', { by: admin })
  expect(data.data[0]?.checklist).toMatchObject([
    { title: 'Bật đèn', kind: 'tick', needs_photo: false },
    { title: 'Đo tủ', kind: 'number', needs_photo: true, unit: '°C', least: 0, most: 4 },
  ])
  const leads = [['Ngành hàng', 'Whoever leads the department in the store']]
  const wrong = await sent(chain, 'task-template', admin, await bookOf(['Title', 'Task of'], leads))
  expect(wrong.counts).toMatchObject({ new: 0, bad: 1 })
})

test('of a task that one does not see no template is made', async () => {
  const { data } = await save({ name: 'Của cửa hàng khác' })
  const { id } = (await make(data.id, { store: other, person: admin.id })).data
  const saved = await chain.call('POST', 'task-template/from-task', { by: manager, body: { task: id, name: 'Lén' } })
  expect(saved.status).toBe(404)
})
