import type { Choice } from '../../shared/fields.ts'
import { TODAY } from '../../shared/time/today.ts'

/** How a promotion stands today; nothing is stored of it, so that nothing has to happen at midnight. */
export const STATUSES = [
  { value: 'planned', label: 'Planned', tone: 'info' },
  { value: 'running', label: 'Running', tone: 'ok' },
  { value: 'ended', label: 'Ended', tone: 'mute' },
  { value: 'inactive', label: 'Inactive', tone: 'warn' },
] as const satisfies readonly Choice[]
export type Status = (typeof STATUSES)[number]['value']

/** "Ending soon" is within so many days. */
export const SOON_DAYS = 3

/** Each status over the row `r`, as conditions that an index serves. */
export const STATUS_WHERE: Record<Status, string> = {
  planned: `(r.active and r.starts_on > ${TODAY})`,
  running: `(r.active and r.starts_on <= ${TODAY} and r.ends_on >= ${TODAY})`,
  ended: `(r.active and r.ends_on < ${TODAY})`,
  inactive: '(not r.active)',
}
export const STATUS_SQL = `case when not r.active then 'inactive' when r.ends_on < ${TODAY} then 'ended' when r.starts_on > ${TODAY} then 'planned' else 'running' end`
export const ENDING_SQL = `(r.active and r.starts_on <= ${TODAY} and r.ends_on between ${TODAY} and ${TODAY} + ${SOON_DAYS})`

/** What a promotion is of: the product it points at, or else its barcode, or else its name without regard to diacritics. */
export const keySql = (alias: string): string =>
  `coalesce('#' || ${alias}.product::text, '|' || ${alias}.barcode, fold(${alias}.product_name))`

/** Whether two promotions are of one product, at one time, in one store. */
export const overlapSql = (one: string, other: string): string =>
  `${keySql(other)} = ${keySql(one)} and ${other}.starts_on <= ${one}.ends_on and ${other}.ends_on >= ${one}.starts_on
    and (${one}.stores = '{}' or ${other}.stores = '{}' or ${one}.stores && ${other}.stores)`

/** Of the row `r`: whether another active promotion overlaps it. */
export const OVERLAPPING_SQL = `(r.active and exists (select 1 from product_promotions o
  where o.deleted_at is null and o.active and o.id <> r.id and ${overlapSql('r', 'o')}))`

/** How deep the discount is. */
export const DEPTHS = [
  { value: 'to-10', label: 'Up to 10%' },
  { value: 'to-20', label: '10 to 20%' },
  { value: 'to-30', label: '20 to 30%' },
  { value: 'to-40', label: '30 to 40%' },
  { value: 'to-50', label: '40 to 50%' },
  { value: 'above-50', label: 'Above 50%' },
] as const satisfies readonly Choice[]

const STEPS = [10, 20, 30, 40, 50]
/** Whole numbers alone, so that 50 % is exactly 50 %. */
export const DEPTH_SQL = `case ${STEPS.map((step) => `when (r.price - r.promotion_price) * 100 <= r.price * ${step} then 'to-${step}'`).join(' ')} else 'above-50' end`
export const DISCOUNT_SQL = 'round((r.price - r.promotion_price) * 100 / nullif(r.price, 0), 1)'
/** Days that it runs; one that is inactive does not. */
export const DAYS_SQL = 'case when r.active then r.ends_on - r.starts_on + 1 end'
