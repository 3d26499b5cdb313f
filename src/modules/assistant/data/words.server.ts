import { sql } from 'kysely'
import { ident, rows } from '#server/db/db.ts'
import { namesOf } from '#server/statistics/names.ts'
import { type Field, shownAs } from '../../../shared/fields.ts'
import { formatDay, formatMoney, formatNumber, formatPercent } from '../../../shared/format.ts'
import { type Language, tIn } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { datedBy } from '../../../shared/statistics.ts'
import { spanWords } from '../../../shared/time/spans.ts'
import type { Period } from '../language/periods.ts'
import type { Question } from '../language/question.ts'
import { type Asker, calledOf } from './counting.server.ts'

const CALLED: Readonly<Record<string, string>> = {
  'day 0': 'Today',
  'day -1': 'Yesterday',
  'day 1': 'Tomorrow',
  'week 0': 'This week',
  'week -1': 'Last week',
  'week 1': 'Next week',
  'month 0': 'This month',
  'month -1': 'Last month',
  'month 1': 'Next month',
  'quarter 0': 'This quarter',
  'quarter -1': 'Last quarter',
  'year 0': 'This year',
  'year -1': 'Last year',
}

/** A period as it was called, with its days. */
export function periodWords(period: Period | null, language: Language): string {
  if (!period) return tIn(language, 'All time')
  if (period.called === 'until') return tIn(language, 'Until {{when}}', { when: formatDay(period.to) })
  if (period.called === 'since') return tIn(language, 'From {{when}}', { when: formatDay(period.from) })
  const called = CALLED[period.called]
  return called ? `${tIn(language, called)} (${spanWords(period)})` : spanWords(period)
}

/** What a question is narrowed to, in words. */
export async function filterWords(asker: Asker, definition: Definition, { filters }: Question): Promise<string[]> {
  const { language } = asker.actor
  return Promise.all(
    Object.entries(filters).map(async ([name, values]) => {
      const field = definition.fields[name]
      const names =
        name === 'id' ? await ownNames(asker, definition, values) : await keyNames(asker, definition, name, values)
      const said = values.map((value) => names.get(value) ?? value).join(', ')
      if (name === 'id') return said
      if (field && shownAs(field) === 'flag')
        return values[0] === 'true' ? tIn(language, field.label) : `${tIn(language, field.label)}: ${said}`
      return isPerson(field) ? `${tIn(language, field?.label ?? name)}: ${said}` : said
    }),
  )
}
const isPerson = (field: Field | undefined): boolean => field?.to === 'users'

/** Names of the values of a field in the reader's language. */
export const keyNames = (
  { db, actor }: Asker,
  definition: Definition,
  name: string,
  keys: readonly string[],
): Promise<Map<string, string>> =>
  namesOf(
    db,
    definition,
    name,
    keys.map((key) => key || 'none'),
    actor.language,
  )

async function ownNames(
  { db, actor }: Asker,
  definition: Definition,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { code, title } = definition
  const called = calledOf(definition, actor)
  const found = await rows(
    db,
    { id: 'number', name: 'string' },
    sql`select r.id, ${code && code !== title ? sql`concat_ws(' ', r.${ident(code)}, ${called})` : called} as name
        from ${ident(definition.table)} r where r.id = any(${ids.map(Number)}::bigint[])`,
  )
  return new Map(found.map(({ id, name }) => [String(id), name]))
}

/** One line of what was understood: register, filters, period, and that others may see more. */
export async function understoodAs(
  asker: Asker,
  definition: Definition,
  question: Question,
  { hasPeriod = true }: { hasPeriod?: boolean } = {},
): Promise<string> {
  const { language, scope } = asker.actor
  const dated = question.on !== datedBy(definition) ? definition.fields[question.on] : undefined
  const period = periodWords(question.period, language)
  const parts = [
    tIn(language, definition.label),
    ...(await filterWords(asker, definition, question)),
    ...(hasPeriod ? [dated ? `${tIn(language, dated.label)}: ${period}` : period] : []),
    ...(scope === 'chain' || Object.keys(definition.ownership).length === 0
      ? []
      : [tIn(language, 'Within what you may see')]),
  ]
  return parts.join(' · ')
}

/** A number as its field is written. */
export function numberWords(value: number, field: Field | undefined, language: Language): string {
  const kind = field && shownAs(field)
  if (kind === 'money') return formatMoney(value, language)
  return formatNumber(value, language, kind === 'decimal' || kind === 'percentage' || !Number.isInteger(value) ? 1 : 0)
}

export const percentWords = (part: number, whole: number, language: Language): string =>
  whole === 0 ? '–' : formatPercent((100 * part) / whole, language, 1)
