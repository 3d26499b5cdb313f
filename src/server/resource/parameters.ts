import { PERPAGE_DEFAULT, PERPAGE_MOST } from '../../shared/api.ts'
import { type Field, isFiltered, isSortable, type Kind, moment, shownAs } from '../../shared/fields.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import type { Parameter, QueryParameters } from '../http/route.ts'
import { ALWAYS_SORTED, LONGEST_SEARCH } from './query.ts'

/** What a list may be asked for, as the API reference tells it; readListQuery reads it. */
export const pagingParameters = (definition: Definition): QueryParameters => ({
  page: { says: 'from 1', schema: { type: 'integer', minimum: 1 } },
  perpage: { says: `${PERPAGE_DEFAULT} by default`, schema: { type: 'integer', minimum: 1, maximum: PERPAGE_MOST } },
  ...listParameters(definition),
})

/** The same without pages: what narrows and orders it. */
export function listParameters(definition: Definition): QueryParameters {
  const sorted = entriesOf(definition).flatMap(([name, field]) => (isSortable(field) ? [name] : []))
  const orders = [...new Set([...ALWAYS_SORTED, ...sorted])].flatMap((name) => [name, `-${name}`])
  const filters = [...entriesOf(definition).filter(([, field]) => isFiltered(field) && !field.secret), CREATED_AT]
  return {
    search: { says: 'without regard to diacritics', schema: { type: 'string', maxLength: LONGEST_SEARCH } },
    sort: { says: `- before a field for descending; ${definition.sort} by default`, schema: { enum: orders } },
    trashed: { says: '1 for the trash', schema: { enum: ['1'] } },
    ...Object.fromEntries(filters.map(([name, field]) => filterParameter(name, field))),
  }
}

const CREATED_AT: [string, Field] = ['created_at', moment('Created at')]

/** Which columns an export has. */
export const columnParameter = (definition: Definition): Parameter => ({
  says: 'in the wished order, * for all; those of the list by default',
  schema: { type: 'array', items: { enum: ['*', ...definition.list] } },
})

function filterParameter(name: string, field: Field): [string, Parameter] {
  const [says, schema] = FILTERED[shownAs(field)]?.(field) ?? ['exactly this', { type: 'string' }]
  return ['minItems' in schema ? `${name}[]` : name, { says: `${field.label}: ${says}`, schema }]
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

type Told = [says: string, schema: object]
const several = ({ of = [] }: Field): Told => [
  'any of them; none for records without',
  { type: 'array', items: { enum: [...of.map(({ value }) => value), 'none'] } },
]
const ids = ({ to }: Field): Told => {
  const { says, schema } = idsParameter(to)
  return [says, schema]
}
const period = (): Told => [
  'first and last day, or moments as YYYY-MM-DD HH:mm:ss',
  { type: 'array', items: { type: 'string', format: 'date' }, minItems: 2, maxItems: 2 },
]
const number = (): Told => ['exactly this', { type: 'number' }]
const FILTERED: { [kind in Kind]?: (field: Field) => Told } = {
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
