import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { Stars } from '../../../web/discussion/activity-line.tsx'
import { DeletedNotice } from '../../../web/screens/view/deleted-notice.tsx'
import { useSession } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import type { Task } from '../task.web.ts'
import { tasks } from '../task-management.ts'
import css from './view.module.css'
import { isOver, waitingOf } from './waiting.web.ts'

/** What has to be known before anything else: what holds it up, why it came back, who decides, how it ended. */
export function Notices({ task }: { task: Task }) {
  const { time_zone } = useSession()
  const waiting = useQuery(waitingOf(task.id))
  const ahead = (waiting.data?.before ?? []).filter((one) => !isOver(one))
  const when = (at: string | null) => (at ? formatMoment(at, time_zone) : '')
  const isOpen = task.state !== 'done' && task.state !== 'cancelled'
  return (
    <>
      {task.deleted_at && <DeletedNotice definition={tasks} row={task} />}
      {isOpen && ahead.length > 0 && (
        <p className={css.notice} data-tone="warn">
          <b>{t('Waits for:')}</b>
          {ahead.map((one) => (
            <Link key={one.id} to={`/${tasks.name}/view/${one.id}`}>
              {one.title}
            </Link>
          ))}
        </p>
      )}
      {task.state === 'rejected' && (
        <p className={css.notice} data-tone="bad">
          <b>
            {t('{{name}} rejected it, {{when}}:', { name: task.decided_by?.name ?? '–', when: when(task.decided_at) })}
          </b>
          <span>{task.reject_reason}</span>
        </p>
      )}
      {task.state === 'asked' && (
        <p className={css.notice} data-tone="violet">
          <b>{t('Waits for the approval of {{name}}', { name: task.approver?.name ?? '–' })}</b>
          <span>{when(task.finished_at)}</span>
          <LeftOpen task={task} />
        </p>
      )}
      {task.state === 'done' && (
        <p className={css.notice} data-tone="ok">
          <b>
            {task.decided_by
              ? t('{{name}} approved it, {{when}}', { name: task.decided_by.name, when: when(task.decided_at) })
              : t('Done {{when}}', { when: when(task.done_at) })}
          </b>
          {task.quality !== null && <Stars n={task.quality} />}
          {task.quality_note && <span>{task.quality_note}</span>}
          <LeftOpen task={task} />
        </p>
      )}
      {task.state === 'cancelled' && (
        <p className={css.notice}>
          <b>
            {t('{{name}}: no longer needed, {{when}}', {
              name: task.cancelled_by?.name ?? '–',
              when: when(task.cancelled_at),
            })}
          </b>
          <span>{task.cancel_reason}</span>
        </p>
      )}
    </>
  )
}

const LeftOpen = ({ task }: { task: Task }) =>
  task.open_items_reason ? (
    <span>{t('Items were left open: {{reason}}', { reason: task.open_items_reason })}</span>
  ) : null
