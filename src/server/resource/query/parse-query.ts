import { bareName, PERPAGE_DEFAULT, PERPAGE_MOST } from '../../../shared/api.ts'
import { checkValue } from '../../../shared/checks.ts'
import { WORST_FIRST } from '../../../shared/definition/waiting.ts'
import { type Field, isSortable, type Kind, moment, ref, shownAs } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { readNumber } from '../../../shared/numbers.ts'
import { refuseFields } from '../../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import { spacedNumbers } from '../../../shared/vietnam/vietnam.ts'

/** A list request once read: only known fields, only sane numbers. */
export interface ListQuery {
  page: number
  perpage: number
  search: string
  /** Words of the search, as typed. */
  sort: { field: string; descending: boolean }
  /** Field to any of these values, already of the column's type. */
  filters: Record<string, (string | number | boolean | null)[]>
  /** Date or moment field to its two ends, as sent. */
  ranges: Record<string, [string, string]>
  isTrash: boolean
}

/** What a list takes beside the fields of its definition. */
export type Beside = Readonly<Record<string, { field?: Field }>>
export type RawQuery = Record<string, string | string[] | undefined>

const DEEPEST = 1_000_000
export const LONGEST_SEARCH = 200
export const ALWAYS_SORTED = ['id', 'created_at', 'updated_at']
/** Of every record; lists are narrowed by them. */
export const OF_ALL: readonly [string, Field][] = [
  ['created_at', moment('Created at')],
  ['updated_at', moment('Updated at')],
  ['created_by', ref('Created by', 'users')],
]
/** Of every record too, but no list is narrowed by them. */
export const NEVER_FILTERED = ['updated_by', 'deleted_at', 'version']

/**
 * Reads a list's query string. What is wrong is refused by name (422), and so is a field that no list is narrowed by: nobody shall take
 * a list for narrowed that is not. Names that no definition knows are refused before: where a request comes in, or an address is kept.
 * @param own filters of the module's own; those that are no field take numbers, unless they say what they take
 */
export function readListQuery(definition: Definition, raw: RawQuery, own: Beside = {}): ListQuery {
  const errors: Record<string, string> = {}
  const query: ListQuery = {
    ...pageFrom(raw, PERPAGE_DEFAULT, errors),
    search: spacedNumbers((one(raw.search) ?? '').normalize('NFC').trim().slice(0, LONGEST_SEARCH)),
    sort: readSort(definition, one(raw.sort), errors),
    filters: {},
    ranges: {},
    isTrash: one(raw.trashed) === '1',
  }
  const given = new Set(Object.keys(raw).map(bareName))
  for (const [name, field] of [...entriesOf(definition), ...OF_ALL])
    if (given.has(name)) readFilter(name, field, raw, query, errors)
  for (const name of NEVER_FILTERED) if (givenFor(name, raw).length > 0) errors[name] = notFiltered(name)
  // Chosen records, whatever else the list is asked for.
  const beside = Object.keys(own).filter((name) => !Object.hasOwn(definition.fields, name))
  for (const name of ['id', ...beside])
    if (given.has(name)) readFilter(name, own[name]?.field ?? { kind: 'ref', label: 'Number' }, raw, query, errors)
  refuseFields(errors)
  return query
}

/** Which part of a list that is narrowed by nothing. */
export function readPage(raw: RawQuery, usual = PERPAGE_DEFAULT): Pick<ListQuery, 'page' | 'perpage'> {
  const errors: Record<string, string> = {}
  const part = pageFrom(raw, usual, errors)
  refuseFields(errors)
  return part
}

function pageFrom(raw: RawQuery, usual: number, errors: Record<string, string>): Pick<ListQuery, 'page' | 'perpage'> {
  const page = whole(raw.page, 1, DEEPEST, 1)
  const perpage = whole(raw.perpage, 1, PERPAGE_MOST, usual)
  if (page === null) errors.page = notWhole('page', raw.page, DEEPEST)
  if (perpage === null) errors.perpage = notWhole('perpage', raw.perpage, PERPAGE_MOST)
  if ((page ?? 0) * (perpage ?? 0) > DEEPEST)
    errors.page = pack('{{field}}: at most {{max}}', { field: 'page', max: DEEPEST })
  return { page: page ?? 1, perpage: perpage ?? usual }
}

export const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value
export const many = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

function whole(value: string | string[] | undefined, least: number, most: number, usual: number): number | null {
  const text = one(value)
  if (text === undefined || text === '') return usual
  if (!/^\d{1,9}$/.test(text)) return null
  const number = Number(text)
  return number >= least && number <= most ? number : null
}

/** What keeps a value from being a whole number from 1 to the most. */
function notWhole(field: string, value: string | string[] | undefined, max: number): string {
  const text = one(value) ?? ''
  if (/^-?\d+[.,]\d+$/.test(text)) return pack('{{field}}: only whole numbers, no fraction', { field })
  if (!/^-?\d+$/.test(text)) return pack('{{field}} must be a number', { field })
  return Number(text) < 1
    ? pack('{{field}}: at least {{min}}', { field, min: 1 })
    : pack('{{field}}: at most {{max}}', { field, max })
}

function readSort(
  definition: Definition,
  wished: string | undefined,
  errors: Record<string, string>,
): ListQuery['sort'] {
  const text = wished || definition.sort
  const field = text.replace(/^-/, '')
  const known = definition.fields[field]
  const isKnown =
    (text === WORST_FIRST && definition.waiting?.clocks !== undefined) ||
    ALWAYS_SORTED.includes(field) ||
    (Object.hasOwn(definition.fields, field) && known !== undefined && isSortable(known))
  if (!isKnown) errors.sort = pack('{{field}} is not valid', { field: 'sort' })
  return { field, descending: text.startsWith('-') }
}

type Value = ListQuery['filters'][string][number]
/** Reads the values of one filter; null where one of them is no value of the field, or what is wrong with it, packed. */
type FilterReader = (values: string[], field: Field) => Value[] | string | null

const texts: FilterReader = (values) => values.slice(0, 100).map((value) => value.replaceAll('\u0000', ''))
const numbers: FilterReader = (values, field) => {
  const numeric = { ...field, kind: shownAs(field) }
  const read = values.map((value) => {
    const found = readNumber(value, numeric)
    return checkValue(numeric, 'value' in found ? found.value : value)
  })
  const wrong = read.find((one) => 'error' in one)
  return wrong && 'error' in wrong ? wrong.error : read.map((one) => ('value' in one ? Number(one.value) : Number.NaN))
}
/** Values of a closed list; `none` asks for records without one. */
const choices: FilterReader = (values, field) =>
  values.every((value) => value === 'none' || field.of?.some((choice) => choice.value === value))
    ? values.map((value) => (value === 'none' ? null : value))
    : null
/** Ids, of an address its province's code; `none` asks for records without one. */
const ids: FilterReader = (values) =>
  values.length <= 200 && values.every((value) => value === 'none' || /^\d{1,15}$/.test(value))
    ? values.map((value) => (value === 'none' ? null : Number(value)))
    : null
const flags: FilterReader = (values) =>
  values.every((value) => value === 'true' || value === 'false') ? values.map((value) => value === 'true') : null

/** The filter of each kind: a reader of values, a range of two ends, or none. */
const FILTERS: Record<Exclude<Kind, 'computed'>, FilterReader | 'range' | 'none'> = {
  text: texts,
  longText: 'none',
  richText: 'none',
  email: texts,
  phone: texts,
  digits: texts,
  taxCode: texts,
  identityNumber: texts,
  money: numbers,
  count: numbers,
  decimal: numbers,
  percentage: numbers,
  date: 'range',
  moment: 'range',
  flag: flags,
  choice: choices,
  choices,
  ref: ids,
  refs: ids,
  address: ids,
  files: 'none',
  signature: 'none',
  lines: 'none',
}

function readFilter(name: string, field: Field, raw: RawQuery, query: ListQuery, errors: Record<string, string>): void {
  const read = field.private === 'sealed' || field.secret ? 'none' : FILTERS[shownAs(field)]
  const given = givenFor(name, raw)
  if (read === 'range') readRange(name, field, raw, query, errors)
  else if (given.length === 0) return
  else if (read === 'none') errors[name] = notFiltered(field.label)
  else {
    const values = read(given, field)
    if (Array.isArray(values)) query.filters[name] = values
    else errors[name] = values ?? pack('{{field}} is not valid', { field: field.label })
  }
}

/** Some clients say `name[]` where several may follow. */
const givenFor = (name: string, raw: RawQuery): string[] =>
  [...many(raw[name]), ...many(raw[`${name}[]`])].filter((value) => value !== '')

const notFiltered = (label: string): string => pack('This list cannot be filtered by {{field}}', { field: label })

const DAY_OR_MOMENT = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])([ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)?$/

function readRange(
  name: string,
  { label }: Field,
  raw: RawQuery,
  query: ListQuery,
  errors: Record<string, string>,
): void {
  const values = [...many(raw[`${name}[]`]), ...many(raw[name])]
  if (values.length === 0) return
  const [from, to] = values
  const isRange =
    values.length === 2 && from !== undefined && to !== undefined && DAY_OR_MOMENT.test(from) && DAY_OR_MOMENT.test(to)
  if (
    !isRange ||
    Number.isNaN(Date.parse(from.replace(' ', 'T'))) ||
    Number.isNaN(Date.parse(to.replace(' ', 'T'))) ||
    from < '1900' ||
    to > '2200'
  )
    errors[name] = pack('{{field}} must be two dates', { field: label })
  else query.ranges[name] = [from, to]
}
