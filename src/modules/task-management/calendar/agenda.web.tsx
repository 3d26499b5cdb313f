import { formatDay } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { weekdayName } from '../../../shared/time/weekdays.ts'
import css from './agenda.module.css'
import { EventSaid, EventWords, toned, toneOf } from './event.web.tsx'
import { blockOf, daysOf } from './placing.ts'
import type { CalendarWindow, ChainDay, ShownTask } from './window.ts'

interface AgendaProps {
  window: CalendarWindow
  zone: string
  today: string
  onOpen: (task: ShownTask) => void
}

/** The days one below the other, each with its tasks; days without any take one line. */
export function Agenda({ window: { days, tasks }, zone, today, onOpen }: AgendaProps) {
  const placed = tasks.map((task) => ({ task, ...daysOf(blockOf(task, zone)) }))
  return (
    <ol className={css.agenda}>
      {days.map((day) => (
        <li key={day.day} data-today={day.day === today || undefined} data-rests={day.opens === null || undefined}>
          <h3>
            {dayName(day.day)} <span>{formatDay(day.day).slice(0, 5)}</span>
            <DayNote day={day} isToday={day.day === today} />
          </h3>
          <ul>
            {placed
              .filter(({ first, last }) => first <= day.day && last >= day.day)
              .map(({ task, first, last }) => (
                <li key={task.id}>
                  <button type="button" className={toned} data-tone={toneOf(task)} onClick={() => onOpen(task)}>
                    <EventWords task={task} zone={zone} isTimed={first === last || day.day === first} />
                    <EventSaid task={task} zone={zone} />
                  </button>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

export const dayName = (day: string): string => t(weekdayName(day))

const DayNote = ({ day: { holiday, opens }, isToday }: { day: ChainDay; isToday: boolean }) => (
  <small>
    {[...(isToday ? [t('Today')] : []), ...(holiday ? [holiday.name] : opens === null ? [t('Day of rest')] : [])].join(
      ' · ',
    )}
  </small>
)
