import { flow } from '../../shared/flow.ts'

/** Every allowed step of a delivery; what failed goes out again. Bringing goods is a right apart from changing what is to be brought; it happens where there may be no line. */
export const deliveryFlow = flow('status', {
  out: {
    label: 'Send out',
    from: ['registered', 'failed'],
    to: 'out',
    needs: 'other',
    asks: ['shipper'],
    tone: 'primary',
    mayBeLate: true,
  },
  delivered: {
    label: 'Delivered',
    from: ['out'],
    to: 'delivered',
    needs: 'other',
    asks: ['photo'],
    tone: 'primary',
    mayBeLate: true,
  },
  failed: {
    label: 'Delivery failed',
    from: ['out'],
    to: 'failed',
    needs: 'other',
    asks: ['failure_reason'],
    tone: 'quiet',
    mayBeLate: true,
  },
})
