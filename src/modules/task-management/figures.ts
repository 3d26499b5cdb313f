/** Working hours of an estimated day. */
const DAY_HOURS = 8

const DONE = { outcome: ['on_time', 'late'] }
/** Estimates are held against what was spent where both are known, and nowhere else. */
const COMPARED = "r.state = 'done' and r.estimate is not null and r.hours_spent is not null"

/** What is counted ahead of tasks, by the day each is for: that of its end, else of its entry. */
export const TASK_FIGURES = {
  tasks: { label: 'Tasks', hint: 'By the day each ends on; without an end, by the day it was entered', count: true },
  on_time: {
    label: 'Done on time',
    hint: 'Finished by its end, or without one, whenever it was approved',
    count: true,
    where: { outcome: ['on_time'] },
    more: 'better',
  },
  late: {
    label: 'Late',
    hint: 'Finished after its end, or still open after it',
    count: true,
    where: { outcome: ['late', 'open_late'] },
    more: 'worse',
  },
  open: { label: 'Open', hint: 'Not over yet, late or not', count: true, where: { outcome: ['open', 'open_late'] } },
  cancelled: {
    label: 'No longer needed',
    hint: 'Neither done nor late',
    count: true,
    where: { outcome: ['cancelled'] },
  },
  done: { label: 'Done', count: true, where: DONE, isHidden: true },
  on_time_share: { label: 'On time, of those done', ratio: ['on_time', 'done'], unit: 'percent', more: 'better' },
  quality: { label: 'Quality', hint: 'Mean of 1 to 5, as approvers gave it', mean: 'quality', more: 'better' },
  estimated: {
    label: 'Hours estimated',
    hint: 'Of done tasks whose estimate and hours spent are both known; a day has 8 hours',
    sum: {
      sql: `case when ${COMPARED} then r.estimate * case r.estimate_unit when 'days' then ${DAY_HOURS} else 1 end end`,
    },
    unit: 'hours',
  },
  spent: {
    label: 'Hours spent',
    hint: 'Of the same tasks',
    sum: { sql: `case when ${COMPARED} then r.hours_spent end` },
    unit: 'hours',
  },
  spent_more: { label: 'Hours over the estimate', difference: ['spent', 'estimated'], unit: 'hours', more: 'worse' },
} as const

/** By what they are told. */
export const STATISTICS_ROWS = ['month', 'in_charge', 'department', 'store', 'template', 'priority'] as const
