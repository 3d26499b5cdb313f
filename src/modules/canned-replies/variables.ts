/** What a canned reply may leave open, to be filled in where it is used. */
export const VARIABLES = [
  { name: 'customer_name', label: 'Customer name' },
  { name: 'issue_number', label: 'Complaint number' },
  { name: 'title', label: 'Title' },
  { name: 'feedback_type', label: 'Feedback type' },
  { name: 'store', label: 'Store' },
  { name: 'department', label: 'Department' },
  { name: 'assignee', label: 'Assignee' },
  { name: 'deadline', label: 'Deadline' },
  { name: 'received_at', label: 'Received at' },
  { name: 'today', label: 'Today' },
  { name: 'my_name', label: 'My name' },
] as const
export type VariableName = (typeof VARIABLES)[number]['name']
export type Filling = Record<VariableName, string>

const GAP = /\{\s*([\p{L}\d_-]+)\s*\}/gu

const isKnown = (name: string): name is VariableName => VARIABLES.some((one) => one.name === name)

/** The names in braces that are no variable, each once. */
export const unknownVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(GAP)].map(([, name = '']) => name).filter((name) => !isKnown(name))),
]

/** A reply with its gaps filled; one that nothing is known for stays as it is, so that the writer sees it. */
export const fillReply = (text: string, filling: Filling): string =>
  text.replace(GAP, (gap, name: string) => (isKnown(name) && filling[name] !== '' ? filling[name] : gap))
