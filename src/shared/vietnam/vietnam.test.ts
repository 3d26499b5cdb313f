import { expect, test } from 'vitest'
import { checkValue } from '../checks.ts'
import { phone, taxCode } from '../fields.ts'
import { isMobile, plainPhone, spacedNumbers } from './vietnam.ts'

/** What each prefix of eleven digits became in September 2018. */
const MOVED = {
  ...{ '0120': '070', '0121': '079', '0122': '077', '0126': '076', '0128': '078' },
  ...{ '0123': '083', '0124': '084', '0125': '085', '0127': '081', '0129': '082' },
  ...{
    '0162': '032',
    '0163': '033',
    '0164': '034',
    '0165': '035',
    '0166': '036',
    '0167': '037',
    '0168': '038',
    '0169': '039',
  },
  ...{ '0186': '056', '0188': '058', '0199': '059' },
}

test('a mobile number from before September 2018 is the one it became, however it is written', () => {
  for (const [before, now] of Object.entries(MOVED)) {
    for (const typed of [`${before}1234567`, `+84 ${before.slice(1)} 123 4567`, `0084${before.slice(1)}1234567`])
      expect(plainPhone(typed), typed).toBe(`${now}1234567`)
    expect(isMobile(`${now}1234567`)).toBe(true)
  }
  expect(checkValue(phone('A'), '0162.123.4567')).toEqual({ value: '0321234567' })
})

test('any other number stays as it is', () => {
  for (const typed of ['0912345678', '02438223344', '01601234567', '01871234567', '01981234567', '012012345678'])
    expect(plainPhone(typed)).toBe(typed)
  expect(plainPhone('+84 912-345-678')).toBe('0912345678')
  expect(checkValue(taxCode('A'), '0106 869 738')).toEqual({ value: '0106869738' })
})

test('a landline has eleven digits and a hotline eight to ten, and neither is a mobile', () => {
  const anyPhone = phone('A', { landline: true })
  const taken = { '028 3822 3344': '02838223344', '+84 203 3822 334': '02033822334', '1900 1234': '19001234' }
  for (const [typed, kept] of Object.entries({ ...taken, '1800 123456': '1800123456', '0912 345 678': '0912345678' }))
    expect(checkValue(anyPhone, typed), typed).toEqual({ value: kept })
  for (const typed of Object.keys(taken)) expect(checkValue(phone('A'), typed), typed).toHaveProperty('error')
  for (const typed of ['0283822334', '028382233445', '190012', '091234567'])
    for (const field of [anyPhone, phone('A')]) expect(checkValue(field, typed), typed).toHaveProperty('error')
})

test('a code of digits is searched for by its groups, however they are parted; any other hyphen stays one', () => {
  for (const typed of ['0100109106-002', '0100109106 - 002', '0100109106.002', '0100109106–002'])
    expect(spacedNumbers(typed), typed).toBe('0100109106 002')
  expect(spacedNumbers('Lan 0912-345-678 hỏi')).toBe('Lan 0912 345 678 hỏi')
  for (const typed of ['2026-0001', '2026-11-27', 'HD-0100109106-002', '0100109106-002-0003', '1.234.567'])
    expect(spacedNumbers(typed), typed).toBe(typed)
})
