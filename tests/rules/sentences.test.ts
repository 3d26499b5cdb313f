import { describe, expect, test } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { catalogOf } from '../../src/server/translations.ts'
import { checkValue } from '../../src/shared/checks.ts'
import { digits, type Field, phone } from '../../src/shared/fields.ts'
import { askedFields, stepsOf } from '../../src/shared/flow.ts'
import { tell } from '../../src/shared/message.ts'
import { REFUSALS } from '../../src/shared/refusals.ts'
import { startChain } from '../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()
const said = (field: Field, value: unknown) => {
  const found = checkValue(field, value)
  return 'error' in found ? tell(found.error, 'en') : found.value
}

test.each([
  ['store', 'updated_at=soon', { en: 'Updated at must be two dates', vi: 'Cập nhật lúc: cần hai mốc ngày' }],
  ['ticket', 'completed_at[]=2026-11-01', { en: 'Completed at must be two dates' }],
  ['task', 'date_end=x&date_end=y', { en: 'Date end must be two dates' }],
])('days that a list of %s cannot be narrowed by (?%s) are called as people read them', async (wire, query, words) => {
  const name = query.split(/[=[]/)[0] ?? ''
  for (const [lang, sentence] of Object.entries(words)) {
    const path = `${wire}?${query}&lang=${lang}`
    const { status, data } = await chain.call<{ fields?: Record<string, string> }>('GET', path, { by: admin })
    expect([status, data.fields?.[name]]).toEqual([422, sentence])
  }
})

test.each([
  ['perpage=0', 'perpage', 'perpage: at least 1'],
  ['perpage=-5', 'perpage', 'perpage: at least 1'],
  ['perpage=1001', 'perpage', 'perpage: at most 1,000'],
  ['perpage=ten', 'perpage', 'perpage must be a number'],
  ['perpage=1.5', 'perpage', 'perpage: only whole numbers, no fraction'],
  ['page=0', 'page', 'page: at least 1'],
])('a list asked for with ?%s says what is wrong', async (query, name, sentence) => {
  const { status, data } = await chain.call<{ fields?: Record<string, string> }>('GET', `store?${query}&lang=en`, {
    by: admin,
  })
  expect([status, data.fields?.[name]]).toEqual([422, sentence])
})

describe('who is signed in', () => {
  test.each([
    ['DELETE', ''],
    ['POST', '/block'],
  ])('cannot %s their own account%s, and is told just that', async (method, path) => {
    const { status, text } = await chain.call(method, `user/${admin.id}${path}?lang=en`, { by: admin })
    expect([status, text]).toEqual([403, 'You cannot delete or block your own account.'])
  })
})

test('where no step is possible, none is offered', async () => {
  const ticket = await chain.ticket(admin)
  const restored = await chain.call('POST', `ticket/${ticket.id}/unmerge?lang=en`, { by: admin, body: {} })
  expect(restored.text).not.toContain('Possible now')
  expect(restored.text).not.toContain('–')
})

test('nothing plural “is required”', () => {
  const asked = [
    ...modules.flatMap((module) => Object.values(module.fields)),
    ...modules.flatMap(({ flow }) => Object.values(flow?.extra ?? {})),
  ] as Field[]
  const inSteps = modules.flatMap((module) =>
    stepsOf(module.flow).flatMap(([, step]) => Object.values(askedFields(module, step))),
  )
  const plural = [...asked.filter(({ required }) => required), ...inSteps].filter(
    ({ label, requiredMessage }) =>
      !requiredMessage && /[^s]s$/.test(label) && !/^(?:Number of|Percent or) /.test(label),
  )
  expect(plural.map(({ label }) => label)).toEqual([])
})

test.each(['vi', 'ko'] as const)('what is missing is said in one way in %s', (language) => {
  const catalog = catalogOf(language)
  const pattern = catalog['{{field}} is required']?.replace('{{field}}', '')
  if (!pattern) throw new Error('there is no sentence for what is missing')
  for (const [english, translated] of Object.entries(catalog))
    if (/^[A-Z].* is required$/.test(english)) expect(translated.endsWith(pattern), english).toBe(true)
})

test('a number that is a name loses what people type between its digits, and is told in digits', () => {
  const card = digits('Card number', { length: 16 })
  expect(said(card, '9704-3600-1234-5678')).toBe('9704360012345678')
  expect(said(card, '9704 3600 1234 5678')).toBe('9704360012345678')
  expect(said(card, '9704')).toBe('Card number: exactly 16 digits')
  expect(said(card, '9704x')).toBe('Card number: digits only')
  for (const typed of ['+84 (0)912-345-677', '+84912345677', '0084 912 345 677', '84912345677', '0912.345.677'])
    expect(said(phone('Phone'), typed)).toBe('0912345677')
})

test('each refusal has a code of its own, by which programs know it', () => {
  const codes = Object.values(REFUSALS).map(({ code }) => code)
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
})
