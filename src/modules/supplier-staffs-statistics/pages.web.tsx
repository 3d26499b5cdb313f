import { t } from '../../shared/language.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { StatisticsScreen } from '../../web/screens/statistics/statistics.tsx'
import { supplierStaffsChecking } from '../supplier-staffs-checking/supplier-staffs-checking.ts'

const Statistics = () => (
  <StatisticsScreen title={t('Statistics of visits')} definition={supplierStaffsChecking} path="report" rows={ROWS} />
)
const ROWS = ['day', 'month', 'supplier', 'department_group', 'store']

export default { pages: { '': Statistics } } satisfies ModuleWeb
