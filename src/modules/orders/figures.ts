const FAILED_ONCE = { has_failed: ['true'] }

/** What is counted ahead of orders, each under the day it was ordered on. */
export const ORDER_FIGURES = {
  received: { label: 'Received', hint: 'Every order of the period', count: true },
  scanned: {
    label: 'Scanned',
    hint: 'Scanned out, whether delivered since or not',
    count: true,
    where: { status: ['scanned', 'delivered'] },
  },
  delivered: { label: 'Delivered', count: true, where: { status: ['delivered'] }, more: 'better' },
  failed: {
    label: 'Failed',
    hint: 'Failed and not tried again',
    count: true,
    where: { status: ['failed'] },
    more: 'worse',
  },
  waiting: { label: 'Waiting', hint: 'Not scanned yet', count: true, where: { status: ['new'] }, more: 'worse' },
  failed_once: {
    label: 'Failed at least once',
    hint: 'Whatever became of them since; by reason, under the last one',
    count: true,
    where: FAILED_ONCE,
    more: 'worse',
  },
  failed_share: { label: 'Share that failed', ratio: ['failed_once', 'received'], unit: 'percent', more: 'worse' },
  retries: { label: 'Retries', sum: 'retries', more: 'worse' },
  hours_to_scan: {
    label: 'Hours to scan',
    hint: 'From when the order came in until it was scanned out',
    mean: { sql: 'extract(epoch from r.scanned_at - r.created_at) / 3600' },
    unit: 'hours',
    more: 'worse',
  },
  hours_to_deliver: {
    label: 'Hours to deliver',
    hint: 'From when the order came in until it was delivered',
    mean: { sql: 'extract(epoch from r.delivered_at - r.created_at) / 3600' },
    unit: 'hours',
    more: 'worse',
  },
  value: { label: 'Value of the orders', hint: 'Of all orders of the period', sum: 'total' },
  delivered_value: { label: 'Value delivered', sum: 'total', where: { status: ['delivered'] }, more: 'better' },
} as const
