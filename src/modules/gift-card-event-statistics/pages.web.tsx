import { lazy } from 'react'
import { t } from '../../shared/language.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { StatisticsScreen } from '../../web/screens/statistics/statistics.tsx'
import { giftCardEventLogs } from '../gift-card-event-logs/gift-card-event-logs.ts'
import { giftCardEvents } from '../gift-card-events/gift-card-events.ts'

const DrawStatistics = lazy(() => import('../../web/draw-report/statistics.tsx'))
const FIGURES = '/gift-card-event-statistics/figures'

const Statistics = () => <DrawStatistics events={giftCardEvents} logs={giftCardEventLogs} figures={FIGURES} />

const Figures = () => (
  <StatisticsScreen
    title={t('Figures over time')}
    definition={giftCardEventLogs}
    path="report"
    crumbs={[{ label: t('Statistics'), to: '/gift-card-event-statistics' }]}
  />
)

export default { pages: { '': Statistics, figures: Figures } } satisfies ModuleWeb
