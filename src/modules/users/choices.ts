export const GENDERS = [
  { value: '0', label: 'Male' },
  { value: '1', label: 'Female' },
  { value: '2', label: 'Other' },
] as const

/** By index 0 to 15 (specification section 3). */
export const POSITIONS = [
  'Leader',
  'Staff',
  'CEO',
  'HR/GA Director',
  'HR Manager',
  'Admin Manager',
  'Tenant Manager',
  'Marketing Manager',
  'General MD Director',
  'FMCG MD Manager',
  'Key in Manager',
  'Fashion MD Manager',
  'Non food MD Manager',
  'Fresh Food MD Director',
  'Finance Director',
  'Expansion Director',
].map((label, at) => ({ value: String(at), label }))

export const USER_STATUSES = [
  { value: 'active', label: 'Active', tone: 'ok' },
  { value: 'unactivated', label: 'Unactivated', tone: 'mute' },
] as const
