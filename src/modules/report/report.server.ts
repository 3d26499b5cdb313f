import { get, type Route } from '#server/http/route.ts'
import { wallClock } from '../../shared/format.ts'
import { reportFor } from './answer.server.ts'
import { REPORTS } from './report.ts'
import { parametersOf, wishOf } from './wish.server.ts'

const needs = { permission: 'report', flag: 'report' } as const

const routes: Route[] = REPORTS.map((kind) =>
  get(
    `report/${kind.call}`,
    { needs, query: parametersOf(kind), summary: `Figures of complaints, ${kind.label.toLowerCase()}` },
    ({ db, actor, query, house }) => {
      const today = wallClock(new Date(), house.config.timezone).day
      return reportFor(db, wishOf(kind, query, today), actor, today)
    },
  ),
)
export default { routes }
