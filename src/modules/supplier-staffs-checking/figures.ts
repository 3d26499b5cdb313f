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
