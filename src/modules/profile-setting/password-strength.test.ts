import { expect, test } from 'vitest'
import { rulesOf, strengthOf } from './password-strength.web.ts'

const met = (password: string) =>
  rulesOf(password, ['Trần Thu Hà', 'manager01@demo.example', 'Siêu thị Cầu Giấy']).map((rule) => rule.isMet)

test('a long phrase of several words meets every rule and is strong', () => {
  expect(met('Gánh hàng rong 47')).toEqual([true, true, true])
  expect(strengthOf('Gánh hàng rong 47')).toBe(4)
})

test('short ones, runs of keys and repetition are told', () => {
  expect(met('abc')).toEqual([false, true, false])
  expect(met('aaaaaaaaaaaa')[2]).toBe(false)
  expect(met('qwertyuiop')[2]).toBe(false)
})

test('the own name, e-mail and store count against it, with or without accents', () => {
  expect(met('manager01 cua toi')[1]).toBe(false)
  expect(met('o sieu thi cho lon')[1]).toBe(false)
})

test('strength never falls below one once something is typed', () => {
  expect(strengthOf('')).toBe(0)
  expect(strengthOf('1111')).toBe(1)
})
