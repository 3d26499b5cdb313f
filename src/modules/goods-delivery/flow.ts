import { flow } from '../../shared/flow.ts'
import { goodsDelivery } from './goods-delivery.ts'

/** Every allowed step of a delivery; what failed goes out again. */
export const deliveryFlow = flow(goodsDelivery, 'status', {
  out: {
    label: 'Send out',
    from: ['registered', 'failed'],
    to: 'out',
    needs: 'edit',
    asks: ['shipper'],
    tone: 'primary',
  },
  delivered: { label: 'Delivered', from: ['out'], to: 'delivered', needs: 'edit', asks: ['photo'], tone: 'primary' },
  failed: {
    label: 'Delivery failed',
    from: ['out'],
    to: 'failed',
    needs: 'edit',
    asks: ['failure_reason'],
    tone: 'quiet',
  },
})
