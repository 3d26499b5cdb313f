/** How urgent a complaint or a task is. Apart from the types, whose sentences no list of complaints needs. */
export const PRIORITIES = [
  { value: 'high', label: 'High', tone: 'bad' },
  { value: 'normal', label: 'Normal', tone: 'mute' },
  { value: 'low', label: 'Low', tone: 'mute' },
] as const
