import { ActionIcon } from '@mantine/core'
import { IconHandGrab, IconRestore } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import { ShortPerson, shortName } from '../../../web/fields/short-name.tsx'
import type { AnyRow } from '../../../web/screens/module.ts'
import { move } from '../../../web/screens/view/move.ts'
import { useMay, useSession } from '../../../web/session.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { DueWord } from '../deadlines/due.web.tsx'
import { complaintFlow, DIRECTS } from '../flow.ts'
import { isOpen, take } from '../handling/assign.web.tsx'
import { stepWays } from '../view/steps.web.tsx'
import { StatusPill } from './status.web.tsx'

/** A complaint's card on a phone: how long it has, how it stands, where, whose, and who handles it. */
export function ComplaintBrief({ row }: { row: Complaint }) {
  const { role } = useSession()
  const place = role.scope === 'store' ? undefined : row.store && shortName('stores', row.store.name)
  return (
    <>
      <p>
        <DueWord row={row} />
      </p>
      <StatusPill status={row.status} />
      <small>
        {[place, row.customer_name, row.feedback_type?.name].filter(Boolean).join(' · ')}
        {row.assignee ? (
          <>
            {' · '}
            <ShortPerson name={row.assignee.name} />
          </>
        ) : null}
      </small>
    </>
  )
}

/** Takes what nobody handles yet. */
export function Take({ row }: { row: Complaint }) {
  const may = useMay()
  const me = useSession()
  if (row.assignee || !isOpen(row) || !may('complaints', DIRECTS) || !(row.department ?? me.department)) return null
  const label = t('Take {{number}}', { number: row.issue_number })
  return (
    <ActionIcon variant="subtle" aria-label={label} title={label} onClick={() => void take(row, me)}>
      <IconHandGrab size={18} />
    </ActionIcon>
  )
}

/** Takes a complaint out of the trash where it lies. */
export function RestoreRow({ row }: { row: Complaint }) {
  const may = useMay()
  if (row.state !== 'deleted' || !may('complaints', 'delete')) return null
  const { restore } = complaintFlow.steps
  return (
    <ActionIcon
      variant="subtle"
      aria-label={t('Restore {{name}}', { name: row.issue_number })}
      title={t('Restore')}
      onClick={() => void move(complaints, row as unknown as AnyRow, 'restore', restore, { ways: stepWays })}
    >
      <IconRestore size={18} />
    </ActionIcon>
  )
}
