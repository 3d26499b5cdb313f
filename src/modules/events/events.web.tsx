import { lazy } from 'react'
import { EventPapers } from '../../web/draw-report/papers.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/view/view.tsx'
import { eventLogs } from '../event-logs/event-logs.ts'
import { events } from './events.ts'

const DrawDesk = lazy(() => import('../../web/draw-desk/draw-desk.tsx'))
const Poster = lazy(() => import('../../web/draw-report/poster.tsx'))
const Closing = lazy(() => import('../../web/draw-report/closing.tsx'))

const Desk = () => <DrawDesk face={events} logs={eventLogs} />

const PosterPage = ({ params }: PageParams) => <Poster definition={events} id={params.id} />
const ClosingPage = ({ params }: PageParams) => <Closing definition={events} id={params.id} />

/** What is taken out of an event on paper: its poster once it is released, its report once it is over. */
const Event = ({ params }: PageParams) => (
  <ViewScreen
    definition={events}
    id={params.id ?? ''}
    actions={(row) => (
      <EventPapers definition={events} logs={eventLogs} statistics="/event-logs/statistics" row={row} />
    )}
  />
)

export default {
  pages: { desk: Desk, 'view/$id': Event, 'poster/$id': PosterPage, 'closing/$id': ClosingPage },
} satisfies ModuleWeb
