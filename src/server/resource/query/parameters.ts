import { PERPAGE_DEFAULT, PERPAGE_MOST } from '../../../shared/api.ts'
import { WORST_FIRST } from '../../../shared/definition/waiting.ts'
import { type Field, isFiltered, isSortable, type Kind, shownAs } from '../../../shared/fields.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import type { Parameter, QueryParameters } from '../../http/route.ts'
import { ALWAYS_SORTED, type Beside, LONGEST_SEARCH, NEVER_FILTERED, OF_ALL } from './parse-query.ts'

/** Which part of a list; readListQuery reads it. */
export const pageParameters = (usual = PERPAGE_DEFAULT): QueryParameters => ({
  page: { says: 'from 1', schema: { type: 'integer', minimum: 1 } },
  perpage: { says: `${usual} by default`, schema: { type: 'integer', minimum: 1, maximum: PERPAGE_MOST } },
})

/** Filters of a module's own, and how the reference describes them where that is more than their fields say. */
type Own = Readonly<Record<string, Beside[string] & { parameter?: Parameter }>>

/**
 * What a list may be asked for, as the API reference tells it; readListQuery reads it, and what is not named here is refused.
 * @param own filters of the module's own; those that are no field take numbers, unless they say what they take
 */
export function listParameters(definition: Definition, own: Own = {}): QueryParameters {
  const sorted = entriesOf(definition).flatMap(([name, field]) => (isSortable(field) ? [name] : []))
  const orders = [
    ...[...new Set([...ALWAYS_SORTED, ...sorted])].flatMap((name) => [name, `-${name}`]),
    ...(definition.waiting?.clocks ? [WORST_FIRST] : []),
  ]
  const filters = [...entriesOf(definition).filter(([, field]) => isFiltered(field) && !field.secret), ...OF_ALL]
  const beside = Object.keys(own).filter((name) => !Object.hasOwn(definition.fields, name))
  const hidden = [...Object.keys(definition.fields), ...NEVER_FILTERED].filter(
    (name) => !filters.some(([filtered]) => filtered === name),
  )
  return {
    ...pageParameters(),
    search: { says: 'without regard to diacritics', schema: { type: 'string', maxLength: LONGEST_SEARCH } },
    sort: { says: `- before a field for descending; ${definition.sort} by default`, schema: { enum: orders } },
    trashed: { says: '1 for the trash', schema: { enum: ['1'] } },
    ...Object.fromEntries(filters.map(([name, field]) => filterParameter(name, field))),
    id: idsParameter(definition.name, 'chosen records'),
    ...Object.fromEntries(beside.map((name) => besideParameter(name, own[name]))),
    ...Object.fromEntries(hidden.map((name) => [name, HIDDEN])),
  }
}

function besideParameter(name: string, { field, parameter }: Own[string] = {}): [string, Parameter] {
  if (parameter) return [name, parameter]
  return field ? filterParameter(name, field) : [name, { says: "the module's own", schema: { type: 'integer' } }]
}

const HIDDEN: Parameter = { says: '', schema: {}, isHidden: true }

/** Which columns an export has. */
export const columnParameter = (definition: Definition): Parameter => ({
  says: 'in the wished order, * for all; those of the list by default',
  schema: { type: 'array', items: { enum: ['*', ...definition.list] } },
})

/** One filter of a list. */
export function filterParameter(name: string, field: Field): [string, Parameter] {
  const [says, schema] = FILTERED[shownAs(field)]?.(field) ?? ['exactly this', { type: 'string' }]
  return ['minItems' in schema ? `${name}[]` : name, { says: `${field.label}: ${says}`, schema }]
}

/** What every picker asks for: names that hold these words, or those of certain ids. */
export const NAME_PARAMETERS: QueryParameters = {
  search: { says: 'part of a name', schema: { type: 'string' } },
  ...pageParameters(20),
  id: { says: 'these ones', schema: { type: 'array', items: { type: 'integer', minimum: 1 } } },
}

export const dayParameter = (says: string): Parameter => ({ says, schema: { type: 'string', format: 'date' } })
export const idParameter = (to: string): Parameter => ({
  says: 'its id',
  schema: { type: 'integer', minimum: 1, 'x-module': to },
})
export const idsParameter = (
  to: string | undefined,
  says = 'ids, any of them; none for records without',
): Parameter => ({
  says,
  schema: { type: 'array', items: { type: 'integer', minimum: 1, 'x-module': to } },
})

type ParameterSpec = [says: string, schema: object]
const several = ({ of = [] }: Field): ParameterSpec => [
  'any of them; none for records without',
  { type: 'array', items: { enum: [...of.map(({ value }) => value), 'none'] } },
]
const ids = ({ to }: Field): ParameterSpec => {
  const { says, schema } = idsParameter(to)
  return [says, schema]
}
const period = (): ParameterSpec => [
  'first and last day, or moments as YYYY-MM-DD HH:mm:ss',
  { type: 'array', items: { type: 'string', format: 'date' }, minItems: 2, maxItems: 2 },
]
const number = ({ min, max }: Field): ParameterSpec => [
  'exactly this',
  { type: 'number', ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) },
]
const FILTERED: { [kind in Kind]?: (field: Field) => ParameterSpec } = {
  choice: several,
  choices: several,
  ref: ids,
  refs: ids,
  address: () => ['codes of provinces', { type: 'array', items: { type: 'string', pattern: '^[0-9]{2}$' } }],
  flag: () => ['yes or no', { type: 'boolean' }],
  money: number,
  count: number,
  decimal: number,
  percentage: number,
  date: period,
  moment: period,
}
