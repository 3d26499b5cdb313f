import { describe, expect, test } from 'vitest'
import { checkValue } from './checks.ts'
import {
  address,
  choice,
  count,
  date,
  decimal,
  digits,
  type Field,
  flag,
  longText,
  moment,
  money,
  percentage,
  phone,
  richText,
  taxCode,
  text,
} from './fields.ts'
import { harmless, type RawCell, sheetCell, valueOfCell } from './sheet.ts'

const context = {
  timeZone: 'Asia/Ho_Chi_Minh',
  say: (label: string) => ({ Yes: 'Có', No: 'Không', High: 'Cao' })[label] ?? label,
  idOf: (_module: string, written: string) => (written === 'S01' || written === 'Cầu Giấy' ? 7 : null),
}
const levels = [
  { value: 'high', label: 'High' },
  { value: 'low', label: 'Low' },
] as const

describe('a value survives the way into a workbook and back', () => {
  // Values of every kind take the whole way, through a workbook, in tests/server/sheets/round-trip.test.ts; here are the ones that are special.
  const cases: [string, Field, unknown, unknown][] = [
    ['a formula', text('A'), '=1+1', '=1+1'],
    ['many lines', longText('A'), 'một\nhai', 'một\nhai'],
    ['a code with zeros', digits('A', { length: 16 }), '0000000000000123', '0000000000000123'],
    ['nought', count('A'), 0, 0],
    ['half a percent', percentage('A'), 12.5, 12.5],
    ['nothing', text('A'), null, null],
  ]
  test.each(cases)('%s', (_name, field, value, back) => {
    const cell = sheetCell(value, field, context)
    const raw: RawCell =
      cell.type === 'empty' ? null : cell.type === 'text' ? cell.text : cell.type === 'number' ? cell.number : cell.at
    expect(valueOfCell(raw, field, context)).toEqual(back)
    expect(checkValue(field, valueOfCell(raw, field, context))).toEqual({ value: back })
  })

  test('a moment is written in the chain’s wall clock', () => {
    expect(sheetCell('2026-11-20T18:30:00Z', moment('A'), context)).toEqual({
      type: 'date',
      at: '2026-11-21 01:30',
      hasTime: true,
    })
  })

  test('an address in both models', () => {
    expect(valueOfCell('12 Nguyễn Trãi, Bến Thành, Hồ Chí Minh', address('A'), context)).toMatchObject({
      line: '12 Nguyễn Trãi',
      ward: 'Bến Thành',
      province: 'Hồ Chí Minh',
      model: 2,
    })
    expect(valueOfCell('12 Nguyễn Trãi, Bến Thành, Quận 1, Hồ Chí Minh', address('A'), context)).toMatchObject({
      ward: 'Bến Thành',
      district: 'Quận 1',
      model: 1,
    })
  })
})

describe('what spreadsheets do to values is undone, where it is unambiguous', () => {
  test('zeros that were lost', () => {
    expect(valueOfCell(912_345_678, phone('A'), context)).toBe('0912345678')
    expect(valueOfCell(1_621_234_567, phone('A'), context)).toBe('0321234567')
    expect(valueOfCell(100_112_437, taxCode('A'), context)).toBe('0100112437')
    expect(valueOfCell(123, digits('A', { length: 16 }), context)).toBe('0000000000000123')
  })
  test('numbers as text in both notations', () => {
    expect([
      valueOfCell('1.234.567', money('A'), context),
      valueOfCell('1,234,567 ₫', money('A'), context),
      valueOfCell('38.500', money('A'), context),
      valueOfCell('1,5', decimal('A'), context),
      valueOfCell('1.5', decimal('A'), context),
      valueOfCell('x', money('A'), context),
    ]).toEqual([1_234_567, 1_234_567, 38_500, 1.5, 1.5, 'x'])
  })
  test('dates as text', () => {
    expect([
      valueOfCell('4/2/2026', date('A'), context),
      valueOfCell('04-02-2026', date('A'), context),
      valueOfCell('4/2/2026 8:05', moment('A'), context),
      valueOfCell('4/2/2026', moment('A'), context),
    ]).toEqual(['2026-02-04', '2026-02-04', '2026-02-04T01:05:00.000Z', '2026-02-03T17:00:00.000Z'])
  })
  test('what is no date stays as it is, for the check to name', () => {
    for (const wrong of ['31/02/2026x', 'hôm qua', '2026-02-30', '99/99/2026 99:99']) {
      expect(checkValue(date('A'), valueOfCell(wrong, date('A'), context))).toHaveProperty('error')
      expect(checkValue(moment('A'), valueOfCell(wrong, moment('A'), context))).toHaveProperty('error')
    }
  })
  test('the words of rich text, without its marks', () => {
    expect(sheetCell('<p>Giá &lt; 5&nbsp;đ &amp; rẻ</p><p>hai<br>ba</p>', richText('A'), context)).toEqual({
      type: 'text',
      text: 'Giá < 5 đ & rẻ\nhai\nba',
    })
  })
  test('words of the user’s language for flags and choices', () => {
    expect([
      valueOfCell('Có', flag('A'), context),
      valueOfCell('không', flag('A'), context),
      valueOfCell('cao', choice('A', levels), context),
    ]).toEqual([true, false, 'high'])
  })
})

test('no text leaves as a formula', () => {
  for (const hostile of ['=1', '+1', '-1', '@x', '\t=1', ' =1', '\r\n=1', '＝1', '＠x', '\u0000=1'])
    expect(harmless(hostile).startsWith("'")).toBe(true)
  for (const fine of ['Giá', '0912', 'a=b', '']) expect(harmless(fine)).toBe(fine)
})
