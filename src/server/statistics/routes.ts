import { wallClock } from '../../shared/format.ts'
import type { Definition } from '../../shared/resource.ts'
import { statisticsIn } from '../../shared/statistics.ts'
import { record } from '../activity/activity.ts'
import { byKey, described, namedAnswer, orNull, XLSX } from '../http/answers.ts'
import { type Call, get, JsonText, type Route } from '../http/route.ts'
import { RequestCoalescer } from '../request-coalescer.ts'
import { scopeKey } from '../resource/scope.ts'
import { sendWorkbook } from '../sheets/sheets.ts'
import { statisticsOf } from './answer.ts'
import type { OwnFigures } from './asked.ts'
import { allRows, parametersOf, wishOf } from './wish.ts'
import { workbookName, workbookOf } from './workbook.ts'

interface StatisticsRoutes {
  /** Below the wire name; `statistics` unless said. */
  path?: string
  /** What its rows may be, the first unless asked for another: `month`, `day` and fields of the counters; all of them unless said. */
  rows?: readonly string[]
  /** In words, for the API reference. */
  summary?: string
  /** The figures that the definition leaves to the module (`own`). */
  own?: OwnFigures
}

export const SPAN = namedAnswer('Span', { from: 'day', to: 'day' })
const VALUES = byKey('number?', 'Figure to its value')
const STATISTICS = namedAnswer('Statistics', {
  by: described('What its rows are: `month`, `day`, or a field', 'string'),
  period: SPAN,
  compare: 'string',
  before: orNull(SPAN),
  compared: orNull(SPAN),
  narrowed: [['string']],
  rows: [{ key: 'string', label: 'string', values: VALUES, before: orNull(VALUES) }],
  left: described('How many rows more there are', 'number'),
  totals: { values: VALUES, before: orNull(VALUES) },
  'cells?': [{ key: 'string', and: 'string', values: VALUES }],
})

/** As many rows as a page is read to; the workbook has all. */
const ROWS_MOST = 500

/** The figures of a register by rows, period and filters, and the same as a workbook: `routes` of `serve()`. */
export function statisticsRoutes(definition: Definition, options: StatisticsRoutes = {}): Route[] {
  const { path = 'statistics', rows = allRows(definition), own = {} } = options
  refuseWrong(definition, rows, own)
  const { summary = `Statistics of ${definition.label}` } = options
  const query = parametersOf(definition, rows)
  const asked = ({ query: raw, actor, context }: Call) => {
    const today = wallClock(new Date(), context.config.timezone).day
    return { definition, wish: wishOf(definition, rows, raw, today), actor, today, own }
  }
  const answers = new RequestCoalescer<string>()
  return [
    // The same page is asked for by many at once, above all on a month's first morning.
    get(path, { needs: 'report', query, answers: STATISTICS, summary }, async (call) => {
      const { wish, ...about } = asked(call)
      const key = JSON.stringify([scopeKey(definition, call.actor), call.actor.language, about.today, wish])
      const told = () => statisticsOf(call.db, { ...about, wish, most: ROWS_MOST })
      return new JsonText(await answers.ask(key, async () => JSON.stringify(await told())))
    }),
    get(
      `${path}/export`,
      { needs: 'report', query, mediaType: XLSX, summary: `${summary}, as a workbook` },
      async (call) => {
        const { db, actor, context, reply } = call
        const told = await statisticsOf(db, asked(call))
        const title = workbookName(definition, told, actor.language)
        await record(db, actor, { action: 'export', module: definition.name, title })
        return sendWorkbook(reply, title, workbookOf(definition, told, { ...actor, timeZone: context.config.timezone }))
      },
    ),
  ]
}

/** Names that mean nothing are a mistake of the program, told when it starts. */
function refuseWrong(definition: Definition, rows: readonly string[], own: OwnFigures): void {
  const { figures } = statisticsIn(definition)
  const known = allRows(definition)
  const wrong = [
    ...rows.filter((name) => !known.includes(name)),
    ...Object.entries(figures).flatMap(([key, figure]) => {
      if ('own' in figure) return key in own ? [] : [key]
      const others = 'ratio' in figure ? figure.ratio : 'difference' in figure ? figure.difference : []
      return others.filter((name) => !(name in figures))
    }),
  ]
  if (wrong.length > 0) throw new Error(`The statistics of ${definition.name} do not know ${wrong.join(', ')}`)
}
