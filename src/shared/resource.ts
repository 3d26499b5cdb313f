import type { CounterOptions } from './definition/counter-options.ts'
import type {
  Batch,
  BoardOptions,
  CustomerFields,
  ListView,
  Ownership,
  RecordEvents,
  Retention,
  Sheets,
} from './definition/definition-options.ts'
import type { RefTarget } from './definition/ref-targets.ts'
import type { StatisticsOptions } from './definition/statistics-options.ts'
import type { Waiting, WORST_FIRST } from './definition/waiting.ts'
import type { Field, Fields, InOf, OutOf, Values } from './fields.ts'
import type { Flow } from './flow.ts'
import type { IconName } from './icon-name.ts'
import { LANGUAGES, type Language } from './language.ts'
import type { RefusalName } from './refusals.ts'
import type { Identifier } from './users/permissions.ts'

export interface Definition<F extends Fields = Fields> {
  /** Folder under src/modules, first segment of the web address, and (with _) the table. */
  name: string
  /** Segment below /api. */
  wire: string
  /** Permission identifier. */
  permission: string
  table: string
  label: string
  /** One record, in words. */
  one: string
  fields: F
  /** The field that names a record … */
  title: string
  /** … and those that name it to readers of a language, where they say something: `name_en` beside `name`. */
  titleIn?: Readonly<Partial<Record<Language, string>>>
  list: readonly string[]
  /** The field of its number or code: pickers show it beside the name, and are ordered by it. */
  code?: string
  /** Which records pickers offer, in SQL over the row `r`; all unless said. */
  offered?: string
  /** Field of the default order, `-` before it for descending. */
  sort: string
  views: readonly ListView[]
  ownership: Ownership
  /** Equality conditions on the table, where the resource is a part of it. */
  fixedFilter?: Readonly<Record<string, string>>
  /** Totals are counted ahead: of a plain register of any size by naming the fields its lists are narrowed by. */
  counters?: CounterOptions | readonly string[]
  /** The figures of a plain register, kept ahead by the fields of its counters. */
  statistics?: StatisticsOptions
  /** Its searched words stand in a table beside it: for one so large and busy that a step must not touch the index of its words. */
  separateSearchIndex?: boolean
  /** On a wide screen the list may stand left and the record right, unless the record's own page needs the whole width. */
  hasSplit?: false
  /** The filter of the records that wait for somebody; the menu and the tiles count these instead of all. */
  pendingFilter?: Readonly<Record<string, readonly string[]>>
  /** In which order those stand before who handles them, and what a line says. */
  waiting?: Waiting
  /** Its states and the steps between them: their routes, buttons, dialogs and tests come from it. */
  flow?: Flow
  /** Fields in groups with a heading, for form and view; the rest follows without one. */
  groups?: readonly { label: string; fields: readonly string[] }[]
  /** Who may look: whoever holds its read flag; everyone signed in, for pickers (names) or for the whole record (lookup lists). */
  visibility: 'read' | 'names' | 'all'
  customer?: CustomerFields
  /** After so many days what says who somebody is goes. The house may say otherwise (RETENTION). */
  retention?: Retention
  /** A ref field to a customer's record: what says something of it goes, and is told, with that one. */
  erasedWith?: string
  /** A ref field to what a new record takes over from the record it points at, own field to theirs: it opens from there, and is listed there. */
  prefillFrom?: Readonly<Record<string, Readonly<Record<string, string | undefined>> | undefined>>
  /** The message for a violation of a unique index of its table, by the index's name; a field's own index has one already. */
  uniqueViolationMessages?: Readonly<Record<string, RefusalName>>
  /** Fields that no two live records share all of: together they tell one from another, in a workbook too. */
  uniqueTogether?: readonly string[]
  /** Grows by use: whoever holds the edit flag of this permission adds to it where it is picked. */
  inlineCreatePermission?: Identifier
  /** Reached by pages of its own only: no list, form or view screens, no five routes. */
  internal: boolean
  /** Its records come by ways of their own, e.g. a public form: there is no form to make one, and no route. */
  isMadeElsewhere?: true
  /** Other systems send its records many at once (`POST x/batch`). */
  batch?: Batch
  /** Whether it goes out to workbooks and comes in from them. */
  sheets: Sheets
  icon: IconName
  events?: RecordEvents
  /** Columns of its table that its own code keeps beside the fields. */
  ownColumns?: readonly string[]
  /** Columns told by the first line of its history, beside whose record it is. */
  firstTold?: readonly string[]
  /** Mails are about its records: one that failed is a line of the record's history. At most one module says so. */
  hasMails?: true
  /** The resource of what is said below its records (`definition/comments.ts`): they have a story, mentions and drafts of words not sent. */
  comments?: Definition
  board?: BoardOptions
}
type Key<F> = Extract<keyof F, string>
/** The fields that point at a module. */
type RefKey<F, To extends RefTarget = RefTarget> = { [K in Key<F>]: F[K] extends { to: To } ? K : never }[Key<F>]
type FlagKey<F> = { [K in Key<F>]: OutOf<F[K]> extends boolean | null ? K : never }[Key<F>]
/** What a filter of a field may ask for: of a choice, its values. */
type Filterable<T> = [Extract<OutOf<T>, string>] extends [never] ? string : Extract<OutOf<T>, string>
export type FilterOf<F> = { readonly [K in Key<F>]?: Filterable<F[K]> }
/** An order: a field, `-` before it for descending; the worst first, where `waiting` says by which clocks. */
type SortOf<F> = Key<F> | `-${Key<F>}` | 'id' | '-id' | 'created_at' | '-created_at' | typeof WORST_FIRST
/** A field that another one confirms names a flag. */
type Confirmed<F> = {
  [K in keyof F]: F[K] extends { confirmedBy?: infer By }
    ? string extends By
      ? unknown
      : { confirmedBy?: FlagKey<F> }
    : unknown
}
/** A name that is no permission identifier says which one guards it, unless its routes do. */
type Guarded<N> = N extends Identifier ? unknown : { access: { permission: Identifier } | { internal: true } }
interface Options<F extends Fields> {
  wire?: string
  label: string
  one: string
  fields: F & Confirmed<F>
  title?: Key<F>
  code?: Key<F>
  offered?: string
  /** 'chain': everyone with the right sees all of it; 'routes': of an internal resource, whose routes restrict it themselves. */
  ownership:
    | 'chain'
    | 'routes'
    | Ownership<RefKey<F, 'stores'>, RefKey<F, 'departments'>, RefKey<F, 'users'> | `${RefKey<F>}.${string}`>
  flow?: Flow<Key<F>>
  groups?: readonly { label: string; fields: readonly Key<F>[] }[]
  prefillFrom?: { readonly [name in RefKey<F>]?: { readonly [own in Key<F>]?: string } }
  icon?: IconName
  ownColumns?: readonly string[]
  firstTold?: readonly string[]
  events?: RecordEvents<Key<F>>
  hasMails?: true
  comments?: Definition
  board?: BoardOptions<Key<F>>
  access?: {
    permission?: Identifier
    visibility?: Definition['visibility']
    inlineCreatePermission?: Identifier
    internal?: boolean
    isMadeElsewhere?: true
  }
  list?: {
    columns?: readonly Key<F>[]
    sort?: SortOf<F>
    views?: readonly ListView<FilterOf<F>, SortOf<F>>[]
    pendingFilter?: { readonly [K in Key<F>]?: readonly Filterable<F[K]>[] }
    hasSplit?: false
    waiting?: Waiting<Key<F>>
  }
  unique?: { together?: readonly Key<F>[]; messages?: Definition['uniqueViolationMessages'] }
  batch?: Batch<Key<F>>
  sheets?: Sheets
  privacy?: {
    customer?: CustomerFields<Key<F>>
    retention?: Retention
    erasedWith?: RefKey<F>
  }
  /** For registers of any size. */
  scale?: {
    counters?: CounterOptions<Key<F>> | readonly Key<F>[]
    statistics?: StatisticsOptions<Key<F>>
    separateSearchIndex?: boolean
  }
}

/** Defines a resource; everything else is read from it at run time. What is written in groups is read as one flat `Definition`. */
export function resource<const N extends string, const F extends Fields>(
  name: N,
  options: Options<F> & Guarded<N>,
): Definition<F> {
  const { access, list, unique, privacy, scale, ownership, ...content } = options
  const names = Object.keys(options.fields) as Key<F>[] // the keys of F itself
  const { columns = names, ...listed } = (list ?? {}) as typeof list &
    Partial<Pick<Definition, 'pendingFilter' | 'views' | 'waiting'>> // a filter that is given has values
  const title =
    options.title ??
    ('name' in options.fields ? 'name' : String(names.find((one) => options.fields[one].kind !== 'computed')))
  return {
    wire: name,
    permission: name,
    title,
    titleIn: titlesIn(title, options.fields),
    ...('code' in options.fields && { code: 'code' }),
    ...('active' in options.fields && { offered: 'r.active' }),
    sort: '-id',
    views: [],
    visibility: 'read',
    internal: false,
    sheets: {},
    icon: 'list',
    ...content,
    ...access,
    ...listed,
    ...privacy,
    ...(scale?.statistics && { counters: [] }),
    ...scale,
    list: columns,
    uniqueTogether: unique?.together,
    uniqueViolationMessages: unique?.messages,
    ownership: typeof ownership === 'string' ? {} : ownership,
    name,
    table: name.replaceAll('-', '_'),
  }
}

function titlesIn(title: string, fields: Fields): Definition['titleIn'] {
  const named = LANGUAGES.filter((language) => `${title}_${language}` in fields)
  return named.length > 0 ? Object.fromEntries(named.map((language) => [language, `${title}_${language}`])) : undefined
}

type Merged<F> = (F extends unknown ? (of: F) => void : never) extends (of: infer All) => void
  ? { [K in keyof All]: All[K] }
  : never
interface Group<F extends Fields = Fields> {
  label: string
  fields: F
}

/** Fields below the heading they stand under in form and view. */
export const group = <F extends Fields>(label: string, fields: F): Group<F> => ({ label, fields })

/** Spread into a definition, it brings the fields of all groups, and the groups. */
export function inGroups<G extends readonly Group[]>(
  ...groups: G
): {
  fields: Merged<G[number]['fields']>
  groups: { label: string; fields: Extract<keyof Merged<G[number]['fields']>, string>[] }[]
} {
  type Names = Extract<keyof Merged<G[number]['fields']>, string>[]
  return {
    fields: Object.assign({}, ...groups.map(({ fields }) => fields)) as Merged<G[number]['fields']>, // the fields of all groups
    groups: groups.map(({ label, fields }) => ({ label, fields: Object.keys(fields) as Names })), // a group names its own
  }
}

/** What every record carries beside its fields. */
export interface SystemColumns {
  id: number
  version: number
  created_at: string
  updated_at: string
  created_by: { id: number; name: string } | null
  updated_by: { id: number; name: string } | null
  deleted_at: string | null
}

/** A record as the API shows it. */
export type Row<D> = D extends Definition<infer F> ? SystemColumns & { [K in keyof F]: OutOf<F[K]> } : never
/** A record as a request gives it. */
export type Input<D> = D extends Definition<infer F> ? Values<F> : never
export type ValueOf<D, K extends string> =
  D extends Definition<infer F> ? (K extends keyof F ? InOf<F[K]> : never) : never

/** Some fields of a definition, e.g. as the body of a route. */
export function pick<F extends Fields, const K extends Key<F>>(definition: Definition<F>, ...names: K[]): Pick<F, K> {
  return Object.fromEntries(names.map((name) => [name, definition.fields[name]])) as Pick<F, K> // exactly these names
}

/** The field of the number that the product gives each record, e.g. M000001. */
export const numberFieldOf = ({ fields }: Definition): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.prefix)

/**
 * The stored field by which other records call this one: its title; of a customer's record its number, as the title tells what they
 * wrote, or who they are, and whoever sees a link need not see what it leads to.
 */
export function linkColumnOf({ title, customer, fields }: Definition): string {
  if (!customer) return title
  const { number } = customer
  return number && fields[number]?.kind !== 'computed' ? number : 'id'
}

/** Whether a person makes one by a form. */
export const isMadeByHand = ({ sheets, isMadeElsewhere }: Definition): boolean => !sheets.isOnly && !isMadeElsewhere

/** Fields of a definition as a plain list, in order. */
export const entriesOf = (definition: Definition): [string, Field][] => Object.entries(definition.fields)
