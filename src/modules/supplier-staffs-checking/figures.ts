/** The day of the week of a visit, and the hour of the arrival in the chain's time: the map of when they come. */
export const WEEKDAYS = [
  { value: '1', label: 'Monday' },
  { value: '2', label: 'Tuesday' },
  { value: '3', label: 'Wednesday' },
  { value: '4', label: 'Thursday' },
  { value: '5', label: 'Friday' },
  { value: '6', label: 'Saturday' },
  { value: '7', label: 'Sunday' },
] as const
export const WEEKDAY = 'extract(isodow from r.visit_on)::text'

export const HOURS = Array.from({ length: 24 }, (_, hour) => {
  const value = String(hour).padStart(2, '0')
  return { value, label: `${value}:00` }
})
export const HOUR = `to_char(r.receiving_date at time zone chain_zone(), 'HH24')`

const CAME = { status: ['inside', 'left', 'unresolved', 'resolved'] }

/** What is counted ahead of visits; of those that were planned and missed only that. */
export const VISIT_FIGURES = {
  visits: { label: 'Visits', hint: 'Everybody who came in, each time', count: true, where: CAME },
  people: { label: 'People', hint: 'Different people who came in', distinct: 'staff', where: CAME },
  hours: {
    label: 'Hours on site',
    hint: 'From check-in to check-out',
    sum: { sql: 'r.minutes / 60.0' },
    unit: 'hours',
  },
  bags_in: { label: 'Bags in', sum: 'bag_quantity', where: CAME },
  bags_out: { label: 'Bags out', sum: 'bags_out' },
  bags_more: {
    label: 'Bags too many',
    hint: 'Carried out beyond those that were brought in',
    sum: { sql: 'greatest(r.bags_difference, 0)' },
    more: 'worse',
  },
  bags_fewer: {
    label: 'Bags left behind',
    hint: 'Brought in and not carried out',
    sum: { sql: 'greatest(-r.bags_difference, 0)' },
  },
  overstays: { label: 'Stayed beyond closing', count: true, where: { is_overstay: ['true'] }, more: 'worse' },
  unresolved: {
    label: 'Left without checking out',
    hint: 'Resolved since or not',
    count: true,
    where: { status: ['unresolved', 'resolved'] },
    more: 'worse',
  },
  no_shows: {
    label: 'Did not come',
    hint: 'Planned visits that were missed',
    count: true,
    where: { status: ['no-show'] },
    more: 'worse',
  },
} as const
