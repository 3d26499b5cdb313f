import { IconPhoto } from '@tabler/icons-react'
import { formatDay, formatMoney, formatPercent } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import type { AnyRow } from '../../web/screens/module.ts'
import { useFileUrl } from '../../web/ui/file-url.ts'
import { productPromotions } from './product-promotions.ts'
import css from './promotions.module.css'

export const money = (value: unknown): string => formatMoney(Number(value), currentLanguage())
/** One day, or two. */
export const daysOf = ({ starts_on, ends_on }: Pick<AnyRow, string>): string =>
  starts_on === ends_on
    ? formatDay(String(starts_on))
    : `${formatDay(String(starts_on))} – ${formatDay(String(ends_on))}`

/** Where it holds, in one line: no store named is all of them. */
export function storesIn({ stores }: Pick<AnyRow, string>, as: 'line' | 'whole' = 'line'): string {
  const names = Array.isArray(stores) ? stores.map((one) => String(one.name)) : []
  const [first] = names
  if (!first) return t('All stores')
  return as === 'whole' || names.length === 1 ? names.join(', ') : `${first} +${names.length - 1}`
}

/** A promotion as it hangs in the shop: its picture, both prices, the days. */
export function PromotionCard({ row }: { row: AnyRow }) {
  return (
    <div className={css.card}>
      <div className={css.picture}>
        {typeof row.cover === 'string' ? <Cover id={row.cover} /> : <IconPhoto size={32} aria-hidden="true" />}
        <span className={css.off}>−{formatPercent(Number(row.discount), currentLanguage())}</span>
      </div>
      <p className={css.name}>{String(row.product_name)}</p>
      <p className={css.prices}>
        <strong>{money(row.promotion_price)}</strong>
        <s>{money(row.price)}</s>
      </p>
      <p className={css.when}>{daysOf(row)}</p>
      <p className={css.where}>
        <ChoiceMark field={productPromotions.fields.status} value={String(row.status)} />
        <span title={storesIn(row, 'whole')}>{storesIn(row)}</span>
      </p>
    </div>
  )
}

/** The same in two lines, for a phone. */
export const PromotionBrief = ({ row }: { row: AnyRow }) => (
  <>
    <p>
      <strong>{money(row.promotion_price)}</strong> <s className={css.was}>{money(row.price)}</s> −
      {formatPercent(Number(row.discount), currentLanguage())}
    </p>
    <ChoiceMark field={productPromotions.fields.status} value={String(row.status)} />
    <small>
      {daysOf(row)} · {storesIn(row)}
    </small>
  </>
)

function Cover({ id }: { id: string }) {
  const url = useFileUrl(id, 'thumbnail')
  return url ? <img src={url} alt="" loading="lazy" decoding="async" /> : null
}
