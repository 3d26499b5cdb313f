import { t } from '../../shared/language.ts'
import { StatisticsScreen } from '../../web/screens/statistics/statistics.tsx'
import { priceChecking } from './price-checking.ts'

/** Prices found wrong: which products, in which stores, how long until the new label, and how many complaints stand behind them. */
const WrongPrices = () => (
  <StatisticsScreen
    title={t('Wrong prices')}
    definition={priceChecking}
    path="statistics"
    rows={['month', 'store', 'product']}
    crumbs={[{ label: t(priceChecking.label), to: '/price-checking' }]}
  />
)
export default WrongPrices
