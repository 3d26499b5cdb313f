import { Button } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/language.ts'
import { get, post } from '../../../web/api.ts'
import { changed } from '../../../web/query.ts'
import { useMay } from '../../../web/session.ts'
import { confirm } from '../../../web/ui/dialogs/confirm.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { tasks } from '../../task-management/task-management.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { DIRECTS } from '../flow.ts'
import { OPEN_STATUSES } from '../states.ts'
import { keep, latest, showRefusal } from '../view/steps.web.tsx'
import css from '../view/view.module.css'
import { type LineRow, relatedQuery } from './queries.web.tsx'

/** Where a merged complaint went, and the way back. */
export function MergedInto({ row, number }: { row: Complaint; number: string }) {
  const may = useMay()
  const { data } = useQuery(relatedQuery(row.id))
  const into = data?.into
  return (
    <div className={css.merged} role="note">
      <IconArrowMerge size={20} aria-hidden />
      <p>
        {t('Merged into {{number}}. Comments, mails and the handling continue there.', { number })}{' '}
        {into && <Link to={`/complaints/view/${into.id}`}>{t('Open {{number}}', { number })}</Link>}
      </p>
      {into && may('complaints', DIRECTS) && (
        <Button size="xs" variant="default" onClick={() => void undoMerge(row)}>
          {t('Undo the merge')}
        </Button>
      )}
    </div>
  )
}

/** Merges one complaint into another after a question; answers whether it was done. */
export async function merge(from: LineRow, into: LineRow): Promise<boolean> {
  const numbers = { from: from.issue_number, into: into.issue_number }
  const isReopened = isOpen(from) && !isOpen(into)
  const { status } = await confirm({
    title: t('Merge {{from}} into {{into}}?', numbers),
    description: [
      t(
        '{{from}} will be closed and will point to {{into}}, where its text, pictures and comments are shown. This can be undone.',
        numbers,
      ),
      ...(isReopened ? [t('{{into}} is completed or closed, and will be reopened with new deadlines.', numbers)] : []),
    ].join(' '),
    submit: t('Merge'),
  })
  if (status !== 1) return false
  try {
    const now = await get<Complaint>(`${WIRE}/${from.id}`)
    keep(await post<Complaint>(`${WIRE}/${from.id}/merge`, { into: into.id, version: now.version }))
    changed(complaints.name, into.id)
    changed(tasks.name)
    snackbar(t('{{from}} was merged into {{into}}', numbers), { variant: 'alert', colour: 'ok' })
    return true
  } catch (error) {
    showRefusal(error, from.id)
    return false
  }
}

const isOpen = ({ status }: LineRow): boolean => OPEN_STATUSES.some((open) => open === status)

async function undoMerge(row: Complaint): Promise<void> {
  try {
    keep(await post<Complaint>(`${WIRE}/${row.id}/unmerge`, { version: latest(row).version }))
    snackbar(t('{{number}} is handled separately again', { number: row.issue_number }), {
      variant: 'alert',
      colour: 'ok',
    })
  } catch (error) {
    showRefusal(error, row.id)
  }
}
