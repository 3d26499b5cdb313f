import { expect, test } from 'vitest'
import { htmlOfText } from './html.ts'
import { plainWords } from './plain-words.ts'

test('rich text reads as a line per paragraph, and what was left empty stays empty', () => {
  expect(plainWords('<p>Chào chị Lan,</p><p></p><p>Chúng tôi <strong>xin lỗi</strong>.</p>')).toBe(
    'Chào chị Lan,\n\nChúng tôi xin lỗi.',
  )
  expect(plainWords('<p>Một<br>hai </p><p></p><p></p><p></p><p>ba&nbsp;</p><p></p>')).toBe('Một\nhai\n\nba')
  expect(plainWords('<p>Trước</p><blockquote><p>Lời khách</p></blockquote><p>Sau</p>')).toBe('Trước\nLời khách\nSau')
  expect(plainWords('<div>Một<div>hai</div></div><div><br></div><table><tr><td>ba</td></tr></table>')).toBe(
    'Một\nhai\n\nba',
  )
})

test('items keep their marks: numbers from where the list begins, and lists in lists stand further in', () => {
  expect(
    plainWords(
      '<p>Mời chị:</p><ol start="3"><li><p>mang hóa đơn</p><ul><li><p>bản giấy</p></li><li><p>hoặc ảnh</p></li></ul></li><li><p>ghé quầy</p></li></ol><p>Xin cảm ơn.</p>',
    ),
  ).toBe('Mời chị:\n3. mang hóa đơn\n  - bản giấy\n  - hoặc ảnh\n4. ghé quầy\nXin cảm ơn.')
})

test('a link keeps where it leads, unless its words say so', () => {
  expect(plainWords('<p>Xem <a href="https://x.vn/?a=1&amp;b=>2">quy <b>định</b></a>.</p>')).toBe(
    'Xem quy định (https://x.vn/?a=1&b=>2).',
  )
  expect(
    plainWords('<a href="https://x.vn/">x.vn</a> <a href="tel:19006868">19006868</a> <a href="javascript:x">y</a>'),
  ).toBe('x.vn 19006868 y')
  expect(plainWords('<a href="https://x.vn"></a>')).toBe('')
})

test('signs are read as what they stand for, and words that were made HTML are the same again', () => {
  expect(plainWords('<p>a &lt; b &amp;amp; c &quot;d&quot;&nbsp;&#39;e&#39;</p>')).toBe(`a < b &amp; c "d" 'e'`)
  const words = 'Chị "Lan" & anh <Minh>\n\n1 < 2'
  expect(plainWords(htmlOfText(words))).toBe(words)
})
