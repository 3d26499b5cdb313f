import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deliveryRegistration } from '../../src/modules/goods-delivery/good-delivery-registration.public.ts'
import { checkValue } from '../../src/shared/checks.ts'
import { date, decimal, type Field, money, percentage } from '../../src/shared/fields.ts'
import { currentLanguage, LANGUAGES, speak } from '../../src/shared/language.ts'
import { tell } from '../../src/shared/message.ts'
import { readNumber } from '../../src/shared/numbers.ts'
import { valueOfCell } from '../../src/shared/sheet.ts'
import { latestToday, readDay, readMoment } from '../../src/shared/time/days.ts'
import { plusDays } from '../../src/shared/time/spans.ts'
import { amounts, days, places } from '../../src/web/public/form/conversions.ts'
import { kindOf } from '../../src/web/public/form/kind.ts'
import { BIRTHS, SUMS } from '../setup/records/typed.ts'

// The public form's code reads the head of its page.
vi.hoisted(() => vi.stubGlobal('document', { querySelector: () => null }))

const TODAY = '2026-11-23'
const SUM = money('Sum', { required: true })
const BORN = date('Born', { required: true, isBirth: true })
const context = { timeZone: 'Asia/Ho_Chi_Minh', say: (label: string) => label }

beforeAll(() => vi.useFakeTimers({ now: new Date(`${TODAY}T05:00:00Z`), toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const said = (field: Field, value: unknown) => {
  const found = checkValue(field, value)
  return 'error' in found ? tell(found.error, 'en') : found.value
}

describe.each(LANGUAGES)('on a page in %s', (language) => {
  beforeAll(() => speak({}, language))
  afterAll(() => speak({}, 'vi'))

  test.each(SUMS)('a sum typed as %j is %j', (typed, meant) => {
    expect(currentLanguage()).toBe(language)
    const found = readNumber(typed, SUM)
    expect(said(SUM, 'value' in found ? found.value : typed)).toBe(meant)
  })
  test.each(BIRTHS)('a day of birth typed as %j is %j', (typed, meant) => {
    const found = readDay(typed, { today: TODAY, isBirth: true })
    expect(said(BORN, 'value' in found ? found.value : typed)).toBe(meant)
  })
})

test('the check names by the same sentence what a request brings as text', () => {
  for (const [typed, meant] of SUMS)
    expect(said(SUM, typed)).toBe(typeof meant === 'string' ? meant : 'Sum must be a number')
})

test('a workbook’s cells of text are read as a form reads them', () => {
  for (const [typed, meant] of SUMS) expect(said(SUM, valueOfCell(typed, SUM, context)), typed).toBe(meant)
  for (const [typed, meant] of BIRTHS) expect(said(BORN, valueOfCell(typed, BORN, context)), typed).toBe(meant)
})

test('the public form reads and refuses as the staff’s', async () => {
  speak({}, 'en')
  const { empty, rules, body } = kindOf(deliveryRegistration, { conversions: [amounts, days, places()] })
  const { errorOf } = await rules()
  for (const [typed, meant] of SUMS) {
    const values = { ...empty(), receipt_value: typed }
    const wrong = errorOf('receipt_value', values)
    if (typeof meant === 'number')
      expect([wrong, Reflect.get(body(values), 'receipt_value')]).toEqual([undefined, meant])
    else expect(wrong, typed).toBe(meant.replace('Sum', 'Receipt value'))
  }
})

test('a number with a fraction is read where its marks mean one thing only', () => {
  const [rate, way, any] = [percentage('A'), decimal('A', { min: 0, max: 3000 }), decimal('A')]
  expect(readNumber('12,5', rate)).toEqual({ value: 12.5 })
  expect(readNumber('12.5 %', rate)).toEqual({ value: 12.5 })
  expect(readNumber('8.000', rate)).toEqual({ value: 8 })
  expect(readNumber('12.500', way)).toEqual({ value: 12.5 })
  expect(readNumber('1.500', way)).toEqual({ problem: 'unclear' })
  expect(readNumber('-1,5', any)).toEqual({ value: -1.5 })
  expect(readNumber('1.234,567', any)).toEqual({ value: 1234.567 })
  expect(readNumber('150k', any)).toEqual({ problem: 'unreadable' })
})

test('a year with two digits lies in the nearest hundred years, unless somebody was born in it', () => {
  expect(readDay('1/9/98', { today: TODAY })).toEqual({ value: '1998-09-01' })
  expect(readDay('1/9/30', { today: TODAY })).toEqual({ value: '2030-09-01' })
  expect(readDay('1/9/30', { today: TODAY, isBirth: true })).toEqual({ value: '1930-09-01' })
})

test.each([
  ['5/7/2026 8:30', '2026-07-05 08:30'],
  ['5/7/2026 8h30', '2026-07-05 08:30'],
  ['5/7/2026, 8 giờ 30 phút', '2026-07-05 08:30'],
  ['2026-07-05T08:30:00', '2026-07-05 08:30'],
  ['2026년 7월 5일 8시 30분', '2026-07-05 08:30'],
  ['5/7/26 8h', '2026-07-05 08:00'],
])('a moment typed as %j is %j', (typed, meant) => {
  expect(readMoment(typed, { today: TODAY })).toEqual({ value: meant })
})

test.each([
  ['5/7/2026', '{{field}}: the time is missing'],
  ['5/7/2026 25:00', '{{field}}: there is no time {{time}}'],
  ['5/7 8:30', '{{field}}: the year is missing'],
  ['31/02/2026 8:30', '{{field}}: {{month}} has only {{n}} days'],
  ['mai 8h', '{{field}}: please write day and time as 31/12/2025 08:30'],
])('of a moment typed as %j is said: %s', (typed, key) => {
  expect(readMoment(typed, { today: TODAY })).toMatchObject({ problem: { key } })
})

test('days are counted over the ends of months and years', () => {
  expect(plusDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('where it is latest, it is tomorrow already', () => {
  expect(latestToday(Date.parse('2026-11-23T10:00:00Z'))).toBe('2026-11-24')
})
