export const FORMS = [
  { value: 'classic', label: 'One-page form' },
  { value: 'steps', label: 'Step-by-step form' },
  { value: 'desk', label: 'At the desk' },
] as const

export const REQUEST_TYPES = [
  { value: 'new', label: 'New card', tone: 'info' },
  { value: 'reissue', label: 'Card lost or broken', tone: 'warn' },
  { value: 'change', label: 'Change of information', tone: 'violet' },
] as const

/** Which paper a number is of; each has its own rule (papers.ts). */
export const DOCUMENTS = [
  { value: 'citizen', label: 'Citizen card' },
  { value: 'passport', label: 'Passport' },
  { value: 'other', label: 'Other document' },
] as const

/** What does not fit together; it never stops anybody. */
export const WARNINGS = [
  { value: 'birth year', label: 'The year of birth does not match the number', tone: 'warn' },
  { value: 'place', label: 'The number does not start with a known place of birth', tone: 'warn' },
  { value: 'age', label: 'Younger than 14', tone: 'warn' },
  { value: 'name', label: 'The name is hardly a whole name', tone: 'warn' },
  { value: 'phone', label: 'The phone is no mobile', tone: 'warn' },
] as const
