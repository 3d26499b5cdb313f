import { lazy } from 'react'
import { t } from '../../shared/language.ts'
import { LogList, LogView } from '../../web/draw-event/log-pages.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { StatisticsScreen } from '../../web/screens/statistics/statistics.tsx'
import { events } from '../events/events.ts'
import { eventLogs } from './event-logs.ts'

const DrawStatistics = lazy(() => import('../../web/draw-report/statistics.tsx'))
const FIGURES = '/event-logs/figures'

const List = ({ params }: PageParams) => <LogList logs={eventLogs} view={params.view} />
const View = ({ params }: PageParams) => <LogView logs={eventLogs} id={params.id} />
const Statistics = () => <DrawStatistics events={events} logs={eventLogs} figures={FIGURES} />

const Figures = () => (
  <StatisticsScreen
    title={t('Figures over time')}
    definition={eventLogs}
    path="report"
    crumbs={[{ label: t('Statistics'), to: '/event-logs/statistics' }]}
  />
)

export default {
  pages: {
    '': List,
    ...Object.fromEntries(eventLogs.views.map(({ path }) => [path, List])),
    'view/$id': View,
    statistics: Statistics,
    figures: Figures,
  },
} satisfies ModuleWeb
