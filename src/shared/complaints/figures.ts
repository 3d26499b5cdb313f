/** A figure of complaints: one name, one measure, wherever it stands. Catalog keys. */
export interface FigureWords {
  label: string
  /** What exactly it counts. */
  about: string
}

export const FIGURE_WORDS = {
  open: {
    label: 'Open',
    about: 'Not completed yet: new, being handled or reopened, those past their deadline included.',
  },
  open_in_time: { label: 'Open, in time', about: 'Not completed yet, and not past the deadline that holds now.' },
  overdue: { label: 'Overdue', about: 'Open, and past the deadline that holds now.' },
  now_completed: { label: 'Completed', about: 'Stand at Completed now: done, and neither closed nor reopened since.' },
  now_closed: { label: 'Closed', about: 'Stand at Closed now, those merged into another included.' },
  received: { label: 'Received', about: 'Came in during the period, whatever has become of them since.' },
  finished: { label: 'Finished', about: 'Came in during the period and are completed or closed.' },
  completed: { label: 'Completed in the period', about: 'Completed during the period, whenever they came in.' },
  in_time: { label: 'In time', about: 'Completed or closed, and never past their deadline.' },
  late: { label: 'Late', about: 'Past their deadline now or at any time before, whatever has become of them since.' },
  portion: { label: 'Portion', about: 'Of all complaints of the period; those with several tags count under each.' },
  on_time_of_completed: {
    label: 'Completed in time',
    about: 'Of those completed during the period: the share that was never past its deadline.',
  },
  on_time_of_received: {
    label: 'In time, of those received',
    about: 'Of those that came in during the period and are done or late: the share done within the deadline.',
  },
  on_time_of_finished: {
    label: 'In time, of those finished',
    about: 'Of those that came in during the period and are completed or closed: the share done within the deadline.',
  },
  reply_median: {
    label: 'To first reply (median)',
    about: 'From receipt until somebody first took it up; half of those received during the period took less time.',
  },
  reply_mean: {
    label: 'To first reply (mean)',
    about: 'From receipt until somebody first took it up, on average over those received during the period.',
  },
  completion_median: {
    label: 'To completion (median)',
    about: 'From receipt to completion; half of those completed during the period took less time.',
  },
  rating: { label: 'Rating', about: 'Average of the customers’ stars, of those completed during the period.' },
} as const satisfies Record<string, FigureWords>

/** Under the open ones, of which some are late. */
export const OF_WHICH_OVERDUE = 'of which {{n}} overdue'
