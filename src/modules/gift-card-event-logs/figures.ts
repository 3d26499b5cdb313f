import type { StatisticsOptions } from '../../shared/definition/statistics-options.ts'

const GIVEN = { state: ['won', 'handed-out'] } as const

/** What the log tells by itself; what stands against the plan is told by the report of its own. */
export const LOG_FIGURES = {
  draws: { label: 'Draws', hint: 'Every draw, with and without a gift', count: true },
  given: { label: 'Gifts won', hint: 'Won or handed out, and not returned', count: true, where: GIVEN },
  value: { label: 'Value of gifts won', sum: 'value', where: GIVEN },
  handed_out: { label: 'Handed out', count: true, where: { state: ['handed-out'] } },
  waiting: { label: 'To be handed out', count: true, where: { state: ['won'] } },
  not_taken: { label: 'Not taken', count: true, where: { state: ['not-taken'] }, more: 'worse' },
  given_share: { label: 'Draws with a gift', ratio: ['given', 'draws'], unit: 'percent' },
} as const satisfies StatisticsOptions['figures']
