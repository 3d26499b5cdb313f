import { expect, test } from 'vitest'
import { chainOf } from './corrections.ts'

const correction = (way: 'adjusted' | 'replaced', number: string, corrects: string) => ({
  ...{ way, corrects: `C26TAA ${corrects}`, serial: 'C26TAA', number, on: '2026-11-20' },
  ...{ reason: 'amount' as const, details: 'Thiếu một mặt hàng', note: '' },
})
const request = (...corrections: ReturnType<typeof correction>[]) => ({
  ...{ invoice_serial: 'C26TAA', invoice_number: '1', issued_on: '2026-11-19', corrections },
})
const said = (...corrections: ReturnType<typeof correction>[]) =>
  chainOf(request(...corrections)).map(({ corrects, correctedBy, isReplaced }) => [corrects, correctedBy, isReplaced])

test('adjustments all speak of the invoice first issued, which still holds', () => {
  expect(said(correction('adjusted', '2', '1'), correction('adjusted', '3', '1'))).toEqual([
    [null, [1, 2], false],
    [0, [], false],
    [0, [], false],
  ])
})

test('a replacement speaks of the one before it, which holds no longer', () => {
  expect(said(correction('replaced', '2', '1'), correction('replaced', '3', '2'))).toEqual([
    [null, [1], true],
    [0, [2], true],
    [1, [], false],
  ])
})

test('before an invoice is issued there is no chain, and one alone is corrected by none', () => {
  expect(chainOf({ ...request(), invoice_number: null })).toEqual([])
  expect(said()).toEqual([[null, [], false]])
})
