/** Which days a repetition leaves out, by the chain's register of days off. */
export const DAYS_LEFT_OUT = [
  { value: 'none', label: 'On days off too' },
  { value: 'tet', label: 'Not during Tết' },
  { value: 'off', label: 'Not on days off' },
] as const
export type DaysLeftOut = (typeof DAYS_LEFT_OUT)[number]['value']
