import { lazy } from 'react'
import { t } from '../../shared/language.ts'
import { EventForm, EventList } from '../../web/draw-event/event-pages.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { eventLogs } from '../event-logs/event-logs.ts'
import { events } from './events.ts'

const DrawDesk = lazy(() => import('../../web/draw-desk/draw-desk.tsx'))
const EventView = lazy(() => import('../../web/draw-report/event-view.tsx'))
const Poster = lazy(() => import('../../web/draw-report/poster.tsx'))
const Closing = lazy(() => import('../../web/draw-report/closing.tsx'))

const List = ({ params }: PageParams) => <EventList definition={events} view={params.view} />
const Form = ({ params }: PageParams) => <EventForm definition={events} id={params.id} />
const Desk = () => <DrawDesk face={events} logs={eventLogs} title={t('Game desk')} />

const PosterPage = ({ params }: PageParams) => <Poster definition={events} id={params.id} />
const ClosingPage = ({ params }: PageParams) => <Closing definition={events} id={params.id} />

const Event = ({ params }: PageParams) => (
  <EventView definition={events} logs={eventLogs} statistics="/event-logs/statistics" id={params.id} />
)

export default {
  pages: {
    '': List,
    ...Object.fromEntries(events.views.map(({ path }) => [path, List])),
    create: Form,
    'update/$id': Form,
    desk: Desk,
    'view/$id': Event,
    'poster/$id': PosterPage,
    'closing/$id': ClosingPage,
  },
} satisfies ModuleWeb
