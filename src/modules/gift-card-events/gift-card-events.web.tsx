import { lazy } from 'react'
import { EventPapers } from '../../web/draw-report/papers.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/view/view.tsx'
import { giftCardEventLogs } from '../gift-card-event-logs/gift-card-event-logs.ts'
import { giftCardEvents } from './gift-card-events.ts'

const DrawDesk = lazy(() => import('../../web/draw-desk/draw-desk.tsx'))
const Poster = lazy(() => import('../../web/draw-report/poster.tsx'))
const Closing = lazy(() => import('../../web/draw-report/closing.tsx'))

const Desk = () => <DrawDesk face={giftCardEvents} logs={giftCardEventLogs} />

const PosterPage = ({ params }: PageParams) => <Poster definition={giftCardEvents} id={params.id} />
const ClosingPage = ({ params }: PageParams) => <Closing definition={giftCardEvents} id={params.id} />

/** What is taken out of an event on paper: its poster once it is released, its report once it is over. */
const Event = ({ params }: PageParams) => (
  <ViewScreen
    definition={giftCardEvents}
    id={params.id ?? ''}
    actions={(row) => (
      <EventPapers
        definition={giftCardEvents}
        logs={giftCardEventLogs}
        statistics="/gift-card-event-statistics"
        row={row}
      />
    )}
  />
)

export default {
  pages: { desk: Desk, 'view/$id': Event, 'poster/$id': PosterPage, 'closing/$id': ClosingPage },
} satisfies ModuleWeb
