import { flow } from '../../shared/flow.ts'

export const ORDER_STATES = [
  { value: 'new', label: 'New', tone: 'info' },
  { value: 'scanned', label: 'Scanned', tone: 'violet' },
  { value: 'delivered', label: 'Delivered', tone: 'ok' },
  { value: 'failed', label: 'Failed', tone: 'bad' },
] as const

const DELIVERED = { by: 'delivered_by', at: 'delivered_at' } as const

/** The states in which what an order says may change: nothing of it has left the store, or all of it is back. */
export const CHANGEABLE = ['new', 'failed'] as const

/** Scanned out, then delivered or failed; what failed is tried again, each time counted. A desk takes the first step, code by code. */
export const orderFlow = flow(
  'status',
  {
    scan: { label: 'Scanned', from: ['new'], to: 'scanned', needs: 'other', automatic: true },
    unscan: { label: 'Scan taken back', from: ['scanned'], to: 'new', needs: 'other', automatic: true },
    delivered: {
      label: 'Mark as delivered',
      from: ['scanned'],
      to: 'delivered',
      repeats: ['delivered'],
      needs: 'edit',
      tone: 'primary',
      mayBeLate: true,
      stamps: DELIVERED,
      undo: 'undo-delivered',
      quick: { one: 'Mark {{name}} as delivered', many: 'Mark {{n}} orders as delivered?' },
      message: 'Order {{name}} is delivered',
    },
    'undo-delivered': {
      label: 'Not delivered after all',
      from: ['delivered'],
      to: 'scanned',
      repeats: ['scanned'],
      needs: 'edit',
      tone: 'quiet',
      undoes: DELIVERED,
      message: 'Order {{name}} is on its way again',
    },
    failed: {
      label: 'Mark as failed',
      from: ['new', 'scanned'],
      to: 'failed',
      needs: 'edit',
      asks: ['failure_reason'],
      mayTell: ['failure_note'],
      tone: 'quiet',
      mayBeLate: true,
      stamps: { by: 'failed_by', at: 'failed_at' },
      dialog: { question: 'Why did this order fail?', isEmpty: true },
      message: 'Order {{name}} is marked as failed',
    },
    retry: {
      label: 'Try again',
      from: ['failed'],
      to: 'new',
      needs: 'edit',
      tone: 'primary',
      quick: { one: 'Try {{name}} again', many: 'Try {{n}} orders again?' },
      message: 'Order {{name}} waits to be scanned again',
    },
  },
  { name: 'code', locked: { in: ['scanned', 'delivered'], refusal: 'order scanned' } },
)
