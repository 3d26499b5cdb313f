/** How somebody stands today: the first of these that holds. Only the two last may come in. */
export const STANDINGS = [
  { value: 'blocked', label: 'Blocked', tone: 'bad' },
  { value: 'inactive', label: 'Inactive', tone: 'mute' },
  { value: 'expired', label: 'Expired', tone: 'bad' },
  { value: 'not yet', label: 'Not valid yet', tone: 'info' },
  { value: 'ending', label: 'Ending soon', tone: 'warn' },
  { value: 'valid', label: 'Valid', tone: 'ok' },
] as const
export type Standing = (typeof STANDINGS)[number]['value']

/** So many days before their last one somebody is ending. */
const ENDING_DAYS = 30

/** The standing of the row `r` on a day, both SQL. */
export const standingOn = (day: string): string => `case when r.status = 'blocked' then 'blocked'
  when not r.active then 'inactive'
  when r.valid_until < ${day} then 'expired'
  when r.valid_from > ${day} then 'not yet'
  when r.valid_until <= ${day} + ${ENDING_DAYS}::int then 'ending'
  else 'valid' end`

/** Who is ending is valid all the same. */
export const standingsOf = (asked: readonly string[]): string[] => [
  ...new Set(asked.flatMap((one) => (one === 'valid' ? ['valid', 'ending'] : [one]))),
]
