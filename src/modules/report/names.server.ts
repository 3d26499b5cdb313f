import { sql } from 'kysely'
import { type Db, rows, type Sql } from '#server/db/db.ts'
import { places } from '#server/places/places.ts'
import { calledSql } from '#server/resource/query/columns.ts'
import { type Language, tIn } from '../../shared/language.ts'
import { complaints } from '../complaints/complaints.ts'
import { STATUSES } from '../complaints/states.ts'
import { departments } from '../departments/departments.ts'
import { SOLUTIONS } from '../solutions/solutions.ts'
import { tags } from '../tags/tags.ts'
import { ticketTypes } from '../ticket-types/ticket-types.ts'
import type { Grouping, ReportKind } from './kinds.ts'
import type { ReportWish } from './parse-query.server.ts'
import { FILTERS, NONE } from './report.ts'

/** What records without a value are called. */
const NOTHING: Record<Grouping, string> = {
  store: 'No store',
  department: 'No department',
  feedback_type: 'No type',
  tags: 'Without tags',
  solution: 'No solution',
  province: 'No province',
}

const TABLES: Record<
  Exclude<Grouping, 'solution' | 'province'>,
  { table: string; name: (language: Language) => Sql }
> = {
  store: { table: 'stores', name: () => sql`r.code || ' ' || r.name` },
  department: { table: 'departments', name: (language) => calledSql(departments, 'r', language) },
  tags: { table: 'tags', name: (language) => calledSql(tags, 'r', language) },
  feedback_type: {
    table: 'ticket_types',
    name: (language) => calledSql(ticketTypes, 'r', language),
  },
}

/** Filters in words. */
export async function narrowedBy(
  db: Db,
  { kind, filters }: ReportWish,
  language: Language,
): Promise<[string, string][]> {
  const named = await Promise.all(
    FILTERS.filter((name) => filters[name]).map(async (name): Promise<[string, string]> => {
      const keys = (filters[name] ?? []).map((value) => String(value ?? NONE))
      const names = await namesOf(db, name, keys, language)
      return [tIn(language, complaints.fields[name].label), keys.map((key) => names.get(key) ?? key).join(', ')]
    }),
  )
  return [...countedIn(kind, language), ...named]
}

/** The status of what is counted, where that is not every one. */
function countedIn({ status }: ReportKind, language: Language): [string, string][] {
  const names = STATUSES.filter(({ value }) => status?.some((kept) => kept === value))
  if (names.length === 0) return []
  return [[tIn(language, complaints.fields.status.label), names.map(({ label }) => tIn(language, label)).join(', ')]]
}

/** The names of keys in a language, those of records in the trash included. */
export async function namesOf(
  db: Db,
  grouping: Grouping,
  keys: readonly string[],
  language: Language,
): Promise<Map<string, string>> {
  const names = new Map([[NONE, tIn(language, NOTHING[grouping])]])
  if (grouping === 'solution') {
    for (const { value, label } of SOLUTIONS) names.set(value, tIn(language, label))
    return names
  }
  if (grouping === 'province') {
    for (const { code, name } of places().provinces) names.set(code, name)
    return names
  }
  const { table, name } = TABLES[grouping]
  const ids = keys.filter((key) => key !== NONE).map(Number)
  if (ids.length === 0) return names
  const found = await rows(
    db,
    { id: 'number', name: 'string' },
    sql`select r.id, ${name(language)} as name from ${sql.table(table)} r where r.id = any(${ids}::bigint[])`,
  )
  for (const one of found) names.set(String(one.id), one.name)
  return names
}
