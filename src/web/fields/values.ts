import { type Field, type Fields, isWritable, type Named, type StoredFile } from '../../shared/fields.ts'

/**
 * What a form holds. Values stand as a record shows them (people and stores with their names, files with their
 * facts), so that showing a draft needs no look-up; `givenOf` turns them into what a request takes.
 */
export type Draft = Record<string, unknown>

export const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number' && 'name' in value

export const isStoredFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && 'bytes' in value

export const filesIn = (value: unknown): StoredFile[] => (Array.isArray(value) ? value.filter(isStoredFile) : [])

/** A draft's value as a request gives it. */
export function givenOf(field: Field, value: unknown): unknown {
  if (value === undefined || value === '') return null
  if (field.kind === 'lines' && Array.isArray(value))
    return value.map((line: Draft) => givenAll(field.line ?? {}, line)) // a draft holds lines as drafts
  if (Array.isArray(value)) return value.map(idOf)
  if (field.kind === 'ref' || field.kind === 'signature') return idOf(value)
  return value
}

/** The writable values of a draft as a request gives them; names the draft lacks are left out. */
export function givenAll(fields: Fields, draft: Draft): Draft {
  const named = Object.entries(fields).filter(([name, field]) => isWritable(field) && Object.hasOwn(draft, name))
  return Object.fromEntries(named.map(([name, field]) => [name, givenOf(field, draft[name])]))
}

/** Whether two values of a field say the same. */
export const isSame = (field: Field, one: unknown, other: unknown): boolean => {
  const [a, b] = [givenOf(field, one), givenOf(field, other)]
  if (isNothing(a) && isNothing(b)) return true
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The fields whose value differs between two drafts. */
export const changedNames = (fields: Fields, before: Draft, after: Draft): string[] =>
  Object.entries(fields)
    .filter(
      ([name, field]) => isWritable(field) && Object.hasOwn(after, name) && !isSame(field, before[name], after[name]),
    )
    .map(([name]) => name)

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)

/** The name of what a ref points at. */
export const nameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : ''
