import type { StatisticsOptions } from '../../shared/definition/statistics-options.ts'

const where = { active: ['true'] } as const

/** What promotions that begin in a period come to; those that only count as of today, or that ran on into it, are the module's own. */
export const promotionFigures = {
  on: 'starts_on',
  figures: {
    promotions: { label: 'Promotions', hint: 'Active ones that begin in the period', count: true, where },
    running: {
      label: 'Running',
      hint: 'On at least one day of the period, whenever they began',
      during: 'ends_on',
      where,
    },
    planned: {
      label: 'Planned',
      hint: 'As of today, whatever the period; by month in the month they begin',
      own: true,
      records: { where: { status: ['planned'] }, asOfToday: true },
    },
    ending: {
      label: 'Ending within 3 days',
      hint: 'As of today, whatever the period; by month in the month they end',
      own: true,
      records: { where: { ending_soon: ['true'] }, asOfToday: { by: 'ends_on' } },
    },
    discount: {
      label: 'Average discount',
      hint: 'Mean of the discounts in per cent',
      mean: 'discount',
      unit: 'points',
      where,
    },
    days: {
      label: 'Days running',
      hint: 'All days of the promotions that begin in the period',
      sum: 'days',
      unit: 'whole',
    },
    quantity: { label: 'Quantity', hint: 'Put on offer, where a quantity is given', sum: 'quantity', where },
    value: { label: 'Value at the price', sum: { sql: 'r.quantity * r.price' }, unit: 'money', where },
    promotion_value: {
      label: 'Value at the promotion price',
      sum: { sql: 'r.quantity * r.promotion_price' },
      unit: 'money',
      where,
    },
    given: {
      label: 'Discount given',
      hint: 'The quantity on offer times what each is cheaper by',
      difference: ['value', 'promotion_value'],
      unit: 'money',
    },
    products: {
      label: 'Products on promotion',
      hint: 'Each linked product once; a dash where they are of too many promotions',
      own: true,
    },
    assortment: { label: 'Products', own: true, isHidden: true },
    share: {
      label: 'Share of products on promotion',
      hint: 'Of all active products, those with a promotion that begins in the period',
      ratio: ['products', 'assortment'],
      unit: 'percent',
    },
  },
  alone: ['product'],
} as const satisfies StatisticsOptions
