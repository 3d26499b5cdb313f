import GiftsOfEvent from '../../web/draw-event/gifts-of-event.tsx'
import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import { giftCardEvents } from '../gift-card-events/gift-card-events.ts'
import { giftCardEventProducts } from './gift-card-event-products.ts'

const Gifts = ({ row }: PartProps) =>
  row && <GiftsOfEvent event={giftCardEvents} gifts={giftCardEventProducts} row={row} />

export default Gifts
