import { expect, test } from 'vitest'
import { behindName, speak, tIn } from './language.ts'
import { languageWord } from './language-word.ts'

test('of one thing English speaks in the singular', () => {
  expect(tIn('en', '{{n}} packages', { n: 1 })).toBe('1 package')
  expect(tIn('en', '{{n}} packages', { n: 21 })).toBe('21 packages')
  expect(tIn('en', 'More than {{n}} entries', { n: 1 })).toBe('More than 1 entry')
  expect(tIn('en', '{{n}} of {{total}} rows imported …', { n: 0, total: '1' })).toBe('0 of 1 row imported …')
  expect(tIn('en', '{{name}} is deleted', { name: '1' })).toBe('1 is deleted')
  expect(tIn('en', '{{n}} of {{missing}} rows', { n: 1 })).toBe('1 of {{missing}} rows')
})

test('Korean honours whoever acts, but not the system', () => {
  speak({ ko: { 'The system': '시스템', 'The customer': '고객', '{{who}} created this': '{{who}} 님이 만들었습니다' } })
  expect(tIn('ko', '{{who}} created this', { who: '김민수' })).toBe('김민수 님이 만들었습니다')
  expect(tIn('ko', '{{who}} created this', { who: '시스템' })).toBe('시스템이 만들었습니다')
  expect(tIn('ko', '{{who}} created this', { who: '고객' })).toBe('고객님이 만들었습니다')
  expect(behindName('시스템', ' 님이 종결했습니다', 'ko')).toBe('이 종결했습니다')
  expect(behindName('시스템', ' closed it', 'en')).toBe(' closed it')
})

test('a sentence calls a language as its own readers do', () => {
  expect(languageWord('ko', 'vi')).toBe('Tiếng Hàn')
  expect(languageWord('en', 'ko')).toBe('영어')
  expect(languageWord('vi', 'en')).toBe('Vietnamese')
})
