import { t } from '../../shared/language.ts'
import { StatisticsScreen } from '../../web/screens/statistics/statistics.tsx'
import { orders } from './orders.ts'

const ROWS = ['day', 'month', 'store', 'shipping_unit', 'failure_reason']

/** The orders' own figures; every number opens its rows. */
const Figures = () => (
  <StatisticsScreen
    title={t('Figures of orders')}
    crumbs={[{ label: t(orders.label), to: '/orders' }]}
    definition={orders}
    rows={ROWS}
  />
)
export default Figures
