import { expect, test } from 'vitest'
import { mentionsIn, soughtName, soughtReply, stillFits } from './mention-words.ts'

test('a name is sought from the @ on, with its spaces and accents', () => {
  expect(soughtName('Nhờ @')).toEqual({ search: '', length: 1 })
  expect(soughtName('Nhờ @ngô l')).toEqual({ search: 'ngô l', length: 6 })
  expect(soughtName('@Lan')).toEqual({ search: 'Lan', length: 4 })
})

test('an e-mail address is no mention', () => {
  expect(soughtName('lan@demo')).toBeUndefined()
})

test('a sentence after a mention is not sought as a name for ever', () => {
  expect(soughtName('@a b c d e f g h')).toBeUndefined()
})

test('everyone mentioned is told once', () => {
  const html =
    '<p><span data-mention="7" class="mention">@Lan</span> <span data-mention="9">@Hải</span> <span data-mention="7">@Lan</span></p>'
  expect(mentionsIn(html)).toEqual([7, 9])
})

test('a canned reply is sought from a slash that begins a word', () => {
  expect(soughtReply('/')).toEqual({ search: '', length: 1 })
  expect(soughtReply('Chào anh /đã tiếp')).toEqual({ search: 'đã tiếp', length: 8 })
  for (const none of ['1/2', 'ngày 20/11', 'https://x', 'và/hoặc', '/ rồi']) expect(soughtReply(none)).toBeUndefined()
})

test('a name offered before the last letters is meant by them while it holds each word of them', () => {
  expect(stillFits('Ngô Thị Lan', 'ngo lan')).toBe(true)
  expect(stillFits('Ngô Thị Lan', '')).toBe(true)
  expect(stillFits('Ngô Thị Lan', 'ngô lanh')).toBe(false)
})
