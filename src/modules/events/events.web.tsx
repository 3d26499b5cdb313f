import { lazy } from 'react'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { eventLogs } from '../event-logs/event-logs.ts'
import { events } from './events.ts'

const DrawDesk = lazy(() => import('../../web/draw-desk/draw-desk.tsx'))

const Desk = () => <DrawDesk face={events} logs={eventLogs} />

export default { pages: { desk: Desk } } satisfies ModuleWeb
