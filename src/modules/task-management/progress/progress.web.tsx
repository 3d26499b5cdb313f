import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { isOpen } from '../states.ts'
import { type Task, useTaskRights } from '../task.web.ts'
import { moveProgress } from './move-progress.web.ts'
import { PROGRESS_STEP } from './moved.ts'
import css from './progress.module.css'

/** A pull along the line is many values; the last one is meant. */
const MEANT_AFTER_MS = 700

/** How far a task is; its processors move it in steps, unless its checklist does. */
export function Progress({ task }: { task: Task }) {
  const { isMine } = useTaskRights()(task)
  const canMove = isMine && isOpen(task.state) && task.items === 0 && !task.deleted_at
  return (
    <div className={css.progress}>
      <span className={css.label} id="progress">
        {t('Progress')}
      </span>
      {canMove ? <Mover task={task} /> : <Bar task={task} />}
    </div>
  )
}

export const Bar = ({ task }: { task: Pick<Task, 'progress' | 'items' | 'items_done'> }) => (
  <>
    <progress className={css.bar} max={100} value={task.progress} aria-label={t('Progress')} />
    <span className={css.n}>
      {task.progress}%
      {task.items > 0 && <small>{t('{{n}} of {{total}} items', { n: task.items_done, total: task.items })}</small>}
    </span>
  </>
)

function Mover({ task }: { task: Task }) {
  /** Where it was pulled to, until that is kept. */
  const [pulled, setPulled] = useState<number | null>(null)
  const at = pulled ?? task.progress
  /** What was sent last and is not answered yet. */
  const sent = useRef<number>(undefined)
  const send = useDebouncedCallback(
    async (progress: number) => {
      if (progress !== (sent.current ?? task.progress)) {
        sent.current = progress
        await moveProgress(task, progress)
        if (sent.current === progress) sent.current = undefined
      }
      // Once the page has been told where the task stands.
      window.setTimeout(() => setPulled((now) => (now === progress ? null : now)))
    },
    { delay: MEANT_AFTER_MS, flushOnUnmount: true },
  )
  return (
    <>
      <input
        type="range"
        className={css.range}
        min={0}
        max={100}
        step={PROGRESS_STEP}
        value={at}
        aria-labelledby="progress"
        aria-valuetext={`${at}%`}
        onChange={(event) => {
          const next = Number(event.currentTarget.value)
          setPulled(next)
          send(next)
        }}
      />
      <span className={css.n}>{at}%</span>
    </>
  )
}
