import { t } from '../../shared/language.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { StatisticsScreen } from '../../web/screens/statistics/statistics.tsx'
import { promotionStatistics, STATISTICS_ROWS } from '../product-promotions/reports.ts'

/** How many promotions there are, and how deep they cut. */
const Statistics = () => (
  <StatisticsScreen
    title={t('Promotion statistics')}
    definition={promotionStatistics}
    rows={STATISTICS_ROWS}
    list="/product-promotions"
  />
)

export default { pages: { '': Statistics } } satisfies ModuleWeb
