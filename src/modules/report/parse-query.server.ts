import type { QueryParameters } from '#server/http/route.ts'
import { dayParameter, idsParameter } from '#server/resource/query/parameters.ts'
import { many, one, type RawQuery, readListQuery } from '#server/resource/query/parse-query.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import {
  COMPARES,
  type Compare,
  daysSpan,
  isCompare,
  LONGEST_DAYS,
  monthSpan,
  plusDays,
  type Span,
  yearSpan,
} from '../../shared/time/spans.ts'
import { complaints } from '../complaints/complaints.ts'
import type { REPORTS } from './kinds.ts'
import { FILTERS } from './report.ts'

/** What is asked of a report, once read. */
export interface ReportWish {
  kind: (typeof REPORTS)[number]
  period: Span
  compare: Compare
  /** As the list of complaints reads them. */
  filters: Record<string, (number | string | null)[]>
}

const USUAL_DAYS = 30

/** What each report may be asked for, for the API reference. */
export const parametersOf = ({ span }: ReportWish['kind']): QueryParameters => ({
  ...(span === 'year' && {
    year: { says: 'this year by default', schema: { type: 'integer', minimum: 2000, maximum: 2100 } },
  }),
  ...(span === 'month' && {
    month: { says: 'this month by default', schema: { type: 'string', pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' } },
  }),
  ...(span === 'days' && {
    from: dayParameter('first day'),
    to: dayParameter(`last day, today by default; at most ${LONGEST_DAYS} days`),
  }),
  compare: {
    says: 'previous (default): the period before; year: the same a year ago; none',
    schema: { enum: COMPARES },
  },
  ...Object.fromEntries(FILTERS.map((name) => [name, idsParameter(complaints.fields[name].to)])),
})

/** Reads a request; a period or filter that is none is refused by name (422). */
export function wishOf(kind: ReportWish['kind'], query: RawQuery, today: string): ReportWish {
  const compare = one(query.compare) || 'previous'
  if (!isCompare(compare))
    refuse('invalid', { fields: { compare: pack('{{field}} is not valid', { field: 'Compare' }) } })
  return { kind, period: periodOf(kind, query, today), compare, filters: filtersOf(query) }
}

function periodOf({ span }: ReportWish['kind'], query: RawQuery, today: string): Span {
  if (span === 'year') return yearSpan(one(query.year) || today.slice(0, 4)) ?? refusePeriod('year')
  if (span === 'month') return monthSpan(one(query.month) || today.slice(0, 7)) ?? refusePeriod('month')
  const to = one(query.to) || today
  return daysSpan(one(query.from) || plusDays(to, 1 - USUAL_DAYS), to) ?? refusePeriod('from')
}

const REFUSALS = {
  year: pack('Please choose a year from 2000 to 2100'),
  month: pack('Please choose a month from 2000 to 2100'),
  from: pack('Please choose at most {{max}} days, the first before the last', { max: LONGEST_DAYS }),
}
const refusePeriod = (field: keyof typeof REFUSALS): never =>
  refuse('invalid', { fields: { [field]: REFUSALS[field] } })

/** The same reading and the same refusals as the list's. */
function filtersOf(query: RawQuery): ReportWish['filters'] {
  const asked = Object.fromEntries(FILTERS.map((name) => [name, [...many(query[name]), ...many(query[`${name}[]`])]]))
  const { filters } = readListQuery(complaints, asked)
  return Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [name, values.filter((value) => typeof value !== 'boolean')]),
  )
}
