import { useQuery } from '@tanstack/react-query'
import { formatDay, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { keys } from '../../web/query.ts'
import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import { Link } from '../../web/ui/link.tsx'
import type { ProductPrices } from './figures.ts'
import { PriceChart } from './price-chart.web.tsx'
import css from './price-checking.module.css'
import { priceChecking } from './price-checking.ts'

/** In a product's page: its prices over time, ours and each competitor's, with its promotions behind them; and the same as a table. */
export default function PricesOverTime({ row }: PartProps) {
  const id = row?.id ?? 0
  const found = useQuery({
    queryKey: keys.part(priceChecking.wire, 0, 'prices', { product: id }),
    queryFn: () => get<ProductPrices>('price-checking/prices', { product: id }),
    enabled: id > 0,
  })
  const prices = found.data
  if (!prices || prices.points.length === 0) return null
  return (
    <section className={css.card} aria-labelledby="prices-over-time">
      <header className={css.head}>
        <h2 id="prices-over-time">{t('Prices over time')}</h2>
        <Link to={`/price-checking?product=${id}`}>{t('All checks')}</Link>
      </header>
      <PriceChart {...prices} />
      <details>
        <summary>{t('Show as table')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <section className={css.scroll} tabIndex={0} aria-label={t('Prices over time')}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('Date')}</th>
                <th scope="col">{t('Whose price')}</th>
                <th scope="col" data-figure>
                  {t('Price')}
                </th>
              </tr>
            </thead>
            <tbody>
              {prices.points.toReversed().map((point) => (
                <tr key={`${point.day} ${point.competitor}`}>
                  <th scope="row">{formatDay(point.day)}</th>
                  <td>{point.competitor ?? t('Ours')}</td>
                  <td data-figure>{formatNumber(point.price, currentLanguage())}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  )
}
