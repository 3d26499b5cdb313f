import { type Field, type Kind, shownAs } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { cellText, labelOf } from '../../fields/cell.tsx'
import { calledShort, FACE_ROOM } from '../../fields/short-name.tsx'
import type { AnyRow } from '../module.ts'
import type { Column } from './columns.ts'

/** px that a column takes to say everything, and to be recognised; how much of what there is it may take. A row has one line. */
export interface Wish {
  full: number
  least: number
  weight: number
}

/** However long the words: a record is read on its own page. */
const WIDEST = 520
const TITLE_LEAST = 184
const TITLE_WEIGHT = 2
const SENTENCE_WEIGHT = 1.5
/** The share of the words by which a value is recognised where there is too little room; the tooltip has all of it. */
const RECOGNISED = 0.58
/** Too short to be recognised by a part of it. */
const SHORT = 110
/** Enough of what is long anyway. */
const ENOUGH = 170
/** Drawn by a module that does not tell how wide. */
const UNKNOWN = 110

/** Kinds whose words are cut where the table is narrow; a number or a date never is. */
const GIVING_WAY: readonly Kind[] = ['text', 'longText', 'email', 'ref', 'refs', 'address', 'choices', 'lines']
/** Kinds that are sentences rather than names. */
const SENTENCES: readonly Kind[] = ['longText', 'address', 'lines']
/** Kinds that always look alike, or that show no words. */
const ALIKE: readonly Kind[] = ['moment', 'flag', 'files', 'signature']

/** What each column asks for, from its header and from what these rows say in letters of so many px. */
export function wishesOf(
  columns: readonly Column[],
  rows: readonly AnyRow[],
  titled: string | undefined,
  letters: number,
): Wish[] {
  return columns.map((column) => {
    const isTitle = column.name === titled
    const head = widthOf(t(column.label), SMALL) + BESIDE_WORDS
    // What a module draws beside its words, such as a bar, has room by the width it says.
    const drawn = column.render ? (column.width ?? 0) : 0
    const words = isRead(column)
      ? Math.max(wordsWidth(column, rows, isTitle, letters), drawn)
      : (column.width ?? UNKNOWN)
    const full = Math.max(head, Math.min(words, WIDEST))
    if (isTitle && column.width === undefined) return { full, least: Math.min(full, TITLE_LEAST), weight: TITLE_WEIGHT }
    const isGiving = !isTitle && full > SHORT && givesWay(column)
    return {
      full,
      least: isGiving ? Math.max(head, Math.min(Math.ceil(full * RECOGNISED), ENOUGH)) : full,
      weight: column.field && SENTENCES.includes(shownAs(column.field)) ? SENTENCE_WEIGHT : 1,
    }
  })
}

/**
 * How wide each column of a table stands in `room` px. Where there is too little, the widest give way first, down to their least;
 * where even that is too much the table scrolls. What is left over goes to the column at `rest`, or to all alike.
 */
export function shareRoom(wishes: readonly Wish[], room: number, rest: number | undefined): number[] {
  const within = (most: number) =>
    wishes.map(({ full, least, weight }) => Math.max(least, Math.min(full, most * weight)))
  let most = WIDEST
  while (most > 0 && sum(within(most)) > room) most--
  const widths = within(most)
  const left = Math.max(0, room - sum(widths))
  if (rest === undefined) return widths.map((width) => width + left / widths.length)
  return widths.map((width, at) => (at === rest ? width + left : width))
}

/**
 * The columns that stand in `room` px without scrolling: where even what each needs at least is too much, the last go first, but for
 * those that are kept. A list names its columns in the order of their worth.
 */
export function columnsWithin<C>(
  columns: readonly C[],
  wishes: readonly Wish[],
  room: number,
  kept: readonly (C | undefined)[],
): C[] {
  let over = sum(wishes.map(({ least }) => least)) - room
  return columns
    .toReversed()
    .filter((column, at) => {
      if (over <= 0 || kept.includes(column)) return true
      over -= wishes.at(-1 - at)?.least ?? 0
      return false
    })
    .toReversed()
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Whether a column gives way so that the whole table fits: cut, with the rest in its tooltip. */
export const givesWay = ({ render, text, field, isWhole }: Column): boolean =>
  !isWhole &&
  (render ? text !== undefined : field !== undefined && (GIVING_WAY.includes(shownAs(field)) || isPlainChoice(field)))

/** A word without a colour breaks as any other. */
const isPlainChoice = (field: Field): boolean => shownAs(field) === 'choice' && !isColoured(field)
const isColoured = ({ of }: Field): boolean => of?.some(({ tone }) => tone !== undefined) === true

const isRead = ({ render, text, field }: Column): boolean =>
  render ? text !== undefined : field !== undefined && !ALIKE.includes(shownAs(field))

/** Padding on both sides, and what rounding takes. */
const BESIDE_WORDS = 28
/** The dot and the padding of a coloured word, as in cell.module.css. */
const MARK = 28
/** The flag before a title. */
const FLAG = 20

function wordsWidth(column: Column, rows: readonly AnyRow[], isTitle: boolean, letters: number): number {
  const isMark = column.field !== undefined && isColoured(column.field)
  const font = isMark ? SMALL : `${isTitle ? 500 : 400} ${letters}px`
  const widths = rows.map((row) => widthOf(wordsOf(column, row, isTitle), font))
  const before = isMark ? MARK : isTitle && column.render ? FLAG : 0
  const isPerson = column.field?.kind === 'ref' && column.field.to === 'users'
  return Math.max(0, ...widths) + BESIDE_WORDS + before + (isPerson ? FACE_ROOM : 0)
}

function wordsOf({ name, text, field }: Column, row: AnyRow, isTitle: boolean): string {
  if (text) return text(row) ?? ''
  if (!field) return ''
  const value = row[name]
  const called = calledShort(field, value, isTitle)
  if (called !== undefined) return called
  return shownAs(field) === 'choice' && typeof value === 'string'
    ? labelOf(field, value)
    : (cellText(field, value) ?? '')
}

/** Headers and coloured words. */
const SMALL = '500 12px'
const pens = new Map<string, CanvasRenderingContext2D | null>()

function widthOf(words: string, font: string): number {
  if (!words) return 0
  let pen = pens.get(font)
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d')
    if (pen) pen.font = `${font} ${getComputedStyle(document.body).fontFamily}`
    pens.set(font, pen)
  }
  return Math.ceil(pen?.measureText(words).width ?? 0)
}
