import { weekdayOf } from './calendar.ts'

/** From Monday; catalog keys. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** What a day is called; a catalog key. */
export const weekdayName = (day: string): string => WEEKDAYS[weekdayOf(day) - 1] ?? ''
