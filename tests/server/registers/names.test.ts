import { expect, test } from 'vitest'
import { DELIVERED_NAMES } from '../../../src/modules/user-roles/names.ts'
import { LANGUAGES, type Language, tIn } from '../../../src/shared/language.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const ask = async <T>(path: string, lang: Language) =>
  (await chain.call<T>('GET', path, { by: admin, headers: { cookie: `lang=${lang}` } })).data
interface Listed {
  data: { id: number; name: string }[]
}
interface Asked {
  department: { name: string }
  coming: { rung: string }[]
}

test('a record is called, and put in order, by its name in the reader’s language, else by its Vietnamese one', async () => {
  const made = await Promise.all(
    [
      { name: 'Ăn uống thử', name_en: 'Zest of tests', name_ko: '가나 시험' },
      { name: 'Bánh thử', name_en: 'Bakery of tests' },
      { name: 'Xưởng thử', name_en: 'Art of tests', name_ko: '나다 시험' },
    ].map(
      async (body) =>
        (await chain.call<{ id: number }>('POST', 'dept', { by: admin, body: { ...body, manager: admin.id } })).data.id,
    ),
  )
  const [food, bakery, yard] = made
  const inOrder = async (lang: Language) =>
    (await ask<Listed>('dept?sort=name&perpage=100', lang)).data.flatMap(({ id }) => (made.includes(id) ? [id] : []))
  expect(await inOrder('vi')).toEqual([food, bakery, yard])
  expect(await inOrder('en')).toEqual([yard, bakery, food])
  const ticket = await chain.ticket(admin, { department: food })
  const called = async (lang: Language) => (await ask<Asked>(`ticket/${ticket.id}`, lang)).department.name
  expect([await called('vi'), await called('en'), await called('ko')]).toEqual([
    'Ăn uống thử',
    'Zest of tests',
    '가나 시험',
  ])
  const found = await ask<Listed>(`dept/get-name?search=${encodeURIComponent('bakery of')}`, 'ko')
  expect(found.data.map(({ name }) => name)).toEqual(['Bánh thử'])
})

test('the ladder that comes with the product is told in three languages', async () => {
  const ticket = await chain.ticket(admin)
  const told = async (lang: Language) =>
    (await ask<Asked>(`ticket/${ticket.id}/escalation`, lang)).coming[0]?.rung ?? ''
  const [vi, en, ko] = [await told('vi'), await told('en'), await told('ko')]
  expect(new Set([vi, en, ko]).size).toBe(3)
  expect(ko).toMatch(/\p{Script=Hangul}/u)
  expect(en).toMatch(/^[\x20-\x7e]+$/)
})

test.each(LANGUAGES)('delivered roles stand in the order of what they are called in %s', async (lang) => {
  const { data } = await ask<Listed>('role?sort=name&perpage=100', lang)
  const delivered = data.flatMap(({ name }) => (DELIVERED_NAMES.some((one) => one === name) ? [tIn(lang, name)] : []))
  expect(delivered.length).toBeGreaterThan(5)
  expect(delivered).toEqual(delivered.toSorted(new Intl.Collator('vi').compare))
})
