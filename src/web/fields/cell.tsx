import { IconCheck, IconPaperclip } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Address, type Field, type Kind, type Named, shownAs, type Tone } from '../../shared/fields.ts'
import { formatDay, formatMoment, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spacedPhone } from '../../shared/vietnam/vietnam.ts'
import { useSession } from '../session.ts'
import css from './cell.module.css'
import { filesIn, isNamed } from './values.ts'

export interface CellProps {
  field: Field
  value: unknown
  row?: unknown
}

type Shown = Exclude<Kind, 'computed'>
type Draw = (value: unknown, field: Field) => ReactNode

const words: Draw = (value) => String(value)
const figure =
  (digits: number, unit = ''): Draw =>
  (value) =>
    formatNumber(Number(value), currentLanguage(), digits) + unit

const CELLS: Record<Shown, Draw> = {
  text: words,
  longText: words,
  richText: (value) => plainText(String(value)),
  email: words,
  phone: (value) => spacedPhone(String(value)),
  digits: words,
  taxCode: words,
  identityNumber: words,
  money: figure(0),
  count: (value, field) => formatNumber(Number(value), currentLanguage(), 0, !field.ungrouped),
  decimal: figure(6),
  percentage: figure(2, '%'),
  date: (value) => formatDay(String(value)),
  moment: (value) => <Moment at={String(value)} />,
  flag: (value) =>
    value ? (
      <IconCheck size={16} className={css.yes} aria-label={t('Yes')} role="img" />
    ) : (
      <span className={css.nothing}>{t('No')}</span>
    ),
  choice: (value, field) => <ChoiceMark field={field} value={String(value)} />,
  choices: (value, field) => (value as string[]).map((one) => labelOf(field, one)).join(', '), // a record shows an array
  ref: (value) => (isNamed(value) ? value.name : String(value)),
  refs: (value) => <Marks names={(value as Named[]).map((one) => one.name)} />, // a record shows an array
  address: (value) => addressLine(value as Address), // a record shows an address
  files: (value) => <FileCount n={filesIn(value).length} />,
  signature: () => t('Signed'),
  lines: linesSaid,
}

const RIGHT: readonly Kind[] = ['money', 'count', 'decimal', 'percentage']

/** The first part of each line, e.g. the goods of a refund. */
function linesSaid(value: unknown, { line = {} }: Field): string {
  const [first = ''] = Object.keys(line)
  return (Array.isArray(value) ? value : [])
    .map((one: Record<string, unknown>) => one[first]) // a record shows lines
    .map((said) => (isNamed(said) ? said.name : String(said ?? '')))
    .join(', ')
}

/** Whether a column of this field stands to the right: figures that are compared. */
export const isFigure = (field: Field): boolean => RIGHT.includes(shownAs(field))

/** One value in a table: short, on one line. */
export function Cell({ field, value }: CellProps) {
  if (isBlank(value)) return <span className={css.nothing}>{field.whenEmpty ? t(field.whenEmpty) : '–'}</span>
  return (field.private === 'sealed' ? words : CELLS[shownAs(field)])(value, field)
}

/** The same as text, for a tooltip; undefined where the cell says it all. */
export function cellText(field: Field, value: unknown): string | undefined {
  if (isBlank(value)) return field.whenEmpty && t(field.whenEmpty)
  const kind = shownAs(field)
  if (kind === 'email') return String(value)
  if (kind === 'refs') return (value as Named[]).map((one) => one.name).join(', ') // a record shows an array
  if (kind === 'moment' || kind === 'flag' || kind === 'files' || kind === 'choice') return undefined
  const drawn = field.private === 'sealed' ? words(value, field) : CELLS[kind](value, field)
  return typeof drawn === 'string' ? drawn : undefined
}

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const labelOf = (field: Field, value: string): string => {
  const choice = field.of?.find((one) => one.value === value)
  return choice ? t(choice.label) : value
}

/** A word with the colour of its meaning; without a tone just the word. */
export function ChoiceMark({ field, value }: { field: Field; value: string }) {
  const tone = field.of?.find((one) => one.value === value)?.tone
  return tone ? <Mark tone={tone}>{labelOf(field, value)}</Mark> : labelOf(field, value)
}

export const Mark = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={css.mark} data-tone={tone}>
    {children}
  </span>
)

/** What a list says for the house of an address that is private. */
const MASKED = '***'

export const addressLine = ({ line, ward, district, province }: Address): string =>
  [line, ward, district, province].filter((part) => part && part !== MASKED).join(', ')

export const plainText = (html: string): string =>
  html
    .replace(/<(br|\/p|\/li)[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

/** Where it does not fit in a line, it breaks behind its sign. */
function Moment({ at }: { at: string }) {
  const { time_zone } = useSession()
  return <time dateTime={at}>{formatMoment(at, time_zone)}</time>
}

/** As many whole names as a column takes, at least one; how many more there are stands behind them. */
const MARKS_LETTERS = 24

function Marks({ names }: { names: string[] }) {
  let letters = 0
  const shown = names.filter((name, at) => {
    letters += name.length
    return at === 0 || letters <= MARKS_LETTERS
  })
  const more = names.length - shown.length
  return (
    <span className={css.tags}>
      {shown.map((name) => (
        <span key={name} className={css.tag}>
          {name}
        </span>
      ))}
      {more > 0 ? <span className={css.more}>+{more}</span> : null}
    </span>
  )
}

export const FileCount = ({ n }: { n: number }) => (
  <span className={css.count}>
    <IconPaperclip size={14} aria-hidden="true" />
    <span className="visually-hidden">{t('Files')} </span>
    {n}
  </span>
)
