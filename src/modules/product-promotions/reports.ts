import type { Definition } from '../../shared/resource.ts'
import { promotionFigures } from './figures.ts'
import { productPromotions } from './product-promotions.ts'

const { figures } = promotionFigures
type FigureName = keyof typeof figures

/** The same counts below the wire group of the history, as one page tells them. */
const telling = (...names: FigureName[]): Definition => ({
  ...productPromotions,
  wire: 'product-promotion-history',
  statistics: { ...promotionFigures, figures: Object.fromEntries(names.map((name) => [name, figures[name]])) },
})

/** What was given away, by product, store, place or month. */
export const sumReport = telling('promotions', 'days', 'quantity', 'value', 'promotion_value', 'given')
export const SUM_REPORT_ROWS = ['product', 'stores', 'location', 'month'] as const

/** How many there are, and how deep they cut. */
export const promotionStatistics = telling(
  ...(['promotions', 'running', 'planned', 'ending', 'discount', 'products', 'assortment', 'share'] as const),
)
export const STATISTICS_ROWS = ['month', 'stores', 'location', 'department_group', 'depth'] as const
