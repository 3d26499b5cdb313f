export const DELIVERY_STATES = [
  { value: 'registered', label: 'Registered', tone: 'info' },
  { value: 'out', label: 'Out for delivery', tone: 'violet' },
  { value: 'delivered', label: 'Delivered', tone: 'ok' },
  { value: 'failed', label: 'Delivery failed', tone: 'bad' },
] as const

/** Where a delivery was asked for. */
export const ORIGINS = [
  { value: 'staff', label: 'Staff' },
  { value: 'public', label: 'The public form' },
] as const
