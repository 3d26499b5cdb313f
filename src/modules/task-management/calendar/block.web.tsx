import { type KeyboardEvent, type Ref, useState } from 'react'
import { EventSaid, EventWords, toned, toneOf } from './event.web.tsx'
import css from './schedule.module.css'
import type { ShownTask } from './window.ts'

/** What a block does, beside being dragged. */
export interface BlockActs {
  zone: string
  held: number | null
  onOpen: (task: ShownTask) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>, task: ShownTask) => void
}

/** One block is reached by Tab, the others from it by the arrows. */
export function useEntry(tasks: readonly ShownTask[]) {
  const [focused, setFocused] = useState<number>()
  const entry = tasks.some(({ id }) => id === focused) ? focused : tasks[0]?.id
  return { entry, setFocused }
}

/** What every block of a task carries, whoever draws it. */
export const blockProps = (
  task: ShownTask,
  { held, onKeyDown }: BlockActs,
  { entry, setFocused }: ReturnType<typeof useEntry>,
) => ({
  'data-event-id': task.id,
  'data-tone': toneOf(task),
  'data-held': held === task.id || undefined,
  'aria-keyshortcuts': 'm',
  tabIndex: task.id === entry ? 0 : -1,
  onFocus: () => setFocused(task.id),
  onKeyDown: (pressed: KeyboardEvent<HTMLElement>) => onKeyDown(pressed, task),
})

interface BlockProps {
  ref: Ref<HTMLButtonElement>
  task: ShownTask
  acts: BlockActs
  entry: ReturnType<typeof useEntry>
  isTimed: boolean
}

/** A task as a bar. */
export const Bar = ({ ref, task, acts, entry, isTimed }: BlockProps) => (
  <button
    ref={ref}
    type="button"
    className={`${css.bar} ${toned}`}
    title={task.title}
    {...blockProps(task, acts, entry)}
    onClick={() => acts.onOpen(task)}
  >
    <EventWords task={task} zone={acts.zone} isTimed={isTimed} />
    <EventSaid task={task} zone={acts.zone} />
  </button>
)
