import { describe, expect, it } from 'vitest'
import type { CheckedDraws, DrawResult, WhyNot } from '../../shared/draws/desk.ts'
import { asBill, entered, lackingBill, NOTHING, recognised, type Standing, stageOf, withBill } from './entry.ts'

const ONE = { quantity_of_bills: null }
const CARD = '9704360012345678'

describe('A code at the desk', () => {
  it.each([
    ['scanner', CARD, 'card', CARD],
    ['typed', '9704 3600 1234-5678', 'card', CARD],
    ['typed', '0912 345 678', 'phone', '0912345678'],
    ['typed', '+84 912.345.678', 'phone', '0912345678'],
    // A scanner reads bills and cards, and no phones.
    ['scanner', '0912345678', 'bill', '0912345678'],
    ['scanner', '03526112301957', 'bill', '03526112301957'],
    ['typed', ' hd-2026/0117 ', 'bill', 'hd-2026/0117'],
    ['typed', '0123', 'bill', '0123'],
  ] as const)('by %s: %s is a %s', (way, code, is, value) => {
    expect(recognised(code, way)).toEqual({ is, value })
  })

  it('goes to its place in whatever order, and a card that was a bill is made one', () => {
    const card = entered(NOTHING, { is: 'card', value: CARD }, ONE)
    const both = entered(card, { is: 'bill', value: '0352' }, ONE)
    expect(both).toEqual({ card: CARD, bills: [{ number: '0352' }] })
    expect(asBill(card, ONE)).toEqual({ bills: [{ number: CARD }] })
    expect(entered(both, { is: 'phone', value: '0912345678' }, ONE)).toEqual({
      phone: '0912345678',
      bills: [{ number: '0352' }],
    })
  })

  it('of the next bill begins with the next customer, and the same one again changes nothing', () => {
    const first = withBill(entered({ bills: [], card: CARD }, { is: 'bill', value: 'A-17' }, ONE), 0, {
      total: 500_000,
    })
    expect(entered(first, { is: 'bill', value: 'a17' }, ONE)).toBe(first)
    expect(entered(first, { is: 'bill', value: 'A-18' }, ONE)).toEqual({ bills: [{ number: 'A-18' }] })
  })

  it('is one bill of several where the event asks for them', () => {
    const three = { quantity_of_bills: 3 }
    const numbers = (codes: string[]) =>
      codes
        .reduce((entry, value) => entered(entry, { is: 'bill', value }, three), NOTHING)
        .bills.map(({ number }) => number)
    expect(numbers(['A', 'B', 'b', 'C'])).toEqual(['A', 'B', 'C'])
    expect(numbers(['A', 'B', 'C', 'D'])).toEqual(['D'])
  })
})

describe('What comes next', () => {
  const checked = (more: Partial<CheckedDraws>, ...codes: WhyNot[]): CheckedDraws => ({
    bills: [],
    customer: { is_member: false, name: null, card_ends: null },
    draws_left: 0,
    results: [],
    refusals: codes.map((code) => ({
      code,
      message: code,
      ...(code === 'total needed' && { field: 'bills.1.total' }),
    })),
    ...more,
  })
  const stage = (more: Partial<Standing>) =>
    stageOf({
      entry: { bills: [{ number: 'A' }] },
      checked: null,
      isChecking: false,
      isDrawing: false,
      isTurning: false,
      ...more,
    })
  // As much of a result as is looked at.
  const result = (state: DrawResult['state']) => ({ state }) as DrawResult

  it.each([
    ['bill', stage({ entry: NOTHING })],
    ['checking', stage({ isChecking: true })],
    ['facts', stage({ checked: checked({}, 'total needed', 'customer needed') })],
    ['bill', stage({ checked: checked({}, 'more bills', 'customer needed') })],
    ['customer', stage({ checked: checked({ draws_left: 1 }, 'customer needed') })],
    ['refused', stage({ checked: checked({}, 'too small', 'customer needed') })],
    ['ready', stage({ checked: checked({ draws_left: 1 }) })],
    ['drawing', stage({ checked: checked({ draws_left: 1 }), isDrawing: true })],
    ['turning', stage({ checked: checked({ results: [result('won')] }), isTurning: true })],
    ['won', stage({ checked: checked({ results: [result('won')] }, 'used') })],
    ['ready', stage({ checked: checked({ draws_left: 1, results: [result('handed-out')] }) })],
    ['over', stage({ checked: checked({ results: [result('none')] }, 'used') })],
    ['over', stage({ checked: checked({}) })],
  ] as const)('is %s', (expected, found) => {
    expect(found).toBe(expected)
  })

  it('of several bills names the one that lacks something', () => {
    expect(lackingBill(checked({}, 'too small', 'total needed'))).toBe(1)
    expect(lackingBill(checked({}, 'more bills'))).toBeNull()
  })
})
