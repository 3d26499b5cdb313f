import { expect, test } from 'vitest'
import { giftCalled } from './picture-names.ts'

const GIFTS = ['Nồi cơm điện', 'Nồi cơm điện 1,8 l', 'Túi vải', 'Bộ ly thủy tinh', '행운 봉투']
const called = (file: string) => giftCalled(file, GIFTS, (name) => name)

test('a picture is for the gift that its file is called after, however it is written', () => {
  expect(called('Nồi cơm điện.jpg')).toBe('Nồi cơm điện')
  expect(called('noi-com-dien.PNG')).toBe('Nồi cơm điện')
  expect(called('noi_com_dien_1,8_l (2).jpeg')).toBe('Nồi cơm điện 1,8 l')
  expect(called('행운 봉투.webp')).toBe('행운 봉투')
  expect(called('bo ly.jpg')).toBe('Bộ ly thủy tinh')
  expect(called('tui vai mat truoc.jpg')).toBe('Túi vải')
})

test('a name that fits several gifts, or none, is for none', () => {
  expect(called('noi com.jpg')).toBeUndefined()
  expect(called('IMG_3865.jpg')).toBeUndefined()
  expect(called('tui vaix.jpg')).toBeUndefined()
  expect(called('.jpg')).toBeUndefined()
})
