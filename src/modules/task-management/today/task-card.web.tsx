import { IconAlertTriangle, IconChevronDown, IconFlag3Filled } from '@tabler/icons-react'
import { useEffect } from 'react'
import { formatDay, wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import type { Act } from '../../../web/acts/act.ts'
import { post } from '../../../web/api.ts'
import { Mark } from '../../../web/fields/cell.tsx'
import { RichText } from '../../../web/fields/show.tsx'
import { useSession } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import { TASK_STATES } from '../states.ts'
import { tasks } from '../task-management.ts'
import type { Give, ShownTask } from './day-acts.web.ts'
import { ItemRow } from './item-row.web.tsx'
import css from './today.module.css'
import type { Part } from './today.ts'
import { Waiting } from './waiting.web.tsx'

const SIGN = { size: 18, 'aria-hidden': true } as const

interface CardProps {
  task: ShownTask & { part: Part }
  isOpen: boolean
  onOpen: () => void
  give: Give
  drop: (act: Act) => Promise<void>
}

export function TaskCard({ task, isOpen, onOpen, give, drop }: CardProps) {
  const done = task.items.filter(({ done_at }) => done_at).length
  const id = `task-${task.id}`
  useSeen(task, isOpen)
  return (
    <li id={id} className={css.task} data-open={isOpen || undefined} data-late={task.is_overdue || undefined}>
      <button
        type="button"
        className={css.taskHead}
        aria-expanded={isOpen}
        aria-controls={`${id}-body`}
        onClick={onOpen}
      >
        <span className={css.taskTitle}>
          {task.priority === 'high' ? (
            <IconFlag3Filled size={16} className={css.high} role="img" aria-label={t('High priority')} />
          ) : null}
          {task.title}
        </span>
        <span className={css.facts}>
          <Due task={task} />
          {task.store ? <span>{task.store.name}</span> : null}
          {task.items.length > 0 ? (
            <span className={css.figure}>{t('{{done}} of {{all}} items', { done, all: task.items.length })}</span>
          ) : (
            <span className={css.figure}>{task.progress}%</span>
          )}
          <Stage task={task} />
        </span>
        <IconChevronDown {...SIGN} className={css.chevron} />
        <progress max={100} value={task.progress} aria-label={t('Progress')} />
      </button>
      {isOpen ? (
        <div id={`${id}-body`} className={css.body}>
          {task.reject_reason && task.state === 'rejected' ? (
            <p className={css.rejected}>
              <IconAlertTriangle {...SIGN} />
              <span>
                <b>{t('Rejected')}:</b> {task.reject_reason}
              </span>
            </p>
          ) : null}
          {task.description ? <RichText html={task.description} /> : null}
          {task.waiting ? <Waiting act={task.waiting} drop={drop} /> : null}
          {task.items.length > 0 ? (
            <ol className={css.items}>
              {task.items.map((item) => (
                <ItemRow key={item.id} {...{ task, item, give, drop }} isLocked={task.part === 'done'} />
              ))}
            </ol>
          ) : null}
          <Link to={`/${tasks.name}/view/${task.id}`} className={css.whole}>
            {t('Open the task')}
          </Link>
        </div>
      ) : null}
    </li>
  )
}

function Due({ task: { date_start, date_end, is_overdue } }: { task: ShownTask }) {
  const { time_zone } = useSession()
  const at = date_end ?? date_start
  if (!at) return <span>{t('No date')}</span>
  const { day, time } = wallClock(at, time_zone)
  const isToday = day === wallClock(new Date(), time_zone).day
  const when = isToday ? time : `${formatDay(day).slice(0, 5)} ${time}`
  if (is_overdue)
    return (
      <strong className={css.late}>
        <IconAlertTriangle size={14} aria-hidden="true" />
        {t('Late since {{when}}', { when })}
      </strong>
    )
  return <span>{date_end ? t('Until {{when}}', { when }) : t('From {{when}}', { when })}</span>
}

function Stage({ task: { state, part, progress, approver } }: { task: CardProps['task'] }) {
  if (part !== 'done' && progress === 100)
    return <Mark tone="violet">{approver ? t('Waiting for approval') : t('Done')}</Mark>
  if (state === 'todo' || state === 'doing') return null
  const found = TASK_STATES.find(({ value }) => value === state)
  return <Mark tone={found?.tone ?? 'mute'}>{t(found?.label ?? state)}</Mark>
}

/** Whoever gave it sees that it was read; without a line nobody hears of it, which is no harm. */
function useSeen({ id, seen_at }: ShownTask, isOpen: boolean): void {
  const isNews = isOpen && seen_at === null
  useEffect(() => {
    if (isNews) void post(`${tasks.wire}/${id}/seen`, {}, { quiet: true }).catch(() => undefined)
  }, [isNews, id])
}
