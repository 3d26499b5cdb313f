import { Box, UnstyledButton } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { DayView, MonthView, type ScheduleEventData, WeekView, type WeekViewProps } from '@mantine/schedule'
import '@mantine/dates/styles.css'
import '@mantine/schedule/styles.css'
import 'dayjs/locale/ko'
import 'dayjs/locale/vi'
import { useMemo, useRef, useState } from 'react'
import { formatDay, wallClock } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { Layout } from './days.ts'
import { EventWords, saidOf, toned, toneOf } from './event.web.tsx'
import { type HeldKeys, isMovable } from './held.web.ts'
import { blockOf, type Dates, daysOf, dropped, pulled } from './placing.ts'
import css from './schedule.module.css'
import type { CalendarWindow, ChainDay, ShownTask } from './window.ts'

export interface ScheduleProps {
  layout: Layout
  /** A day in sight. */
  on: string
  today: string
  zone: string
  window: CalendarWindow
  canMove: boolean
  held: number | null
  onKeyDown: HeldKeys
  onOpen: (task: ShownTask) => void
  onMove: (task: ShownTask, dates: Dates) => void
  onDay: (day: string) => void
}

interface Changed {
  event: ScheduleEventData
  newStart: string
  newEnd: string
}
type TaskEvent = ScheduleEventData<{ task: ShownTask }>
const taskOf = (event: ScheduleEventData): ShownTask | undefined => (event as TaskEvent).payload?.task // as `eventsOf` makes them

/** Tasks in days and hours, to be dragged about and pulled by their edges. */
export default function Schedule(props: ScheduleProps) {
  const { layout, on, today, zone, window, canMove } = props
  const inLane = useRef(false)
  const events = useMemo(() => eventsOf(window, zone), [window, zone])
  const renderEvent = useRenderer(props)
  const mayMove = (event: ScheduleEventData) => {
    const task = taskOf(event)
    return canMove && task !== undefined && isMovable(task)
  }
  const common = {
    date: on,
    events,
    renderEvent,
    renderEventBody: (event: ScheduleEventData) => <Body event={event} zone={zone} />,
    withHeader: false,
    labels: labels(),
    locale: currentLanguage(),
    radius: 'sm',
    withEventsDragAndDrop: canMove,
    canDragEvent: mayMove,
    onEventClick: (event: ScheduleEventData) => {
      const task = taskOf(event)
      if (task) props.onOpen(task)
    },
    onEventDrop: ({ event, newStart, newEnd }: Changed) => {
      const task = taskOf(event)
      if (task)
        props.onMove(task, dropped(task, { start: newStart, end: newEnd }, layout === 'month' || inLane.current, zone))
    },
  }
  const hours = {
    ...common,
    startTime: '00:00:00',
    endTime: '23:59:59',
    startScrollTime: '07:00:00',
    slotHeight: 48,
    allDaySlotHeight: 2 * LANE_PX,
    withEventResize: canMove,
    canResizeEvent: mayMove,
    eventDragInterval: 30,
    eventResizeInterval: 30,
    getCurrentTime: () => {
      const { day, time, seconds } = wallClock(new Date(), zone)
      return `${day} ${time}:${seconds}`
    },
    onEventResize: ({ event, newStart, newEnd }: Changed) => {
      const task = taskOf(event)
      const dates = task && pulled(task, { start: newStart, end: newEnd }, zone)
      if (task && dates) props.onMove(task, dates)
    },
    highlightBusinessHours: true,
    scrollAreaProps: { mah: 'calc(100vh - 250px)' },
  }
  return (
    <DatesProvider settings={{ locale: currentLanguage(), firstDayOfWeek: 1, weekendDays: restDays(window.days) }}>
      <div
        className={css.schedule}
        style={{ '--lane-rows': laneRows(window, zone) } as object}
        data-layout={layout}
        onDropCapture={(event) => {
          inLane.current = event.target instanceof Element && event.target.closest(`.${css.lane}`) !== null
        }}
      >
        {layout === 'month' ? (
          <MonthView
            {...common}
            maxEventsPerDay={linesOfADay(window.days.length / 7)}
            consistentWeeks={false}
            weekdayFormat="ddd"
            withWeekNumbers
            onDayClick={props.onDay}
            getDayProps={(day) => dayProps(window, day, today)}
            classNames={{ monthViewDay: css.day }}
          />
        ) : layout === 'week' ? (
          <WeekView
            {...hours}
            businessHours={hoursByWeekday(window.days)}
            weekdayFormat="ddd"
            highlightToday
            onViewChange={() => undefined}
            onDateChange={props.onDay}
            classNames={{
              weekViewAllDaySlots: css.lanes ?? '',
              weekViewAllDaySlotsList: css.lane ?? '',
              weekViewAllDaySlotsEvents: css.laneEvents ?? '',
            }}
          />
        ) : (
          <DayView
            {...hours}
            businessHours={hoursOf(window.days[0]) ?? NONE}
            classNames={{ dayViewAllDay: css.lane ?? '' }}
          />
        )}
      </div>
    </DatesProvider>
  )
}

function Body({ event, zone }: { event: ScheduleEventData; zone: string }) {
  const task = taskOf(event)
  return task ? <EventWords task={task} zone={zone} /> : <span className={css.holiday}>{event.title}</span>
}

/** One task of them is reached by Tab, the others from it by the arrows. */
function useRenderer({ window, zone, held, onKeyDown }: ScheduleProps): NonNullable<WeekViewProps['renderEvent']> {
  const [focused, setFocused] = useState<number>()
  const { tasks } = window
  const entry = tasks.some(({ id }) => id === focused) ? focused : tasks[0]?.id
  return (event, { children, ...props }) => {
    const task = taskOf(event)
    if (!task) return <Box {...(props as object)}>{children}</Box> // what lies behind is no button
    return (
      <UnstyledButton
        {...props}
        className={`${props.className ?? ''} ${css.event} ${toned}`}
        style={{ ...props.style, ...COLOURS }}
        data-tone={toneOf(task)}
        data-held={held === task.id || undefined}
        aria-label={saidOf(task, zone)}
        aria-keyshortcuts="m"
        tabIndex={task.id === entry ? 0 : -1}
        onFocus={() => setFocused(task.id)}
        onKeyDown={(pressed) => onKeyDown(pressed, task)}
      >
        {children}
      </UnstyledButton>
    )
  }
}

const COLOURS = {
  '--event-bg': 'var(--tone-soft)',
  '--event-hover': 'var(--tone-soft)',
  '--event-color': 'var(--text)',
} as object

const LANE_PX = 26
const LANE_ROWS_MOST = 6

/** How many tasks of several days lie above each other at most. */
function laneRows({ days, tasks }: CalendarWindow, zone: string): number {
  const long = tasks.map((task) => daysOf(blockOf(task, zone))).filter(({ first, last }) => first !== last)
  const most = Math.max(...days.map(({ day }) => long.filter(({ first, last }) => first <= day && last >= day).length))
  return Math.min(Math.max(most, 1), LANE_ROWS_MOST)
}

const LINE_PX = 24
const AROUND_PX = 330
const OF_A_WEEK_PX = 52

/** As many tasks of a day as let all weeks of a month stand on the screen. */
const linesOfADay = (weeks: number): number =>
  Math.max(2, Math.floor(((globalThis.innerHeight - AROUND_PX) / weeks - OF_A_WEEK_PX) / LINE_PX))

/** Weekdays on which nobody works; a holiday alone makes none. */
const restDays = (days: readonly ChainDay[]) =>
  days.flatMap(({ day, opens, holiday }) =>
    opens === null && !holiday ? [new Date(`${day}T00:00:00Z`).getUTCDay() as 0] : [],
  )

/** Tasks, and behind them the holidays. */
function eventsOf({ days, tasks }: CalendarWindow, zone: string): ScheduleEventData[] {
  const free = days.flatMap(({ day, holiday }): ScheduleEventData[] =>
    holiday
      ? [
          {
            id: `holiday ${day}`,
            title: holiday.name,
            start: `${day} 00:00:00`,
            end: `${day} 23:59:59`,
            color: holiday.kind === 'off' ? 'red' : 'green',
            display: 'background',
          },
        ]
      : [],
  )
  return [
    ...free,
    ...tasks.map(
      (task): TaskEvent => ({
        id: task.id,
        title: task.title,
        color: 'gray',
        payload: { task },
        ...blockOf(task, zone),
      }),
    ),
  ]
}

const NONE: [string, string] = ['00:00:00', '00:00:00']
const hoursOf = (day: ChainDay | undefined): [string, string] | null =>
  day?.opens && day.closes ? [`${day.opens}:00`, day.closes === '24:00' ? '23:59:59' : `${day.closes}:00`] : null

/** What is worked in the week in sight, Sunday first. */
const hoursByWeekday = (days: readonly ChainDay[]) =>
  Object.fromEntries(days.map((day) => [new Date(`${day.day}T00:00:00Z`).getUTCDay(), hoursOf(day)]))

function dayProps({ days }: CalendarWindow, day: string, today: string) {
  const found = days.find((one) => one.day === day)
  const holiday = found?.holiday
  const words = [formatDay(day), ...(holiday ? [holiday.name] : []), ...(day === today ? [t('Today')] : [])]
  return {
    'aria-label': words.join(', '),
    'data-rests': (found && found.opens === null) || undefined,
    'data-chain-today': day === today || undefined,
  }
}

const labels = () => ({
  day: t('Day'),
  week: t('Week'),
  month: t('Month'),
  allDay: t('Several days'),
  weekday: t('Day'),
  timeSlot: t('Hour'),
  today: t('Today'),
  more: t('More'),
  noEvents: t('No tasks'),
  moreLabel: (n: number) => t('{{n}} more', { n }),
})
