import { lazy } from 'react'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { giftCardEventLogs } from '../gift-card-event-logs/gift-card-event-logs.ts'
import { giftCardEvents } from './gift-card-events.ts'

const DrawDesk = lazy(() => import('../../web/draw-desk/draw-desk.tsx'))

const Desk = () => <DrawDesk face={giftCardEvents} logs={giftCardEventLogs} />

export default { pages: { desk: Desk } } satisfies ModuleWeb
