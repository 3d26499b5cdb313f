import { useQuery } from '@tanstack/react-query'
import { formatDay, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { keys } from '../../web/query.ts'
import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import figures from '../../web/ui/figures-card.module.css'
import { Link } from '../../web/ui/link.tsx'
import { ScrollBox } from '../../web/ui/scroll-box.tsx'
import type { ProductPrices } from './figures.ts'
import { PriceChart } from './price-chart.web.tsx'
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
    <section className={figures.card} aria-labelledby="prices-over-time">
      <header className={figures.head}>
        <h2 id="prices-over-time">{t('Prices over time')}</h2>
        <Link to={`/price-checking?product=${id}`}>{t('All checks')}</Link>
      </header>
      <PriceChart {...prices} />
      <details>
        <summary>{t('Show as table')}</summary>
        <ScrollBox label={t('Prices over time')}>
          <table className={figures.table}>
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
        </ScrollBox>
      </details>
    </section>
  )
}
