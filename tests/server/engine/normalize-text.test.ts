import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rows } from '../../../src/server/db/db.ts'
import { normalizeText } from '../../../src/shared/vietnam/vietnam.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))

/** Signs no customer has in a name or a text: old Dutch ligatures and the like, each with a rule of its own in unaccent. */
const RARE = /[ªºµĲĳĸĿŀŉſΐΰẚẛ-ẝ]/

test('words are folded as the database folds them', async () => {
  const signs = [
    ...between(0x20, 0x17f),
    ...'ƠơƯư',
    ...between(0x300, 0x362),
    ...between(0x388, 0x3ce),
    ...between(0x400, 0x4ff),
    ...between(0x1e00, 0x1ef9),
    ...between(0x3041, 0x30ff),
    ...between(0x4e00, 0x4fff),
    ...between(0xac00, 0xd7a3),
    ...between(0xff01, 0xff5e),
    ...'‘’“”…‐‑–—№℃₫€™',
  ].filter((sign) => !RARE.test(sign))
  const texts = [
    ...signs,
    'Quách Gia Kỳ',
    'Quách Gia Kỳ'.normalize('NFD'),
    '김민준',
    '김민준'.normalize('NFD'),
    'L’Oréal – “Elsève” ½ l',
  ]
  const folded = await rows(
    chain.db,
    { text: 'string', plain: 'string' },
    sql`select text, fold(text) as plain from unnest(${texts}::text[]) text`,
  )
  expect(folded.filter(({ text, plain }) => normalizeText(text) !== plain)).toEqual([])
})

test('what people of other tongues write is found as they write it, however it is typed', async () => {
  const ticket = await chain.ticket(admin, {
    customer_name: '김민준',
    title: 'Dầu gội L’Oréal – “Elsève”',
    content: '<p>Straße, Ёлка, ガラス</p>',
  })
  const found = async (search: string) =>
    (
      await chain.call<{ data: { id: number }[] }>('GET', `ticket?search=${encodeURIComponent(search)}`, { by: admin })
    ).data.data.map(({ id }) => id)
  for (const words of [
    '김민준',
    '김민',
    '김민준'.normalize('NFD'),
    'l’oreal',
    "L'Oréal",
    '“elseve”',
    'strasse',
    'STRASSE',
    'Straße',
    'ёлка',
    'елка',
    'ガラス',
    'ＬＯＲＥＡＬ'.slice(1),
  ])
    expect(await found(words), words).toEqual([ticket.id])
  expect(await found('기민준')).toEqual([])
})
