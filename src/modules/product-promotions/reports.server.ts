import type { Route } from '#server/http/route.ts'
import { statisticsRoutes } from '#server/statistics/routes.ts'
import { ownFigures } from './figures.server.ts'
import { productPromotions } from './product-promotions.ts'
import { promotionStatistics, STATISTICS_ROWS, SUM_REPORT_ROWS, sumReport } from './reports.ts'

/** Below the wire group of the history, under the right to read reports of promotions. */
export const reportRoutes: readonly Route[] = [
  ...statisticsRoutes(sumReport, {
    path: 'product-promotion-history/sum-report',
    rows: SUM_REPORT_ROWS,
    summary: 'What promotions gave away, by product, store, location or month',
  }),
  ...statisticsRoutes(promotionStatistics, {
    path: 'product-promotion-history/statistics',
    rows: STATISTICS_ROWS,
    summary: 'How many promotions there are, and how deep they cut',
    own: ownFigures,
  }),
].map((route) => ({ ...route, needs: { permission: productPromotions.permission, flag: 'report' } }))
