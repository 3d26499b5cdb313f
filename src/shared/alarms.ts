/** What those who watch over the chain are told of at once (design/security.md, alarms); but for rights changed at night, acts in the audit. */
export const ALARMS = [
  'harvest alarm',
  'large export',
  'password guessing',
  'rights at night',
  'webhook stopped',
  'log changed',
] as const

export const isAlarm = (action: string): boolean => ALARMS.some((one) => one === action)
