import { partOf } from '../src/shared/definition/part-of.ts'
import { choice, date, files, flag, money, phone, ref, taxCode, text } from '../src/shared/fields.ts'
import { resource } from '../src/shared/resource.ts'

/** Mistakes in definitions, each below the expectation that the compiler refuses it. */

const KINDS = [
  { value: 'big', label: 'Big' },
  { value: 'small', label: 'Small' },
] as const

export const fields = [
  // @ts-expect-error: no such module
  ref('Other', 'no-such-module'),
  // @ts-expect-error: a reference has no greatest value …
  ref('Store', 'stores', { max: 3 }),
  // @ts-expect-error: … no length …
  ref('Store', 'stores', { length: 9 }),
  // @ts-expect-error: … is no person's name …
  ref('Store', 'stores', { person: true }),
  // @ts-expect-error: … and no choice
  ref('Store', 'stores', { drawn: 'buttons' }),
  // @ts-expect-error: the default of an amount is a number
  money('Amount', { default: 'a text' }),
  // @ts-expect-error: the default of a choice is one of its values
  choice('Kind', KINDS, { default: 'not-one-of-them' }),
  // @ts-expect-error: a flag has no least value
  flag('Active', { min: 3 }),
  // @ts-expect-error: nothing confirms a flag
  flag('Active', { required: true, confirmedBy: 'nobody' }),
  // @ts-expect-error: only a day is a date of birth
  text('Name', { isBirth: true }),
  // @ts-expect-error: a text takes no files
  text('Name', { required: true, accept: 'images' }),
  // @ts-expect-error: a day has no words to search
  date('Day', { search: true }),
  // @ts-expect-error: files are not told apart by what they hold
  files('Pictures', { unique: true }),
  // @ts-expect-error: its length follows from its kind
  phone('Phone', { length: 10 }),
]

const base = {
  label: 'Things',
  one: 'Thing',
  access: { permission: 'system' },
  ownership: 'chain',
  fields: {
    name: text('Name', { required: true }),
    store: ref('Store', 'stores'),
    department: ref('Department', 'departments'),
    keeper: ref('Keeper', 'users'),
    kind: choice('Kind', KINDS),
    amount: money('Amount'),
  },
} as const
const things = resource('things', base)
const { ownership: _, ...unowned } = base
const { access: __, ...unguarded } = base

export const definitions = [
  // @ts-expect-error: whose the records are is said
  resource('things', unowned),
  // @ts-expect-error: the store is a field …
  resource('things', { ...base, ownership: { store: 'no_such_field' } }),
  // @ts-expect-error: … that points at stores
  resource('things', { ...base, ownership: { store: 'keeper' } }),
  // @ts-expect-error: departments are fields that point at departments
  resource('things', { ...base, ownership: { departments: ['store'] } }),
  // @ts-expect-error: people are fields that point at people …
  resource('things', { ...base, ownership: { people: ['name'] } }),
  // @ts-expect-error: … or those of a record that a field points at
  resource('things', { ...base, ownership: { people: ['nobody.account'] } }),
  // @ts-expect-error: a name that is no permission identifier says which one guards it
  resource('things', unguarded),
  // @ts-expect-error: no such permission identifier
  resource('things', { ...base, access: { permission: 'sistem' } }),
  // @ts-expect-error: no such permission identifier
  resource('things', { ...base, access: { permission: 'system', inlineCreatePermission: 'nobody' } }),
  // @ts-expect-error: no such icon
  resource('things', { ...base, icon: 'no-such-icon' }),
  // @ts-expect-error: a pending filter is of a field …
  resource('things', { ...base, list: { pendingFilter: { nothing: [] } } }),
  // @ts-expect-error: … and of its values
  resource('things', { ...base, list: { pendingFilter: { kind: ['huge'] } } }),
  // @ts-expect-error: so is the filter of a view
  resource('things', { ...base, list: { views: [{ path: 'x', label: 'X', filter: { nothing: 'x' } }] } }),
  // @ts-expect-error: and its value
  resource('things', { ...base, list: { views: [{ path: 'x', label: 'X', filter: { kind: 'huge' } }] } }),
  // @ts-expect-error: the order is of a field
  resource('things', { ...base, list: { sort: '-nothing' } }),
  // @ts-expect-error: counted is by fields
  resource('things', { ...base, scale: { counters: ['nothing'] } }),
  // @ts-expect-error: what is unique together are fields
  resource('things', { ...base, unique: { together: ['nothing'] } }),
  // @ts-expect-error: a message is one of the refusals
  resource('things', { ...base, unique: { messages: { things_once: 'no such refusal' } } }),
  // @ts-expect-error: only a field that points at a record opens a form from it
  resource('things', { ...base, prefillFrom: { amount: { name: 'title' } } }),
  resource('things', {
    ...base,
    // @ts-expect-error: a value is confirmed by a flag of the same definition
    fields: { ...base.fields, code: taxCode('Tax code', { confirmedBy: 'nobody' }) },
  }),
  // @ts-expect-error: a part is told by a field's own value
  partOf(things, { wire: 'big-things', fixedFilter: { kind: 'huge' } }),
]
