import { formatDay } from '../../../shared/format.ts'
import type { Wall } from './moments.ts'
import { readQuick } from './quick-entry.ts'

/** What was typed, and 'title | when | priority | people | doubts', without what is empty at the end. */
export type Sentence = readonly [typed: string, understood: string]

const PEOPLE = [
  'Trần Minh Hoàng',
  'Hoàng Văn Nam',
  'Nguyễn Văn An',
  'Phạm Văn An',
  'Võ Thị Đường',
  'Lý Bình Dương',
  '김민수',
  '이서연',
].map((name, at) => ({ id: at + 1, name }))

/** On Tuesday, 24 November 2026, at ten. */
export function said(typed: string, words: readonly string[] = []): string {
  const { title, start, end, priority, mentions, doubts } = readQuick(typed, {
    today: '2026-11-24',
    now: '10:00',
    people: PEOPLE,
    me: { id: 99, name: 'Tôi' },
    words: new Set(words),
  })
  const when = [start, end]
    .filter((wall) => wall !== null)
    .map(wallWords)
    .join(' - ')
  const who = mentions.map(({ people }) => people.map(({ name }) => name).join(' / ') || '?').join(', ')
  const all = [title, when, priority ?? '', who, doubts.join(', ')]
  const last = all.findLastIndex((one) => one !== '')
  return all
    .slice(0, Math.max(last + 1, 1))
    .map((one, at) => (one === '' && at > 0 ? '–' : one))
    .join(' | ')
}

const wallWords = ({ day, time }: Wall): string =>
  [
    formatDay(day)
      .replace(/\/2026$/, '')
      .replace(/(\/12)\/2026$/, '$1'),
    time,
  ]
    .filter(Boolean)
    .join(' ')
