import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { CALENDAR, DAYS_MOST, dimensionsOf, PERIOD_DAYS_MOST } from '../../shared/statistics.ts'
import { COMPARES, type Compare, daysSpan, isCompare, plusDays, type Span } from '../../shared/time/spans.ts'
import type { QueryParameters } from '../http/route.ts'
import { dayParameter, filterParameter } from '../resource/query/parameters.ts'
import { many, one, type RawQuery, readListQuery } from '../resource/query/parse-query.ts'

/** What is asked of statistics, once read. */
export interface Wish {
  /** What the rows are … */
  by: string
  /** … and the columns, where it is a map. */
  and: string | null
  period: Span
  compare: Compare
  /** As the register's list reads them. */
  filters: Record<string, (number | string | boolean | null)[]>
}

const USUAL_DAYS = 30

/** Which rows a call tells: one of these, the first where it does not say; a single one is not asked for. */
export function parametersOf(definition: Definition, rows: readonly string[]): QueryParameters {
  const maps = definition.statistics?.maps ?? []
  const pairs = maps.map(({ rows: down, columns }) => `${down} by ${columns}`).join(', ')
  return {
    ...(rows.length > 1 && { by: { says: `rows; ${rows[0]} by default`, schema: { enum: rows } } }),
    ...(maps.length > 0 && {
      and: { says: `columns, for a map: ${pairs}`, schema: { enum: maps.map(({ columns }) => columns) } },
    }),
    from: dayParameter('first day'),
    to: dayParameter(`last day, today by default; at most ${PERIOD_DAYS_MOST} days, by day ${DAYS_MOST}`),
    compare: {
      says: 'previous (default): the period before, by month the same a year ago; year: the same a year ago; none',
      schema: { enum: COMPARES },
    },
    ...Object.fromEntries(
      dimensionsOf(definition).flatMap((name) => {
        const field = definition.fields[name]
        return field ? [filterParameter(name, field)] : []
      }),
    ),
  }
}

/** Reads a request; a period or filter that is none is refused by name (422). */
export function wishOf(definition: Definition, rows: readonly string[], query: RawQuery, today: string): Wish {
  const and = one(query.and) || null
  const maps = definition.statistics?.maps ?? []
  const by = one(query.by) || maps.find(({ columns }) => columns === and)?.rows || rows[0] || CALENDAR[0]
  const isMap = maps.some((map) => map.rows === by && map.columns === and)
  if (and ? !isMap : !rows.includes(by)) return refuseField(and ? 'and' : 'by')
  const compare = one(query.compare) || 'previous'
  if (!isCompare(compare)) return refuseField('compare')
  // Other months than those of a year ago would be longer or shorter, and cut elsewhere.
  const against = by === 'month' && compare === 'previous' ? 'year' : compare
  return { by, and, period: periodOf(query, by, today), compare: against, filters: filtersOf(definition, query) }
}

function periodOf(query: RawQuery, by: string, today: string): Span {
  const max = by === 'day' ? DAYS_MOST : PERIOD_DAYS_MOST
  const to = one(query.to) || today
  const found = daysSpan(one(query.from) || plusDays(to, 1 - USUAL_DAYS), to, max)
  return (
    found ??
    refuse('invalid', {
      fields: { from: pack('Please choose at most {{max}} days, the first before the last', { max }) },
    })
  )
}

const refuseField = (field: string): never =>
  refuse('invalid', { fields: { [field]: pack('{{field}} is not valid', { field }) } })

/** The same reading and the same refusals as the list's. */
function filtersOf(definition: Definition, query: RawQuery): Wish['filters'] {
  const asked = dimensionsOf(definition).map((name) => [name, [...many(query[name]), ...many(query[`${name}[]`])]])
  return readListQuery(definition, Object.fromEntries(asked)).filters
}

/** What may be asked for by the calendar and by fields, in this order. */
export const allRows = (definition: Definition): string[] => [...CALENDAR, ...dimensionsOf(definition)]
