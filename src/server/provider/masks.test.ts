import { expect, test } from 'vitest'
import { Masks } from './masks.ts'

test.each([
  'Gọi 0912345678 giúp tôi',
  'Gọi 0912 345 678',
  'Gọi 0912.345.678',
  '+84912345678',
  '+84 912 345 678',
  '024 3825 1234',
  'CCCD 001204012345',
  'Thẻ 9704 3600 1234 5678',
  'MST 0312345678',
  'Viết cho Lan.Nguyen+a@vi-du.com.vn nhé',
])('hides what reaches or names somebody: %s', (text) => {
  const masks = new Masks()
  const hidden = masks.hide(text)
  expect(hidden.replace(/\[[a-z-]+ \d+\]/g, '')).not.toMatch(/\d{3}|@/)
  expect(masks.reveal(hidden)).toBe(text)
})

test.each([
  'Khiếu nại 2611-000123 và 2611-000124',
  'Ngày 25/11/2026 20:55, 2026-11-25 20:55:10',
  'Hết 1.250.000.000 đ, 385.000 đ',
  'S05, 120 khiếu nại, 84,4 %',
])('leaves what does not: %s', (text) => expect(new Masks().hide(text)).toBe(text))

test('one value has one mark, and known names are hidden with the longest first', () => {
  const masks = new Masks()
  masks.know('Lan', 'Trần Thị Lan')
  expect(masks.hide('Trần Thị Lan (0912345678) gọi; Lan gọi lại 0912345678')).toBe(
    '[name 1] ([phone 1]) gọi; [name 2] gọi lại [phone 1]',
  )
})

test('marks that come in pieces are revealed whole, and others stay as they are', () => {
  const masks = new Masks()
  masks.hide('0912345678')
  let said = ''
  const { take, end } = masks.revealing((text) => {
    said += text
  })
  for (const piece of ['Gọi [pho', 'ne 1', '] nhé, [phone 9] và [mở', ' ngoặc dài hơn một dấu bất kỳ']) take(piece)
  end()
  expect(said).toBe('Gọi 0912345678 nhé, [phone 9] và [mở ngoặc dài hơn một dấu bất kỳ')
})

test('marks go on from turn to turn: a name that was shown is hidden again', () => {
  const first = new Masks()
  first.know('Trần Thị Lan')
  first.hide('Trần Thị Lan, 0912345678')
  const next = new Masks(first.known())
  expect(next.hide('Trần Thị Lan gọi từ 0987654321')).toBe('[name 1] gọi từ [phone 2]')
  expect(next.reveal('[phone 1]')).toBe('0912345678')
  expect(new Masks([{ mark: 'x', value: 'a' }]).reveal('x')).toBe('x')
})
