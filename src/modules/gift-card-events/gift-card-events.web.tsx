import { lazy } from 'react'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { giftCardEventLogs } from '../gift-card-event-logs/gift-card-event-logs.ts'
import { giftCardEvents } from './gift-card-events.ts'

const DrawDesk = lazy(() => import('../../web/draw-desk/draw-desk.tsx'))
const EventView = lazy(() => import('../../web/draw-report/event-view.tsx'))
const Poster = lazy(() => import('../../web/draw-report/poster.tsx'))
const Closing = lazy(() => import('../../web/draw-report/closing.tsx'))

const Desk = () => <DrawDesk face={giftCardEvents} logs={giftCardEventLogs} />

const PosterPage = ({ params }: PageParams) => <Poster definition={giftCardEvents} id={params.id} />
const ClosingPage = ({ params }: PageParams) => <Closing definition={giftCardEvents} id={params.id} />

const Event = ({ params }: PageParams) => (
  <EventView
    definition={giftCardEvents}
    logs={giftCardEventLogs}
    statistics="/gift-card-event-statistics"
    id={params.id}
  />
)

export default {
  pages: { desk: Desk, 'view/$id': Event, 'poster/$id': PosterPage, 'closing/$id': ClosingPage },
} satisfies ModuleWeb
