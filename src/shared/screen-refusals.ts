/**
 * The refusals that screens know as well: they say them before anything is asked, or go on by their codes. The others are said by the
 * server alone, so that their sentences reach no browser.
 */
export const SCREEN_REFUSALS = {
  'key revoked': { code: 1204, status: 409, text: 'This key is revoked for good. Please make a new one.' },
  'stale version': { code: 1400, status: 409, text: '{{who}} changed this meanwhile. Reload to see what changed.' },
  'key reused': { code: 1408, status: 422, text: 'This form was already sent with other content.' },
  'cost waits': {
    code: 1420,
    status: 409,
    text: 'The cost of this complaint waits for approval. It can go on once that is decided.',
  },
  'cost rejected': {
    code: 1421,
    status: 409,
    text: 'The cost of this complaint was rejected. Please change the cost first.',
  },
  'draft gone': {
    code: 1459,
    status: 409,
    text: 'This draft was sent, changed or deleted elsewhere, perhaps in another tab.',
  },
  'completed already': {
    code: 1454,
    status: 409,
    text: 'This is completed and can no longer be changed. An administrator can undo the completion.',
  },
  'check is done': {
    code: 1488,
    status: 409,
    text: 'This check is answered and can no longer be changed. Check again if the price has changed since.',
  },
  'order scanned': {
    code: 1493,
    status: 409,
    text: 'This order is scanned out already: what it says can no longer be changed.',
  },
  'order unknown': { code: 1494, status: 404, text: 'No order has the code {{code}}.' },
  'task over': { code: 1514, status: 409, text: 'This task is over. Please reopen it first.' },
  'tasks open': { code: 1517, status: 409, text: 'Tasks of this complaint are still open: {{n}}.' },
  'event over': {
    code: 1580,
    status: 409,
    text: 'This event is over: its draws can be checked by everybody, so nothing of it changes any more.',
  },
} as const

export type ScreenRefusalName = keyof typeof SCREEN_REFUSALS
