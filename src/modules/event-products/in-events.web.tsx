import GiftsOfEvent from '../../web/draw-event/gifts-of-event.tsx'
import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import { events } from '../events/events.ts'
import { eventProducts } from './event-products.ts'

const Gifts = ({ row }: PartProps) => row && <GiftsOfEvent event={events} gifts={eventProducts} row={row} />

export default Gifts
