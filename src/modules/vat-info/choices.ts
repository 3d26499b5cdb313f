/** How an invoice is corrected. */
export const WAYS = [
  { value: 'adjusted', label: 'Adjusted', tone: 'warn' },
  { value: 'replaced', label: 'Replaced', tone: 'violet' },
] as const

export const STATES = [
  { value: 'requested', label: 'Requested', tone: 'info' },
  { value: 'sent', label: 'Sent to the provider', tone: 'accent' },
  { value: 'issued', label: 'Issued', tone: 'ok' },
  ...WAYS,
  { value: 'closed', label: 'Closed without an invoice', tone: 'mute' },
] as const

/** The states in which the customer still waits for the invoice. */
export const WITHOUT_INVOICE = ['requested', 'sent'] as const

/** The list as a queue: what each tab shows, in the order in which a request goes through them. */
export const QUEUE = [
  { tab: 'waiting', label: 'Waiting', states: WITHOUT_INVOICE },
  { tab: 'sent', label: 'Sent', states: ['sent'] },
  { tab: 'issued', label: 'Issued', states: ['issued'] },
  { tab: 'corrected', label: 'Adjusted', states: WAYS.map(({ value }) => value) },
] as const
export type QueueTab = (typeof QUEUE)[number]['tab']

export const PAYMENTS = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
  { value: 'transfer', label: 'Bank transfer' },
  { value: 'wallet', label: 'E-wallet or QR' },
  { value: 'mixed', label: 'Cash and transfer' },
] as const

/** Where a request came from. */
export const ORIGINS = [
  { value: 'staff', label: 'Staff' },
  { value: 'public', label: 'Public form' },
] as const

/** What was wrong with an invoice (Decree 123/2020, Article 19, as amended); a wrong name or address alone asks for no new invoice. */
export const REASONS = [
  { value: 'tax_code', label: 'Wrong tax code' },
  { value: 'amount', label: 'Wrong amount' },
  { value: 'rate', label: 'Wrong VAT rate' },
  { value: 'tax', label: 'Wrong tax amount' },
  { value: 'goods', label: 'Wrong goods' },
  { value: 'name_or_address', label: 'Only the name or address' },
] as const
