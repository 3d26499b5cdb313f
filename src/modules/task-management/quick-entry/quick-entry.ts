import { ENGLISH, JOINS as ENGLISH_JOINS, LEADS as ENGLISH_LEADS } from './english.ts'
import { anyOf, type Found, type Rule, vi } from './grammar.ts'
import { KOREAN } from './korean.ts'
import { combined, fits, type Group, type Moments, type Taken, type Wall } from './moments.ts'
import { isShare, LOOKS_LIKE_A_DAY, NUMERIC } from './numeric.ts'
import { type Mention, mentioned, type Person } from './people.ts'
import { VIETNAMESE, JOINS as VIETNAMESE_JOINS, LEADS as VIETNAMESE_LEADS } from './vietnamese.ts'

export type QuickPriority = 'high' | 'normal' | 'low'
/** A part of the line that was understood, as it was typed. */
export interface Piece {
  kind: 'when' | 'person' | 'priority'
  from: number
  to: number
  text: string
}
export interface Reading {
  /** The line without what was understood, as it was typed. */
  title: string
  start: Wall | null
  end: Wall | null
  priority: QuickPriority | null
  mentions: readonly Mention[]
  pieces: readonly Piece[]
  /** What looks as if it meant something and was not understood; it stays in the title. */
  doubts: readonly string[]
}
export interface Wishes {
  /** `YYYY-MM-DD` and `HH:mm` in the chain. */
  today: string
  now: string
  people: readonly Person[]
  me?: Person | undefined
  /** Pieces that were meant as words, in small letters: whoever took a chip away said so. */
  words?: ReadonlySet<string>
}

/** A line typed in Vietnamese, English or Korean, or in all of them, as a task. What is not understood is title, to the letter. */
export function readQuick(typed: string, wishes: Wishes): Reading {
  const line = typed.normalize('NFC')
  const text = new Masked(line, wishes.words ?? new Set())
  const priorities = text.take(PRIORITY, ({ word = '' }) => PRIORITIES[word] ?? null)
  const mentions = text.takeMentions(wishes)
  const [first, ...others] = text.moments(wishes)
  for (const one of others) text.release(one.pieces)
  const used = [...(first?.pieces ?? []), ...priorities.slice(0, 1), ...mentions].toSorted((a, b) => a.from - b.from)
  return {
    title: without(line, used),
    start: first?.start ?? null,
    end: first?.end ?? null,
    priority: priorities[0]?.value ?? null,
    mentions: mentions.map(({ value }) => value),
    pieces: used.map(({ kind, from, to }) => ({ kind, from, to, text: line.slice(from, to) })),
    doubts: doubtsOf(line, used, wishes.words),
  }
}

const PRIORITIES: Readonly<Record<string, QuickPriority>> = Object.fromEntries(
  (
    [
      ['high', 'cao gấp khẩn high urgent 높음 긴급 급함 상'],
      ['normal', 'thường vừa normal medium 보통 중'],
      ['low', 'thấp low 낮음 하'],
    ] as const
  ).flatMap(([value, words]) =>
    words
      .split(' ')
      .flatMap((word) => [
        [word, value] as const,
        [word.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC'), value] as const,
      ]),
  ),
)
const PRIORITY = /(?<![^\s\0])!(?<word>[\p{L}]+)(?![\p{L}\p{N}])/gu

/** A line whose understood parts are covered one after another, so that none is read twice. */
class Masked {
  readonly #line: string
  readonly #words: ReadonlySet<string>
  #text: string

  constructor(line: string, words: ReadonlySet<string>) {
    this.#line = line
    this.#words = words
    this.#text = smallLetters(line)
  }

  /** Every match that means something, first one first. */
  take<T>(
    like: RegExp,
    read: (groups: Readonly<Record<string, string | undefined>>, match: RegExpExecArray) => T | null,
    kind: Piece['kind'] = 'priority',
  ): Taken<T>[] {
    const found: Taken<T>[] = []
    for (const match of this.#text.matchAll(like)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (this.#words.has(this.#text.slice(from, to).trim())) continue
      const value = read(match.groups ?? {}, match)
      if (value !== null) found.push({ kind, from, to, value })
    }
    for (const piece of found) this.#cover(piece)
    return found
  }

  takeMentions({ people, me }: Wishes): Taken<Mention>[] {
    const found: Taken<Mention>[] = []
    for (const match of this.#line.matchAll(/(?<![^\s\0([,])@(?=[\p{L}])/gu)) {
      const from = match.index
      // A name ends where something else was understood.
      const open = this.#text.slice(from + 1).split('\0')[0] ?? ''
      const words = [
        ...this.#line.slice(from + 1, from + 1 + open.length).matchAll(/[\p{L}\p{N}\p{M}'.-]*[\p{L}\p{N}\p{M}]/gu),
      ]
      const near = words.filter(({ index }, at) => at === 0 || /^\s+$/.test(open.slice(endOf(words[at - 1]), index)))
      const known = mentioned(
        near.map(([word]) => word),
        people,
        me,
      )
      const to = from + 1 + endOf(near[known.words - 1])
      const piece = this.#line.slice(from, to)
      if (this.#words.has(smallLetters(piece))) continue
      found.push({ kind: 'person', from, to, value: { typed: piece.slice(1), people: known.people } })
    }
    for (const piece of found) this.#cover(piece)
    return found
  }

  /** What was said of when: moments, each with all its pieces. */
  moments({ today, now }: Wishes): Moments[] {
    const found = RULES.flatMap(({ like, read }) =>
      this.take(
        like,
        (groups, { index, 0: whole }) =>
          read(groups, {
            today,
            now,
            before: this.#text.slice(0, index),
            after: this.#text.slice(index + whole.length),
            typed: this.#line.slice(index, index + whole.length),
          }),
        'when',
      ),
    )
    const groups = this.#grouped(found.toSorted((a, b) => a.from - b.from))
    return combined(groups, { today, now })
  }

  release(pieces: readonly Taken<Found>[]): void {
    for (const { from, to } of pieces)
      this.#text = this.#text.slice(0, from) + smallLetters(this.#line.slice(from, to)) + this.#text.slice(to)
  }

  #grouped(pieces: readonly Taken<Found>[]): Group[] {
    const groups: Group[] = []
    for (const piece of pieces) {
      const last = groups.at(-1)
      const between = last ? this.#text.slice(last.to, piece.from) : ''
      const isJoined = last !== undefined && (JOINED.test(between) || this.#isFrom(last, between))
      if (last && ADJACENT.test(between) && fits(last, piece)) {
        piece.from = last.to
        last.pieces.push(piece)
        last.to = piece.to
      } else {
        if (last && isJoined) piece.from = last.to
        groups.push({ pieces: [piece], from: piece.from, to: piece.to, isJoined })
      }
    }
    for (const group of groups) {
      const led = LEADING.exec(this.#text.slice(0, group.from))
      const [first] = group.pieces
      if (led && first && !group.isJoined) {
        first.from -= led[0].length
        group.from = first.from
      }
    }
    return groups
  }

  /** '월요일부터 금요일까지'. */
  #isFrom({ to }: Group, between: string): boolean {
    return between.trim() === '' && this.#line.slice(0, to).endsWith('부터')
  }

  #cover({ from, to }: { from: number; to: number }): void {
    this.#text = this.#text.slice(0, from) + '\0'.repeat(to - from) + this.#text.slice(to)
  }
}

/** In this order: what is longer and surer first. */
const RULES: readonly Rule[] = [...KOREAN, ...NUMERIC.slice(0, 2), ...ENGLISH, ...VIETNAMESE, ...NUMERIC.slice(2)]

const LEAD = `(?:${anyOf(VIETNAMESE_LEADS, vi)}|${anyOf(ENGLISH_LEADS, (lead) => lead.replace(/ /g, '\\s+'))})`
const LEADING = new RegExp(`(?<![\\p{L}\\p{N}])(?:${LEAD}\\s+)+$`, 'u')
const ADJACENT = new RegExp(`^[\\s,]*(?:${LEAD}\\s+)?$`, 'u')
const JOINED = new RegExp(`^\\s*(?:[-–~]|${anyOf(VIETNAMESE_JOINS, vi)}|${anyOf(ENGLISH_JOINS)})\\s*$`, 'u')

/** The line without some parts of it: the blanks around them become one, and marks that hung on them go. */
function without(line: string, pieces: readonly { from: number; to: number }[]): string {
  let title = ''
  let from = 0
  for (const piece of pieces) {
    title = joined(title, line.slice(from, piece.from))
    from = piece.to
  }
  return joined(title, line.slice(from)).replace(/^[\s,;–-]+|[\s,;–-]+$/gu, '')
}

function joined(left: string, right: string): string {
  const [before, after] = [left.trimEnd(), right.trimStart()]
  if (before === '' || after === '') return before + after
  return before + (/^[,.;:!?)]/.test(after) ? '' : ' ') + after
}

function doubtsOf(
  line: string,
  used: readonly { from: number; to: number }[],
  words: ReadonlySet<string> = new Set(),
): string[] {
  const isUsed = (at: number) => used.some(({ from, to }) => at >= from && at < to)
  return [...line.matchAll(LOOKS_LIKE_A_DAY), ...line.matchAll(/(?<!\S)[!@][\p{L}]+/gu)]
    .filter(
      ({ index, 0: text }) =>
        !isUsed(index) &&
        !words.has(text.toLowerCase()) &&
        isDoubtful(text, line.slice(index + text.length).toLowerCase()),
    )
    .map(([text]) => text)
}
/** '31/11' is no day and '25:00' no time; '3/4' behind a number of shelves is neither meant as one. */
function isDoubtful(text: string, after: string): boolean {
  const [first = 0, second = 0] = text.split(/[/:]/).map(Number)
  if (text.includes(':')) return first > 23 || second > 59
  return !text.includes('/') || (second <= 12 && first <= 31 && !isShare(text, after))
}

const endOf = (match: RegExpExecArray | RegExpMatchArray | undefined): number =>
  (match?.index ?? 0) + (match?.[0].length ?? 0)

/** Small letters, each where it stood. */
const smallLetters = (text: string): string =>
  Array.from(text, (sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign)).join('')
