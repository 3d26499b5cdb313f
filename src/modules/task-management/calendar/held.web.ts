import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time/units.ts'
import { WORKING_STATES } from '../states.ts'
import type { Layout } from './days.ts'
import { whenOf } from './moving.web.ts'
import { blockOf, type Dates, moved, shifted } from './placing.ts'
import type { ShownTask } from './window.ts'

/** A task that is over keeps its dates, and so does one that waits for its approval. */
export const isMovable = ({ state }: Pick<ShownTask, 'state'>): boolean => WORKING_STATES.some((one) => one === state)

export type HeldKeys = (event: KeyboardEvent<HTMLElement>, task: ShownTask) => void

type Pressed = Pick<globalThis.KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault' | 'stopPropagation'>

interface Held {
  task: ShownTask
  dates: Dates
}
interface Wishes {
  layout: Layout
  zone: string
  canMove: boolean
  /** The days that are drawn. */
  drawn: unknown
  save: (task: ShownTask, dates: Dates) => void
  /** Brings a day in sight. */
  follow: (day: string) => void
}

/**
 * Moves a task by keys alone: M takes it up, arrows move it by days and hours, with Shift its end alone, Enter sets it down and Escape puts
 * it back. Arrows walk from task to task where none is held.
 */
export function useHeld({ layout, zone, canMove, drawn, save, follow }: Wishes) {
  const [held, setHeld] = useState<Held | null>(null)
  const [said, say] = useState('')
  const id = held?.task.id
  const at = held && blockOf(held.dates, zone).start
  // It is drawn anew where it goes, and the focus goes with it.
  useEffect(() => {
    if (id !== undefined && at !== null) focusOn(id)
  }, [id, at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: days that come later bring it with them
  useEffect(() => {
    if (id !== undefined && document.activeElement === document.body) focusOn(id)
  }, [id, drawn])
  const keys: HeldKeys = (event, task) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (held) return carry(event, held)
    if ((event.key === 'm' || event.key === 'M') && canMove) takeUp(event, task)
    else walk(event)
  }
  const carry = (event: Pressed, held: Held) => {
    const dates = stepped(held.dates, event, layout, zone)
    if (dates) {
      setHeld({ ...held, dates })
      say(whenOf(dates, zone))
      follow(blockOf(dates, zone).start.slice(0, 10))
    } else if (event.key === 'Enter') {
      save(held.task, held.dates)
      setHeld(null)
      say(t('{{title}}: {{when}}', { title: held.task.title, when: whenOf(held.dates, zone) }))
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      setHeld(null)
      follow(blockOf(held.task, zone).start.slice(0, 10))
      say(t('{{title}}: back to {{when}}', { title: held.task.title, when: whenOf(held.task, zone) }))
      if (event.key === 'Tab') return
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  // Where it was carried to may not be drawn yet: the keys are its own all the same.
  useEffect(() => {
    if (!held) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.target === document.body && !(event.altKey || event.ctrlKey || event.metaKey)) carry(event, held)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  const takeUp = (event: KeyboardEvent, task: ShownTask) => {
    event.preventDefault()
    event.stopPropagation()
    if (!isMovable(task)) return say(t('{{title}}: this one cannot be moved any more', { title: task.title }))
    setHeld({ task, dates: { date_start: task.date_start, date_end: task.date_end } })
    say(
      t('{{title}} is taken up. Arrows move it, with Shift its end; Enter sets it down, Escape puts it back.', {
        title: task.title,
      }),
    )
  }
  return useHeldValue(held, said, keys)
}

const focusOn = (id: number): void => document.querySelector<HTMLElement>(`[data-event-id="${id}"]`)?.focus()

function useHeldValue(held: Held | null, said: string, keys: HeldKeys) {
  /** The tasks with the held one where it is. */
  const place = useMemo(
    () => (tasks: readonly ShownTask[]) =>
      held ? [...tasks.filter(({ id }) => id !== held.task.id), { ...held.task, ...held.dates }] : tasks,
    [held],
  )
  return { held: held?.task.id ?? null, dates: held?.dates, said, keys, place }
}

function stepped(dates: Dates, { key, shiftKey }: Pressed, layout: Layout, zone: string): Dates | null {
  const across = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  const down = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
  if (across === 0 && down === 0) return null
  const by = across * DAY_MS + down * (layout === 'month' ? 7 * DAY_MS : HOUR_MS)
  return shiftKey ? (shifted(dates, 'end', by, zone) ?? dates) : moved(dates, by, zone)
}

/** To the task before or after, as they stand on the page. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const all = [...document.querySelectorAll<HTMLElement>('[data-event-id]')]
  const target = all[all.indexOf(event.currentTarget) + step]
  event.preventDefault()
  target?.focus()
}
