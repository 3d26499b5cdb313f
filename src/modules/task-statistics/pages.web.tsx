import { t } from '../../shared/language.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { StatisticsScreen } from '../../web/screens/statistics/statistics.tsx'
import { STATISTICS_ROWS } from '../task-management/figures.ts'
import { tasks } from '../task-management/task-management.ts'

const Statistics = () => <StatisticsScreen title={t('Statistics of tasks')} definition={tasks} rows={STATISTICS_ROWS} />

export default { pages: { '': Statistics } } satisfies ModuleWeb
