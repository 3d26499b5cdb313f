/** Where a task stands: the columns of the board, and the end that counts neither as done nor as late. */
export const TASK_STATES = [
  { value: 'todo', label: 'Not begun', tone: 'mute' },
  { value: 'doing', label: 'Under way', tone: 'info' },
  { value: 'asked', label: 'Waiting for approval', tone: 'violet' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
  { value: 'done', label: 'Done', tone: 'ok' },
  { value: 'cancelled', label: 'No longer needed', tone: 'mute' },
] as const
export type TaskState = (typeof TASK_STATES)[number]['value']

/** Where the processor still has something to do. */
export const WORKING_STATES = ['todo', 'doing', 'rejected'] as const satisfies readonly TaskState[]
/** Not over yet. */
export const OPEN_STATES = [...WORKING_STATES, 'asked'] as const satisfies readonly TaskState[]

/** The columns of the board, in their order. */
export const BOARD_STATES = ['todo', 'doing', 'asked', 'rejected', 'done'] as const satisfies readonly TaskState[]

export const isOpen = (state: string): boolean => OPEN_STATES.some((one) => one === state)

/** The statuses of the specification (section 4); a state says more. */
export const TASK_STATUSES = [
  { value: 'pending', label: 'Pending', tone: 'info' },
  { value: 'done', label: 'Done', tone: 'ok' },
  { value: 'cancelled', label: 'No longer needed', tone: 'mute' },
] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]['value']

export const APPROVALS = [
  { value: 'none', label: 'None', tone: 'mute' },
  { value: 'requested', label: 'Requested', tone: 'violet' },
  { value: 'approved', label: 'Approved', tone: 'ok' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
] as const
export type Approval = (typeof APPROVALS)[number]['value']

/** What becomes of a task, as the figures tell it. */
export const OUTCOMES = [
  { value: 'on_time', label: 'Done on time', tone: 'ok' },
  { value: 'late', label: 'Done late', tone: 'warn' },
  { value: 'open', label: 'Open', tone: 'info' },
  { value: 'open_late', label: 'Open and late', tone: 'bad' },
  { value: 'cancelled', label: 'No longer needed', tone: 'mute' },
] as const
export type Outcome = (typeof OUTCOMES)[number]['value']

const quoted = (states: readonly TaskState[]): string => states.map((state) => `'${state}'`).join(', ')
/** Whether a state, given in SQL, is one of these. */
export const isOneOf = (state: string, states: readonly TaskState[]): string => `${state} in (${quoted(states)})`
