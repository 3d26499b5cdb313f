import { lazy } from 'react'
import { t } from '../../shared/language.ts'
import { EventForm, EventList } from '../../web/draw-event/event-pages.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { giftCardEventLogs } from '../gift-card-event-logs/gift-card-event-logs.ts'
import { giftCardEvents } from './gift-card-events.ts'

const DrawDesk = lazy(() => import('../../web/draw-desk/draw-desk.tsx'))
const EventView = lazy(() => import('../../web/draw-report/event-view.tsx'))
const Poster = lazy(() => import('../../web/draw-report/poster.tsx'))
const Closing = lazy(() => import('../../web/draw-report/closing.tsx'))

const List = ({ params }: PageParams) => <EventList definition={giftCardEvents} view={params.view} />
const Form = ({ params }: PageParams) => <EventForm definition={giftCardEvents} id={params.id} />
const Desk = () => <DrawDesk face={giftCardEvents} logs={giftCardEventLogs} title={t('Draw desk')} />

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
  pages: {
    '': List,
    ...Object.fromEntries(giftCardEvents.views.map(({ path }) => [path, List])),
    create: Form,
    'update/$id': Form,
    desk: Desk,
    'view/$id': Event,
    'poster/$id': PosterPage,
    'closing/$id': ClosingPage,
  },
} satisfies ModuleWeb
