/** The same tasks laid out otherwise, each at an address of its own; the list stands in the menu. */
export const TASK_VIEWS = [
  { path: '/task-management/board', label: 'Board' },
  { path: '/task-management/calendar', label: 'Calendar' },
  { path: '/task-management/load', label: 'Load' },
] as const
