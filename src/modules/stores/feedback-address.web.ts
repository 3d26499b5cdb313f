/** Where a store's code leads: the public form with the store chosen. */
export const feedbackAddress = (code: string): string => `${location.origin}/feedback?store=${encodeURIComponent(code)}`
