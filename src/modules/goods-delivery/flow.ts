import { flow, UNDO_MINUTES } from '../../shared/flow.ts'

const ENDED = { by: 'ended_by', at: 'ended_at' } as const

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
    stamps: ENDED,
    undo: 'undo-ended',
  },
  failed: {
    label: 'Delivery failed',
    from: ['out'],
    to: 'failed',
    needs: 'other',
    asks: ['failure_reason'],
    tone: 'quiet',
    mayBeLate: true,
    stamps: ENDED,
    undo: 'undo-ended',
  },
  'undo-ended': {
    label: 'Still out after all',
    summary: `Neither delivered nor failed after all: within ${UNDO_MINUTES} minutes by whoever said so, and ever by who may delete`,
    from: ['delivered', 'failed'],
    to: 'out',
    repeats: ['out'],
    needs: 'other',
    tone: 'quiet',
    mayBeLate: true,
    undoes: ENDED,
  },
})
