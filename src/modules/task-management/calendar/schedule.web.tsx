import { Box, UnstyledButton } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { type ScheduleEventData, WeekView, type WeekViewProps } from '@mantine/schedule'
import { weekdayOf } from '../../../shared/time/calendar.ts'
import '@mantine/schedule/styles.css'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { formatDay, wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { dayName } from './agenda.web.tsx'
import { type BlockActs, blockProps, useEntry } from './block.web.tsx'
import { EventSaid, EventWords, toned } from './event.web.tsx'
import { isMovable } from './held.web.ts'
import { type Block, blockOf, type Dates, daysOf, dropped, pulled } from './placing.ts'
import css from './schedule.module.css'
import type { CalendarWindow, ChainDay, ShownTask } from './window.ts'

const DayView = lazy(() => import('./day-view.web.ts'))

export interface ScheduleProps extends BlockActs {
  layout: 'day' | 'week'
  /** A day in sight. */
  on: string
  today: string
  window: CalendarWindow
  canMove: boolean
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
  const events = useMemo(
    () => eventsOf(window, zone, (block) => (layout === 'week' ? inWeek(block) : inDay(block, on))),
    [window, zone, layout, on],
  )
  const rows = layout === 'week' ? laneRows(window, zone) : DAY_ROWS
  const rowsShown = Math.min(rows, LANE_ROWS_MOST)
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
    radius: 'sm',
    withEventsDragAndDrop: canMove,
    canDragEvent: mayMove,
    onEventClick: (event: ScheduleEventData) => {
      const task = taskOf(event)
      if (task) props.onOpen(task)
    },
    onEventDrop: ({ event, newStart, newEnd }: Changed) => {
      const task = taskOf(event)
      if (task) props.onMove(task, dropped(task, { start: newStart, end: newEnd }, inLane.current, zone))
    },
  }
  const hours = {
    ...common,
    startTime: '00:00:00',
    endTime: '23:59:59',
    startScrollTime: opensAt(rowsShown),
    eventOverlapMode: 'cascade' as const,
    slotHeight: HOUR_PX,
    allDaySlotHeight: DAY_ROWS * LANE_PX,
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
    <DatesProvider settings={{ firstDayOfWeek: 1, weekendDays: [] }}>
      <div
        className={css.schedule}
        style={{ '--lane-rows': rows, '--lane-rows-shown': rowsShown } as object}
        data-layout={layout}
        data-crowded={rows > rowsShown || undefined}
        onDropCapture={(event) => {
          inLane.current = event.target instanceof Element && event.target.closest(`.${css.lane}`) !== null
        }}
      >
        {layout === 'week' ? <Heads days={window.days} today={today} open={props.onDay} /> : null}
        {layout === 'week' ? (
          <WeekView
            {...hours}
            businessHours={hoursByWeekday(window.days)}
            classNames={{
              weekViewHeader: css.none ?? '',
              weekViewAllDaySlots: css.lanes ?? '',
              weekViewAllDaySlotsLabel: css.laneLabel ?? '',
              weekViewAllDaySlotsList: css.lane ?? '',
              weekViewAllDaySlotsEvents: css.laneEvents ?? '',
              weekViewInner: css.hours ?? '',
            }}
          />
        ) : (
          <Suspense>
            <DayView
              {...hours}
              businessHours={hoursOf(window.days[0]) ?? NONE}
              classNames={{ dayViewAllDay: css.lane ?? '', dayViewSlotLabel: css.dayLabel ?? '' }}
            />
          </Suspense>
        )}
      </div>
    </DatesProvider>
  )
}

function Body({ event, zone }: { event: ScheduleEventData; zone: string }) {
  const task = taskOf(event)
  return task ? <EventWords task={task} zone={zone} /> : <span className={css.holiday}>{event.title}</span>
}

function useRenderer(props: ScheduleProps): NonNullable<WeekViewProps['renderEvent']> {
  const entry = useEntry(props.window.tasks)
  return (event, { children, ...given }) => {
    const task = taskOf(event)
    if (!task) return <Box {...(given as object)}>{children}</Box> // what lies behind is no button
    return (
      <UnstyledButton
        {...given}
        className={`${given.className ?? ''} ${css.event} ${toned}`}
        style={{ ...given.style, ...COLOURS }}
        {...blockProps(task, props, entry)}
      >
        {children}
        <EventSaid task={task} zone={props.zone} />
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
/** Of a day alone; what finds no room there is one press away. */
const DAY_ROWS = 2
const HOUR_PX = 48
const MORNING = 7

/** So much earlier than the morning as the rows above cover. */
const opensAt = (rows: number): string =>
  `${String(Math.max(0, MORNING - Math.ceil((rows * LANE_PX) / HOUR_PX))).padStart(2, '0')}:00:00`

/** The rest is scrolled to; half a row says that there is more. */
const LANE_ROWS_MOST = 6.5

/** How many tasks of several days lie above each other at most. */
function laneRows({ days, tasks }: CalendarWindow, zone: string): number {
  const long = tasks.map((task) => daysOf(blockOf(task, zone))).filter(({ first, last }) => first !== last)
  return Math.max(1, ...days.map(({ day }) => long.filter(({ first, last }) => first <= day && last >= day).length))
}

/** Tasks, and behind them the holidays. */
function eventsOf({ days, tasks }: CalendarWindow, zone: string, placed: (block: Block) => Block): ScheduleEventData[] {
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
        ...placed(blockOf(task, zone)),
      }),
    ),
  ]
}

/** A bar over several days takes all of the first and the last: another that begins where it ends stands below it. */
function inWeek(block: Block): Block {
  const { first, last } = daysOf(block)
  return first === last ? block : wholeDays(first, last)
}

/** In a day alone, what began before it takes all of it. */
function inDay(block: Block, day: string): Block {
  const { first, last } = daysOf(block)
  return first < day && last >= day ? wholeDays(day, day) : block
}

const wholeDays = (first: string, last: string): Block => ({ start: `${first} 00:00:00`, end: `${last} 23:59:59` })

interface HeadsProps {
  days: readonly ChainDay[]
  today: string
  open: (day: string) => void
}

/** The days of the week with their holidays, above what scrolls. */
const Heads = ({ days, today, open }: HeadsProps) => (
  <div className={css.heads}>
    {days.map(({ day, opens, holiday }) => (
      <button
        key={day}
        type="button"
        data-today={day === today || undefined}
        data-rests={opens === null || undefined}
        onClick={() => open(day)}
      >
        <span>
          {dayName(day)} <b>{formatDay(day).slice(0, 5)}</b>
        </span>
        {holiday ? <small>{holiday.name}</small> : opens === null ? <small>{t('Day of rest')}</small> : null}
      </button>
    ))}
  </div>
)

const NONE: [string, string] = ['00:00:00', '00:00:00']
const hoursOf = (day: ChainDay | undefined): [string, string] | null =>
  day?.opens && day.closes ? [`${day.opens}:00`, day.closes === '24:00' ? '23:59:59' : `${day.closes}:00`] : null

/** What is worked in the week in sight, Sunday first. */
const hoursByWeekday = (days: readonly ChainDay[]) =>
  Object.fromEntries(days.map((day) => [weekdayOf(day.day) % 7, hoursOf(day)]))

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
