import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'
import { formatDay } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { plusDays } from '../../../shared/time/spans.ts'
import { dayName } from './agenda.web.tsx'
import { Bar, type BlockActs, useEntry } from './block.web.tsx'
import { isMovable } from './held.web.ts'
import css from './month.module.css'
import { type Packed, packed, weeksOf } from './packing.ts'
import { type Dates, type Edge, moved, onDay } from './placing.ts'
import type { CalendarWindow, ChainDay, ShownTask } from './window.ts'

interface MonthProps extends BlockActs {
  on: string
  today: string
  window: CalendarWindow
  canMove: boolean
  onMove: (task: ShownTask, dates: Dates) => void
  onDay: (day: string) => void
}

const TAKEN = Symbol('taken')
interface Taken {
  task: ShownTask
  edge: Edge | null
}
const takenFrom = (data: Record<string | symbol, unknown>): Taken | null => (data[TAKEN] as Taken | undefined) ?? null // only `Entry` puts it there

/** The weeks of a month, each with its days and, across them, its tasks: to be dragged, and pulled by either end. */
export function Month(props: MonthProps) {
  const { window, zone, held, onMove, on, today } = props
  const entry = useEntry(window.tasks)
  const [over, setOver] = useState<string | null>(null)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => takenFrom(source.data) !== null,
        onDrag: ({ location }) => setOver(dayIn(location.current)),
        onDrop: ({ source, location }) => {
          setOver(null)
          const [taken, from, to] = [takenFrom(source.data), dayIn(location.initial), dayIn(location.current)]
          if (!taken || !to) return
          const { task, edge } = taken
          const dates = edge
            ? onDay(task, edge, to, zone)
            : moved(task, from ? Date.parse(to) - Date.parse(from) : 0, zone)
          if (dates) onMove(task, dates)
        },
      }),
    [onMove, zone],
  )
  return (
    <div className={css.month}>
      <div className={css.weekdays} aria-hidden="true">
        {window.days.slice(0, 7).map(({ day }) => (
          <span key={day}>{dayName(day)}</span>
        ))}
      </div>
      {weeksOf(window.days).map((days) => (
        <Week key={days[0]?.day} {...{ ...props, days, entry, over, on, today, held }} />
      ))}
    </div>
  )
}

const dayIn = (location: { dropTargets: readonly { data: Record<string | symbol, unknown> }[] }): string | null => {
  const day = location.dropTargets[0]?.data.day
  return typeof day === 'string' ? day : null
}

interface WeekProps extends MonthProps {
  days: readonly ChainDay[]
  entry: ReturnType<typeof useEntry>
  over: string | null
}

function Week({ days, entry, over, ...props }: WeekProps) {
  const { window, zone, on, today, held, onDay: open } = props
  const week = useRef<HTMLElement>(null)
  const first = days[0]?.day ?? ''
  useEffect(() => {
    const element = week.current
    if (!element) return
    return dropTargetForElements({
      element,
      getData: ({ input }) => {
        const { left, width } = element.getBoundingClientRect()
        const at = Math.min(6, Math.max(0, Math.floor(((input.clientX - left) * 7) / width)))
        return { day: plusDays(first, at) }
      },
    })
  }, [first])
  const lines = linesOfADay(window.days.length / 7)
  const { bars, hidden } = packed(
    window.tasks,
    days.map(({ day }) => day),
    { zone, lines, first: held },
  )
  return (
    <section ref={week} className={css.week} style={{ '--lines': lines } as object}>
      {days.map((day, at) => (
        <div
          key={day.day}
          className={css.day}
          style={{ gridColumn: at + 1 }}
          data-outside={day.day.slice(0, 7) !== on.slice(0, 7) || undefined}
          data-rests={day.opens === null || undefined}
          data-today={day.day === today || undefined}
          data-over={day.day === over || undefined}
        >
          <button type="button" onClick={() => open(day.day)}>
            <span aria-hidden="true">{Number(day.day.slice(8))}</span>
            <span className="visually-hidden">{wordsOf(day, today)}</span>
          </button>
          {day.holiday ? <small data-kind={day.holiday.kind}>{day.holiday.name}</small> : null}
        </div>
      ))}
      {bars.map((bar) => (
        <Entry key={bar.task.id} {...{ bar, entry }} acts={props} canMove={props.canMove} />
      ))}
      {days.map(({ day }, at) =>
        hidden[at] ? (
          <button key={day} type="button" className={css.more} style={{ gridColumn: at + 1 }} onClick={() => open(day)}>
            <span aria-hidden="true">{t('{{n}} more', { n: hidden[at] })}</span>
            <span className="visually-hidden">
              {t('{{n}} more on {{day}}', { n: hidden[at], day: formatDay(day) })}
            </span>
          </button>
        ) : null,
      )}
    </section>
  )
}

interface EntryProps {
  bar: Packed
  acts: BlockActs
  entry: ReturnType<typeof useEntry>
  canMove: boolean
}

function Entry({ bar: { task, from, length, row, begins, ends }, acts, entry, canMove }: EntryProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isTaken, setTaken] = useState(false)
  const may = canMove && isMovable(task)
  useEffect(() => {
    if (!button.current || !may) return
    return draggable({
      element: button.current,
      getInitialData: () => ({ [TAKEN]: { task, edge: null } }),
      onDragStart: () => setTaken(true),
      onDrop: () => setTaken(false),
    })
  }, [task, may])
  return (
    <div
      className={css.entry}
      style={{ gridColumn: `${from + 1} / span ${length}`, gridRow: row + 2 }}
      data-begins={begins || undefined}
      data-ends={ends || undefined}
      data-taken={isTaken || undefined}
    >
      <Bar ref={button} {...{ task, acts, entry }} isTimed={length === 1 && begins} />
      {may && begins ? <Handle task={task} edge="start" /> : null}
      {may && ends ? <Handle task={task} edge="end" /> : null}
    </div>
  )
}

/** An end of a bar; whoever has no pointer changes it by Shift and the arrows. */
function Handle({ task, edge }: Taken & { edge: Edge }) {
  const handle = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!handle.current) return
    return draggable({ element: handle.current, getInitialData: () => ({ [TAKEN]: { task, edge } }) })
  }, [task, edge])
  return <span ref={handle} className={css.handle} data-edge={edge} aria-hidden="true" />
}

const wordsOf = ({ day, holiday }: ChainDay, today: string): string =>
  [dayName(day), formatDay(day), ...(holiday ? [holiday.name] : []), ...(day === today ? [t('Today')] : [])].join(', ')

const LINE_PX = 24
const AROUND_PX = 320
const OF_A_WEEK_PX = 52

/** As many tasks of a day as let all weeks of a month stand on the screen. */
const linesOfADay = (weeks: number): number =>
  Math.max(2, Math.floor(((globalThis.innerHeight - AROUND_PX) / weeks - OF_A_WEEK_PX) / LINE_PX))
