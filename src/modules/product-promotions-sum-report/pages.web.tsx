import { t } from '../../shared/language.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { StatisticsScreen } from '../../web/screens/statistics/statistics.tsx'
import { SUM_REPORT_ROWS, sumReport } from '../product-promotions/reports.ts'

/** What promotions gave away. */
const SumReport = () => (
  <StatisticsScreen
    title={t('Sum report')}
    definition={sumReport}
    path="sum-report"
    rows={SUM_REPORT_ROWS}
    list="/product-promotions"
    figure="given"
  />
)

export default { pages: { '': SumReport } } satisfies ModuleWeb
