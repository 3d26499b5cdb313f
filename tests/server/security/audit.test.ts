import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ActivityLine, Page } from '../../../src/shared/api.ts'
import { startChain } from '../../setup/chain.ts'
import { inPieces } from '../../setup/records/in-pieces.ts'

const chain = await startChain()
const { db } = chain
const admin = await chain.person()

const search = (words: string, more = '') =>
  chain.call<Page<ActivityLine>>('GET', `audit?search=${encodeURIComponent(words)}${more}`, { by: admin })
const titles = async (words: string, more = '') =>
  (await search(words, more)).data.data.map(({ record_title }) => record_title)
const write = (title: string, actor: number | null = null) =>
  sql`insert into activity (actor, action, module, record_id, record_title) values (${actor}, 'update', 'stores', 1, ${title})`.execute(
    db,
  )

test('a search of 150,000 lines answers twenty people at once, whether its words are rare, common, a person’s or nowhere', async () => {
  const person = await chain.person({ role: 'Customer service' })
  await write('Kệ hàng số một bị đổ')
  await write('Do người vắng mặt làm', person.id)
  await inPieces(
    db,
    150_000,
    (from, to) => sql`insert into activity (action, module, record_id, record_title)
      select 'update', 'stores', n, 'Siêu thị Cầu Giấy ' || n from generate_series(${from}::int, ${to}::int) n`,
  )
  // Words are filed a moment after their lines.
  await expect.poll(() => titles('ke hang so mot')).toEqual(['Kệ hàng số một bị đổ'])
  expect(await titles(person.name)).toContain('Do người vắng mặt làm')
  expect((await search('cau giay')).data).toMatchObject({ total: 10_000, total_is_more: true })
  expect(await titles('cau giay', '&page=2&perpage=20')).toHaveLength(20)
  expect(await titles('cau giay 150000')).toEqual(['Siêu thị Cầu Giấy 150000'])
  expect(await titles('ke hang', '&resource=users')).toEqual([])
  const words = ['ke hang so mot', 'cau giay', person.name, 'không có ở đâu', 'kệ']
  const answers = await Promise.all([...words, ...words, ...words, ...words].map((one) => search(one)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('signs that stand for others in a pattern are searched as they are, in titles and in people’s names', async () => {
  const odd = await chain.person()
  await sql`update users set user_name = 'Hà 50%_giá' where id = ${odd.id}`.execute(db)
  await write('Giảm 30%_đồng loạt')
  await write('Giảm 30 phần, 5 đồng')
  await write('Do Hà', odd.id)
  expect(await titles('30%')).toEqual(['Giảm 30%_đồng loạt'])
  expect(await titles('%_dong')).toEqual(['Giảm 30%_đồng loạt'])
  expect(await titles('50%_gia')).toEqual(['Do Hà'])
  expect(await titles('H% 50')).toEqual([])
  expect(await titles('5__gi')).toEqual([])
  expect(await titles('\\')).toEqual([])
})
