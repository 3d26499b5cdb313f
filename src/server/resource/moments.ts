/** Of a moment as it is stored or sent, in milliseconds of the epoch. */
export const timeOf = (value: unknown): number | null =>
  value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : null
