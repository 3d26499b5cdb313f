/** Acts in the audit that those who watch over the chain are told of at once (design/security.md, alarms). */
export const ALARMS = ['harvest alarm', 'large export', 'webhook stopped'] as const

export const isAlarm = (action: string): boolean => ALARMS.some((one) => one === action)
