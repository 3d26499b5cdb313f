import { expect, test } from 'vitest'
import { email, phone, richText, text } from '../../shared/fields.ts'
import { whyFound } from './why-found.ts'

const fields = { title: text('Title'), content: richText('Content'), phone: phone('Phone'), email: email('E-mail') }
const content = `Hôm qua tôi mua một hộp sữa ở quầy số ba và khi mở ra thì ${'rất '.repeat(40)}chua`

test('what the shown words tell already needs no reason', () => {
  expect(whyFound(fields, 'SUA chua', ['Sữa chua hỏng'], { content })).toEqual({ why: null, words: null })
})

test('the field that holds the word is named, with the words around it, whatever the accents', () => {
  const { why, words } = whyFound(fields, 'quay', ['Phí giao hàng'], { title: 'Phí giao hàng', content })
  expect(why).toBe('Content')
  expect(words).toContain('ở quầy số ba')
  expect(words?.startsWith('…')).toBe(true)
  expect(words?.length).toBeLessThan(115)
})

test('of a phone and an address for mail only the mask is told', () => {
  expect(whyFound(fields, '0912345', ['x'], { phone: '0912345678' })).toEqual({ why: 'Phone', words: '*********678' })
  const told = whyFound(fields, 'hoa@', ['x'], { email: 'hoa@khach.example' })
  expect(told).toEqual({ why: 'E-mail', words: 'h***@khach.example' })
})

test('a word that only the search knows is not explained by another one', () => {
  expect(whyFound(fields, 'zzz', ['x'], { content })).toEqual({ why: null, words: null })
})

test('the words around the beginning of a word are told, and those around its middle only where there is no beginning', () => {
  const told = (asked: string) => whyFound(fields, asked, ['x'], { content: `Nhanh ${'rất '.repeat(40)}anh Bảy` }).words
  expect(told('anh')).toMatch(/anh Bảy$/)
  expect(told('hanh')).toMatch(/^Nhanh/)
})

test('what is shown tells by the middle of a word only where nothing else begins so', () => {
  expect(whyFound(fields, 'anh', ['Nhanh'], { content: 'Chào anh' }).words).toBe('Chào anh')
  expect(whyFound(fields, '347', ['2611-000347'], { title: '2611-000347' }).words).toBeNull()
})
