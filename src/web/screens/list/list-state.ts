import { bareName, PERPAGE_DEFAULT, PERPAGE_MOST } from '../../../shared/api.ts'
import type { ListView } from '../../../shared/definition/definition-options.ts'
import { type Field, type Fields, isFiltered, moment, shownAs } from '../../../shared/fields.ts'
import { OF_THE_SCREEN } from '../../../shared/list-setup.ts'
import type { Definition } from '../../../shared/resource.ts'
import type { Query } from '../../api.ts'
import { periodOf } from '../../fields/filters/periods.ts'

/** What a list shows, as its address says it. */
export interface ListState {
  page: number
  perpage: number
  /** Field, `-` before it for descending; undefined is the list's own order. */
  sort: string | undefined
  search: string
  /** Field to the values wanted, any of them; a period is one value (see periods.ts). */
  filters: Record<string, string[]>
  isTrash: boolean
  /** Columns and density as the address wants them, whatever the person's own choice. */
  columns: string[] | undefined
  isCompact: boolean | undefined
  /** The saved view it came from; what was changed since is in the address as well. */
  view: number | undefined
  /** Everything is wanted, not what the list begins with. */
  isAll?: boolean | undefined
  /** The record that stands beside the list. */
  open?: number | undefined
}

const OWN = new Set<string>([...OF_THE_SCREEN, 'page', 'perpage', 'sort', 'search', 'trashed'])
const CREATED_AT = moment('Created at')

/** The fields a list can be narrowed by: the definition's, when it was made, and what a screen adds. */
export function filterFields(definition: Definition, extra: Fields = {}): Fields {
  const own = Object.entries(definition.fields).filter(([, field]) => isFiltered(field) && !field.secret)
  return { ...Object.fromEntries(own), ...extra, created_at: CREATED_AT }
}

/** The language of the page, and as what and by what a screen is laid out, and on which day it opens. */
const BESIDE = new Set(['lang', 'as', 'by', 'on', 'open'])

/**
 * Names of an address that say nothing here, e.g. of one that was kept from earlier.
 * @param said filters that the screen itself says, whatever the address names
 */
export const unknownIn = (params: URLSearchParams, fields: Fields, said: readonly string[] = []): string[] =>
  [...new Set([...params.keys()].map(bareName))].filter(
    (name) => !(Object.hasOwn(fields, name) || OWN.has(name) || BESIDE.has(name) || said.includes(name)),
  )

/** Reads the address; names that are no filter of this list are left alone. */
export function readState(params: URLSearchParams, fields: Fields, usualPerpage = PERPAGE_DEFAULT): ListState {
  const filters: Record<string, string[]> = {}
  for (const name of new Set([...params.keys()].map(bareName))) {
    const field = fields[name]
    if (!field || OWN.has(name)) continue
    const values = [...params.getAll(name), ...pairOf(params.getAll(`${name}[]`))].filter(Boolean)
    if (values.length > 0) filters[name] = values
  }
  return {
    page: whole(params.get('page'), 1, Number.MAX_SAFE_INTEGER),
    perpage: whole(params.get('perpage'), usualPerpage, PERPAGE_MOST),
    sort: params.get('sort') ?? undefined,
    search: params.get('search') ?? '',
    filters,
    isTrash: params.get('trashed') === '1',
    columns: params.get('columns')?.split(',').filter(Boolean),
    isCompact: densityOf(params.get('density')),
    view: whole(params.get('view'), 0, Number.MAX_SAFE_INTEGER) || undefined,
    isAll: params.get('view') === 'none' || undefined,
    open: whole(params.get('open'), 0, Number.MAX_SAFE_INTEGER) || undefined,
  }
}

const densityOf = (text: string | null) => (text === 'compact' ? true : text === 'comfortable' ? false : undefined)

type Narrowing = Pick<ListState, 'search' | 'filters'>

function narrowing({ search, filters }: Narrowing): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  for (const [name, values] of Object.entries(filters)) for (const value of values) params.append(name, value)
  return params
}

/** Another screen of the same records, as narrowed as this one. */
export function narrowedTo(path: string, state: Narrowing): string {
  const params = narrowing(state)
  return params.size > 0 ? `${path}?${params}` : path
}

/** The address of a state: what is as usual is not said, but for how many rows the pages before one have, which differs from screen to screen. */
export function writeState(state: ListState, usualPerpage: number = PERPAGE_DEFAULT): URLSearchParams {
  const params = narrowing(state)
  if (state.isTrash) params.set('trashed', '1')
  if (state.sort) params.set('sort', state.sort)
  if (state.perpage !== usualPerpage || state.page > 1) params.set('perpage', String(state.perpage))
  if (state.columns) params.set('columns', state.columns.join(','))
  if (state.isCompact !== undefined) params.set('density', state.isCompact ? 'compact' : 'comfortable')
  if (state.view) params.set('view', String(state.view))
  else if (state.isAll) params.set('view', 'none')
  if (state.page > 1) params.set('page', String(state.page))
  if (state.open) params.set('open', String(state.open))
  return params
}

/** The question to the server. */
export function listQuery(
  definition: Definition,
  state: ListState,
  fields: Fields,
  today: string,
  view?: ListView,
  fixed: Record<string, string> = {},
): Query {
  const query: Query = {
    page: state.page,
    perpage: state.perpage,
    search: state.search.trim(),
    sort: state.sort ?? view?.sort ?? definition.sort,
  }
  if (state.isTrash) query.trashed = 1
  for (const [name, values] of Object.entries(state.filters))
    Object.assign(query, asked(name, fields[name], values, today))
  return { ...query, ...view?.filter, ...fixed }
}

function asked(name: string, field: Field | undefined, values: string[], today: string): Query {
  const kind = field && shownAs(field)
  if (kind !== 'date' && kind !== 'moment') return { [name]: values }
  const period = periodOf(values[0] ?? '', today)
  return period ? { [`${name}[]`]: [`${period.from} 00:00:00`, `${period.to} 23:59:59`] } : {}
}

/** `created_at[]=…&created_at[]=…`, as the server takes it, means the same in an address. */
const pairOf = ([from, to]: string[]) => (from && to ? [`${from.slice(0, 10)}..${to.slice(0, 10)}`] : [])

function whole(text: string | null, usual: number, most: number): number {
  const number = Number(text)
  return text && Number.isInteger(number) && number > 0 ? Math.min(number, most) : usual
}
