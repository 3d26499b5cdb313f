import { instantOf, wallClock } from '../../../shared/format.ts'
import { weekdayOf } from '../../../shared/time/calendar.ts'
import { plusDays } from '../../../shared/time/spans.ts'

export interface LaterMoment {
  label: string
  moment: Date
}

/** The moments to which a mail is usually put off, by the clock of the chain; those that have passed are left out. */
export function laterMoments(now: Date, timeZone: string): LaterMoment[] {
  const today = wallClock(now, timeZone).day
  const on = (days: number, time: string) => instantOf(`${plusDays(today, days)} ${time}`, timeZone)
  // On a Sunday tomorrow is Monday already.
  const toMonday = 8 - (weekdayOf(today) % 7)
  return [
    { label: 'Today at 13:30', moment: on(0, '13:30') },
    { label: 'Today at 17:00', moment: on(0, '17:00') },
    { label: 'Tomorrow at 8:00', moment: on(1, '08:00') },
    { label: 'Monday at 8:00', moment: on(toMonday, '08:00') },
  ].filter(({ moment }) => moment.getTime() > now.getTime() + 60_000)
}
