import { expect, test } from 'vitest'
import { blocksOfHtml } from './blocks.ts'
import { withFonts } from './font-fallback.ts'

test('each letter gets a face that has it', () => {
  expect(withFonts('Siêu thị 안녕하세요 An Nhiên')).toEqual([
    { text: 'Siêu thị ' },
    { text: '안녕하세요', font: 'Korean' },
    { text: ' An Nhiên' },
  ])
})

test('letters taken apart are put together, and an emoji is told by its number', () => {
  expect(withFonts('Tê\u0323 quá 😡👍🏽!')).toEqual([{ text: 'Tệ quá [U+1F621][U+1F44D]!' }])
  expect(withFonts('Hóa đơn #12 © 2026\nDòng hai')).toEqual([{ text: 'Hóa đơn #12 © 2026\nDòng hai' }])
})

test('a word longer than a line may be broken', () => {
  const word = 'x'.repeat(60)
  expect(withFonts(`a ${word} b`)).toEqual([{ text: 'a ' }, { text: word, wordBreak: 'break-all' }, { text: ' b' }])
})

test('rich text becomes paragraphs with its emphasis, lists and plain letters', () => {
  const html =
    '<p>Giá <strong>38.500 &amp; 32.000</strong></p><ul><li>Một</li><li><em>Hai</em></li></ul><ol><li>Ba</li></ol><p>a<br>b &#39;c&#39;</p>'
  expect(blocksOfHtml(html).map(({ text }) => text)).toEqual([
    [{ text: 'Giá ' }, { text: '38.500 & 32.000', bold: true }],
    [{ text: '• ' }, { text: 'Một' }],
    [{ text: '• ' }, { text: 'Hai', italics: true }],
    [{ text: '1. ' }, { text: 'Ba' }],
    [{ text: 'a' }],
    [{ text: "b 'c'" }],
  ])
})
