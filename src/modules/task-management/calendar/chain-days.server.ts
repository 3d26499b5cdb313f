import { sql } from 'kysely'
import { weekOf } from '#server/calendars.ts'
import { type Db, rows } from '#server/db/db.ts'
import { narrowed } from '#server/db/shape.ts'
import { namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import type { Call, QueryParameters } from '#server/http/route.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { dayParameter } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import type { Language } from '../../../shared/language.ts'
import { pack } from '../../../shared/message.ts'
import { refuseFields } from '../../../shared/refusals.ts'
import { isDay } from '../../../shared/time/days.ts'
import { lengthOf, partsOf, type Span } from '../../../shared/time/spans.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts'
import { chainCalendar, type HolidayKind } from '../../../shared/time/working-time.ts'
import { holidays } from '../../holidays/holidays.ts'
import { type ChainDay, DAYS_MOST } from './window.ts'

const DAY = {
  day: 'day',
  opens: 'string?',
  closes: 'string?',
  holiday: orNull({ name: 'string', kind: oneOf('off', 'working') }),
} as const
export const CHAIN_DAY = namedAnswer(
  'ChainDay',
  DAY,
  'A day with what the chain works on it, HH:MM; null where nobody does',
)
export const LOAD_DAY = namedAnswer(
  'LoadDay',
  { ...DAY, hours: 'number' },
  'A day with the hours that one person works on it',
)

/** The days that a question is about, as every call about some days takes them. */
export const WINDOW_PARAMETERS = {
  from: { ...dayParameter('the first day'), isRequired: true },
  to: { ...dayParameter('the last day'), isRequired: true },
} as const satisfies QueryParameters

export function windowIn({ query }: Pick<Call, 'query'>): Span {
  const [from = '', to = ''] = [one(query.from), one(query.to)]
  const fields: Record<string, string> = {}
  for (const [name, day] of Object.entries({ from, to }))
    if (!isDay(day) || day < '2000' || day > '2100') fields[name] = pack('{{field}} is not a date', { field: name })
  if (Object.keys(fields).length === 0) {
    if (to < from) fields.to = pack('{{field}} lies before the first day', { field: 'to' })
    else if (lengthOf({ from, to }) > DAYS_MOST)
      fields.to = pack('{{field}}: at most {{n}} days at once', { field: 'to', n: DAYS_MOST })
  }
  refuseFields(fields)
  return { from, to }
}

/** Each day with what is worked on it: the chain's week, its holidays, and the days worked in their place. */
export async function chainDays(db: Db, span: Span, zone: string, language: Language): Promise<ChainDay[]> {
  const [week, found] = await Promise.all([
    weekOf(db),
    rows(
      db,
      { day: 'string', name: 'string', kind: narrowed<HolidayKind>('string') },
      sql`select r.day, ${titleSql(holidays, 'r', language)} as name, r.kind from holidays r where r.deleted_at is null and r.day between ${span.from}::date and ${span.to}::date`,
    ),
  ])
  const calendar = chainCalendar(week, new Map(found.map(({ day, kind }) => [day, kind])), zone)
  return partsOf(span, 'day').map((day) => {
    const [opens, closes] = calendar.spanOf(Date.parse(day) / DAY_MS)?.map(clockOf) ?? []
    const holiday = found.find((one) => one.day === day)
    return {
      day,
      opens: opens ?? null,
      closes: closes ?? null,
      holiday: holiday ? { name: holiday.name, kind: holiday.kind } : null,
    }
  })
}

const clockOf = (ms: number): string =>
  `${String(Math.floor(ms / HOUR_MS)).padStart(2, '0')}:${String(Math.floor(ms / 60_000) % 60).padStart(2, '0')}`
