/** What the generative service may be asked to propose about a complaint. */
export const PROPOSALS = [
  { value: 'summary', label: 'Summary' },
  { value: 'answer', label: 'Answer to the customer' },
  { value: 'translation', label: 'Translation' },
] as const
export type Proposal = (typeof PROPOSALS)[number]['value']
