import { record } from '#server/activity/activity.ts'
import { byKey, namedAnswer, orNull, XLSX } from '#server/http/answers.ts'
import { type Call, get, JsonText, type Route } from '#server/http/route.ts'
import { RequestCoalescer } from '#server/request-coalescer.ts'
import { scopeKey } from '#server/resource/scope.ts'
import { sendWorkbook } from '#server/sheets/sheets.ts'
import { wallClock } from '../../shared/format.ts'
import { complaints } from '../complaints/complaints.ts'
import { factsOf } from './facts.ts'
import { REPORTS } from './kinds.ts'
import { parametersOf, type ReportWish, wishOf } from './parse-query.server.ts'
import { PARTS } from './report.ts'
import { reportFor } from './report-response.server.ts'
import { scheduleRoutes } from './schedules.server.ts'
import { reportJobs, reportTimes } from './sending.server.ts'
import { workbookName, workbookOf } from './workbook.server.ts'

const needs = { permission: 'report', flag: 'report' } as const

const SPAN = { from: 'day', to: 'day' } as const
const FIGURES = {
  n: 'number',
  before: 'number?',
  parts: Object.fromEntries(PARTS.map(({ part }) => [part, 'number'] as const)),
  on_time: 'number',
  late: 'number',
  wait_minutes: 'number?',
} as const
const LINE = { ...FIGURES, key: 'string', label: 'string', share: 'number', 'stores?': 'string[]' } as const
const REPORT = namedAnswer('Report', {
  report: 'string',
  period: SPAN,
  compare: 'string',
  before: orNull(SPAN),
  compared: orNull(SPAN),
  narrowed: [['string']],
  rows: [{ ...LINE, 'by?': byKey('number', 'Column to number') }],
  'columns?': [LINE],
  totals: FIGURES,
})

const routes: Route[] = REPORTS.flatMap((kind) => {
  const query = parametersOf(kind)
  const summary = `Figures of ${'status' in kind ? 'completed and closed complaints' : 'complaints'}, ${kind.label.toLowerCase()}`
  return [
    get(`report/${kind.call}`, { needs, query, answers: REPORT, summary }, (call) => answer(kind, call)),
    get(`report/${kind.call}/export`, { needs, query, mediaType: XLSX, summary: `${summary}, as a workbook` }, (call) =>
      exported(kind, call),
    ),
  ]
})
export default { routes: [...routes, ...scheduleRoutes] }
export const jobs = reportJobs
export const timed = reportTimes

const todayOf = ({ context }: Pick<Call, 'context'>) => wallClock(new Date(), context.config.timezone).day

const reports = new RequestCoalescer<string>()

/** The same report is asked for by many at once, above all on a month's first morning. */
async function answer(kind: ReportWish['kind'], { db, actor, query, context }: Call): Promise<JsonText> {
  const today = todayOf({ context })
  const wish = wishOf(kind, query, today)
  const key = JSON.stringify([kind.call, scopeKey(complaints, actor), actor.language, today, wish])
  return new JsonText(await reports.ask(key, async () => JSON.stringify(await reportFor(db, wish, actor, today))))
}

async function exported(kind: ReportWish['kind'], call: Call): Promise<unknown> {
  const { db, actor, context, reply } = call
  const today = todayOf(call)
  const wish = wishOf(kind, call.query, today)
  const report = await reportFor(db, wish, actor, today)
  const facts = factsOf(report, kind, { ...actor, timeZone: context.config.timezone })
  const title = workbookName(report, kind, actor.language)
  await record(db, actor, { action: 'export', module: 'report', title })
  return sendWorkbook(reply, title, workbookOf(report, kind, facts, actor.language))
}
