import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ActivityLine, Page, SessionUser } from '../../../src/shared/api.ts'
import { LANGUAGES, type Language } from '../../../src/shared/language.ts'
import { bookOf, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'
import { opened } from '../../setup/office.ts'

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

const ROLE = { vi: 'Nhân viên', en: 'Staff', ko: '직원' }

test.each(LANGUAGES)('delivered roles stand in the order of what they are called in %s', async (lang) => {
  const column = lang === 'en' ? 'name' : (`name_${lang}` as const)
  const { data } = await ask<{ data: Partial<Record<'name' | 'name_vi' | 'name_ko', string>>[] }>(
    'role?sort=name&perpage=100',
    lang,
  )
  const delivered = data.flatMap((role) => role[column] ?? [])
  expect(delivered).toContain(ROLE[lang])
  expect(delivered.length).toBeGreaterThan(5)
  expect(delivered).toEqual(delivered.toSorted(new Intl.Collator('vi').compare))
})

test.each(LANGUAGES)('a role is found by any of its names, and called by the one in %s', async (lang) => {
  for (const typed of Object.values(ROLE)) {
    const words = encodeURIComponent(typed)
    const named = async (path: string) => (await ask<Listed>(`${path}${words}`, lang)).data.map(({ name }) => name)
    expect(await named('role/get-name?search='), typed).toContain(ROLE[lang])
    expect(await named('role?search='), typed).toContain(ROLE.en)
    const { groups } = await ask<{ groups: { module: string; items: { title: string }[] }[] }>(
      `search?q=${words}`,
      lang,
    )
    const roles = groups.find(({ module }) => module === 'user-roles')?.items.map(({ title }) => title)
    expect(roles, typed).toContain(ROLE[lang])
  }
  expect(
    (await chain.call<{ user: SessionUser }>('POST', 'me', { by: admin, headers: { cookie: `lang=${lang}` } })).data,
  ).toMatchObject({
    user: { role: { name: { vi: 'Quản trị viên', en: 'Administrator', ko: '관리자' }[lang] } },
  })
})

const DEPARTMENT = { vi: 'Bếp bánh thử', en: 'Patisserie trial', ko: '제과 시험팀' }

test('a department is found by any of its names, in its list and among everything', async () => {
  const body = { name: DEPARTMENT.vi, name_en: DEPARTMENT.en, name_ko: DEPARTMENT.ko, manager: admin.id }
  const { id } = (await chain.call<{ id: number }>('POST', 'dept', { by: admin, body })).data
  for (const [lang, title] of Object.entries(DEPARTMENT))
    for (const typed of Object.values(DEPARTMENT)) {
      const words = encodeURIComponent(typed)
      const listed = await ask<Listed>(`dept?search=${words}`, lang as Language)
      expect(listed.data.map((one) => one.id)).toEqual([id])
      const { groups } = await ask<{ groups: { module: string; items: { title: string }[] }[] }>(
        `search?q=${words}`,
        lang as Language,
      )
      expect(groups).toMatchObject([{ module: 'departments', items: [{ title }] }])
    }
})

test.each(LANGUAGES)('the people of a workbook in %s have their roles by name', async (lang) => {
  const staff = await chain.person({ role: 'Staff', store: chain.stores[0] })
  const answer = await fetch(`${chain.url}/api/user/export?columns=email&columns=role&search=${staff.email}`, {
    headers: { authorization: `Bearer ${admin.token}`, cookie: `lang=${lang}` },
  })
  const [book] = await opened(new Uint8Array(await answer.arrayBuffer()))
  expect(book?.rows[1]?.map(({ text }) => text)).toContain(ROLE[lang])
})

test('people are imported with their roles by any of its names', async () => {
  const people = Object.values(ROLE).map((role, at) => [
    `R${at}`,
    `Người ${at}`,
    `role${at}@chain.example`,
    role,
    'S01',
    'Dịch vụ khách hàng',
  ])
  const read = await sent(
    chain,
    'user',
    admin,
    await bookOf(['user_code', 'user_name', 'email', 'role', 'store', 'department'], people),
    { lang: 'vi' },
  )
  expect(read, JSON.stringify(read)).toMatchObject({ counts: { new: people.length, bad: 0 } })
})

test.each(LANGUAGES)('the log calls a record by its name in %s, unless it was another then', async (lang) => {
  const { data } = await ask<Listed>('role/get-name?search=Staff', lang)
  const id = data[0]?.id
  await sql`insert into activity (action, module, record_id, record_title) values
    ('update', 'user-roles', ${id}, 'Staff'), ('update', 'user-roles', ${id}, 'Former staff')`.execute(chain.db)
  const log = await ask<Page<ActivityLine>>('audit?resource=user-roles&perpage=2', lang)
  expect(log.data.map(({ record_title }) => record_title)).toEqual(['Former staff', ROLE[lang]])
})
