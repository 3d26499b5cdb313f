import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import { useMay, useSession } from '../../web/session.ts'
import figures from '../../web/ui/figures-card.module.css'
import { Link } from '../../web/ui/link.tsx'
import { IndexTable } from './index-table.web.tsx'
import { priceChecking } from './price-checking.ts'
import { indexOf, lastDays } from './price-index.web.ts'

const DAYS = 90

/** On the dashboard: what a basket costs with us, 100 being what it costs there. */
export default function PriceIndexCard() {
  const may = useMay()
  const { time_zone } = useSession()
  const period = lastDays(DAYS, time_zone)
  const mayRead = may(priceChecking.permission, 'report')
  const found = useQuery({ ...indexOf(period), enabled: mayRead })
  const lines = (found.data?.data ?? []).filter(({ index }) => index !== null)
  if (!mayRead || lines.length === 0) return null
  return (
    <section className={figures.card} data-wide aria-labelledby="price-index">
      <header className={figures.head}>
        <h2 id="price-index">{t('Our prices against each competitor')}</h2>
        <Link to="/price-checking/price-index">{t('Last 90 days, 100 is equal')}</Link>
      </header>
      <IndexTable lines={lines} period={period} />
    </section>
  )
}
