import { IconAlertTriangle, IconCheck, IconFlag3Filled, IconHourglass, IconRotate2 } from '@tabler/icons-react'
import type { Tone } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { TASK_STATES } from '../states.ts'
import { whenOf } from './moving.web.ts'
import { blockOf } from './placing.ts'
import css from './schedule.module.css'
import type { ShownTask } from './window.ts'

const SIGN = { size: 14, 'aria-hidden': true } as const

/** The class by which a block has the colours of its `data-tone`. */
export const toned = css.toned ?? ''

export const toneOf = ({ state, is_overdue }: ShownTask): Tone =>
  is_overdue ? 'bad' : (TASK_STATES.find(({ value }) => value === state)?.tone ?? 'mute')

/** All that a block says, in words. */
const saidOf = (task: ShownTask, zone: string): string => {
  const state = TASK_STATES.find(({ value }) => value === task.state)?.label ?? ''
  return [
    task.title,
    whenOf(task, zone),
    t(state),
    ...(task.is_overdue ? [t('Overdue')] : []),
    ...(task.priority === 'high' ? [t('High priority')] : []),
    ...(task.in_charge ? [task.in_charge.name] : []),
  ].join(', ')
}

/** A task in the few words a block has room for: its state as a sign, its hour, its title. */
export function EventWords({ task, zone, isTimed = true }: { task: ShownTask; zone: string; isTimed?: boolean }) {
  const block = blockOf(task, zone)
  const at = (task.date_start === null ? block.end : block.start).slice(11, 16)
  return (
    <span
      className={css.words}
      aria-hidden="true"
      data-over={task.state === 'done' || task.state === 'cancelled' || undefined}
    >
      <StateSign task={task} />
      {isTimed ? <time>{at}</time> : null}
      <b>{task.title}</b>
      {task.in_charge ? <small>{task.in_charge.name}</small> : null}
    </span>
  )
}

/** The same for whoever does not see it. */
export const EventSaid = ({ task, zone }: { task: ShownTask; zone: string }) => (
  <span className="visually-hidden">{saidOf(task, zone)}</span>
)

function StateSign({ task: { state, is_overdue, priority } }: { task: ShownTask }) {
  if (is_overdue) return <IconAlertTriangle {...SIGN} />
  if (state === 'done') return <IconCheck {...SIGN} />
  if (state === 'asked') return <IconHourglass {...SIGN} />
  if (state === 'rejected') return <IconRotate2 {...SIGN} />
  return priority === 'high' ? <IconFlag3Filled {...SIGN} /> : null
}
