/** What a registration at the desk brings beside the person: their consent, their signature, and what is said of the card. */
export const AT_THE_DESK = {
  agreed: true,
  terms: '1',
  card_later: true,
  signature:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
} as const
