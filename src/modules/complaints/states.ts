/** What is stored; `overdue` is not among them (design/complaints.md, Status). */
export const STATES = [
  { value: 'new', label: 'New', tone: 'info' },
  { value: 'processing', label: 'Processing', tone: 'accent' },
  { value: 'completed', label: 'Completed', tone: 'ok' },
  { value: 'closed', label: 'Closed', tone: 'mute' },
  { value: 'reopened', label: 'Reopened', tone: 'violet' },
  { value: 'deleted', label: 'Deleted', tone: 'mute' },
] as const
/** In which the work goes on and the deadline runs. */
export const OPEN_STATES = ['new', 'processing', 'reopened'] as const
/** Whether a state is open: SQL over the column that holds it. */
export const isOpenState = (state: string): string => `${state} in (${OPEN_STATES.map((one) => `'${one}'`).join(', ')})`
export const isOpenIn = (state: unknown): boolean => OPEN_STATES.some((one) => one === state)
/** The open states as lists and counts show them. */
export const OPEN_STATUSES = ['overdue', ...OPEN_STATES] as const

const [NEW, PROCESSING, ...LATER] = STATES
/** What lists, counts and reports show, in the order of the tabs. */
export const STATUSES = [NEW, PROCESSING, { value: 'overdue', label: 'Overdue', tone: 'bad' }, ...LATER] as const
/** The columns of the board, in their order. */
export const BOARD_STATUSES = ['new', 'processing', 'overdue', 'reopened', 'completed', 'closed'] as const
export type Status = (typeof STATUSES)[number]['value']
