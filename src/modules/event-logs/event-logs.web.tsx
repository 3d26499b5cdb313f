import { lazy } from 'react'
import { t } from '../../shared/language.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { StatisticsScreen } from '../../web/screens/statistics/statistics.tsx'
import { events } from '../events/events.ts'
import { eventLogs } from './event-logs.ts'

const DrawStatistics = lazy(() => import('../../web/draw-report/statistics.tsx'))
const FIGURES = '/event-logs/figures'

const Statistics = () => <DrawStatistics events={events} logs={eventLogs} figures={FIGURES} />

const Figures = () => (
  <StatisticsScreen
    title={t('Figures over time')}
    definition={eventLogs}
    path="report"
    crumbs={[{ label: t('Statistics'), to: '/event-logs/statistics' }]}
  />
)

export default { pages: { statistics: Statistics, figures: Figures } } satisfies ModuleWeb
