import type { AppContext } from '#server/app-context.ts'
import type { ModuleOptions, ServedModule } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import { statisticsRoutes } from '#server/statistics/routes.ts'
import type { Definition } from '../../shared/resource.ts'
import { servingEvents } from './engine/events.server.ts'
import { servingGifts } from './engine/gifts.server.ts'
import { beginAll, closeAll } from './engine/plans.server.ts'
import { takeBack } from './engine/returns.server.ts'
import { stockReader } from './engine/stock-news.server.ts'
import { verifyDraws } from './engine/verify.server.ts'
import { type Face, GAME, GIFT } from './faces.ts'
import { eventRoute } from './public/event.server.ts'
import { fairnessRoutes } from './public/fairness.server.ts'
import { followedPictures } from './public/pictures.server.ts'
import { closingRoutes } from './reports/closing.server.ts'
import { reportChartRoutes } from './reports/report-chart.server.ts'

/** The log is written by draws alone. */
const servingLogs = (logs: Definition): ModuleOptions => ({
  without: ['update', 'destroy'],
  after: { step: { not_taken: (id, { tx }) => takeBack(tx, id) } },
  routes: [...statisticsRoutes(logs, { path: 'report' }), ...reportChartRoutes(logs)],
})

/** What everybody may see of an event, and what proves its draws, under the event's code alone. */
const PUBLIC = [eventRoute, ...fairnessRoutes]

function eventsOf(face: Face): ServedModule {
  const { routes = [], ...options } = servingEvents(face)
  return serve(face.event, {
    ...options,
    routes: [...routes, ...closingRoutes(face.event)],
    rootRoutes: face === GIFT ? PUBLIC : [],
  })
}

const of = (face: Face): ServedModule[] => [serve(face.gift, servingGifts), serve(face.log, servingLogs(face.log))]

export default eventsOf(GIFT)

/** Gifts and log go with their event; games are the second face of all three. */
export const also = [...of(GIFT), eventsOf(GAME), ...of(GAME)]

/** Events whose date has come are told to have begun, or closed, so that everybody can check them. */
export const timed = (context: AppContext) => [
  { name: 'begin-events', cron: '* * * * *', work: () => beginAll(context.db) },
  { name: 'close-events', cron: '* * * * *', work: () => closeAll(context.db) },
]

export const reader = stockReader

export const verify = verifyDraws

/** Pictures of a released event are on its public page. */
export const files = followedPictures
