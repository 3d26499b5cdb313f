import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COMPLETION, INVITATION, RECEIPT, wordsOf } from '../../src/modules/mailbox/courtesy.ts'
import { catalogOf } from '../../src/server/translations.ts'
import type { Language } from '../../src/shared/language.ts'

const TERMS = 'Terms'
const NOT_SAID = 'Not said'
/** Vietnamese has a word of its own for the programs that open such files. */
const PROGRAMS = /phần mềm bảng tính/g

const document = readFileSync('docs/wording.md', 'utf8')
const rowsOf = (heading: string): string[][] => {
  const [, section = ''] = document.split(`\n## ${heading}\n`)
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The mails that go out by themselves have their words outside the catalogs. */
function mailsIn(language: Language): string[] {
  const about = { name: 'An', number: 'C1', title: 'T', chain: 'C', link: '/l', answer: 'A', survey: '/s' }
  const promised = (['reply', 'answer'] as const).map((what) => ({ what, when: '9:00', store: 'S', phone: '1' }))
  return [
    RECEIPT[language](about),
    ...promised.map((promise) => RECEIPT[language]({ ...about, promise })),
    COMPLETION[language](about),
    ...(['delivery', 'vat'] as const).map((after) => INVITATION[language](after, about)),
  ].flatMap((mail) => [mail.subject, wordsOf(mail)])
}

const [vi, ko] = [catalogOf('vi'), catalogOf('ko')]
const sentences: Record<string, string[]> = {
  English: [...Object.keys(vi), ...mailsIn('en')],
  Vietnamese: [...Object.values(vi).map((one) => String(one).replace(PROGRAMS, '')), ...mailsIn('vi')],
  Korean: [...Object.values(ko).map(String), ...mailsIn('ko')],
}

describe('Words', () => {
  test.each(rowsOf(TERMS))('%s is %s and %s', (english, vietnamese, korean) => {
    expect([vi[english ?? ''], ko[english ?? '']]).toEqual([vietnamese, korean])
  })

  test.each(rowsOf(NOT_SAID).map(([language, not]) => ({ language, not })))(
    'no $language sentence says $not',
    ({ language = '', not = '' }) => {
      const words = not.split(', ').map((word) => new RegExp(`(?<!\\p{L})${word}`, 'iu'))
      const found = sentences[language]?.filter((sentence) => words.some((word) => word.test(sentence)))
      expect(found).toEqual([])
    },
  )

  test('no percentage has a blank before its sign', () => {
    expect(
      Object.values(sentences)
        .flat()
        .filter((sentence) => /(\d|\}\}) %/.test(sentence)),
    ).toEqual([])
  })

  test('no English word stands for two things, and no thing has two', () => {
    const terms = rowsOf(TERMS)
    for (const at of [0, 1, 2]) {
      const words = terms.map((row) => row[at])
      expect(words.filter((word, nth) => words.indexOf(word) !== nth)).toEqual([])
    }
    expect(terms.length).toBeGreaterThan(50)
  })
})
