import { ActionIcon } from '@mantine/core'
import { IconHandGrab, IconRestore } from '@tabler/icons-react'
import { useEffect } from 'react'
import { t } from '../../../shared/language.ts'
import { fetchAhead, loadOrTell } from '../../../web/ahead.ts'
import { withCatalog } from '../../../web/catalogs.ts'
import { ShortPerson, shortName } from '../../../web/fields/short-name.tsx'
import { useMay, useSession } from '../../../web/session.ts'
import type { Complaint } from '../complaint.web.tsx'
import { DueWord } from '../deadlines/due.web.tsx'
import { DIRECTS } from '../flow.ts'
import { isOpen } from '../handling/is-open.web.ts'
import { StatusPill } from './status.web.tsx'

export const loadHandling = () => withCatalog(() => import('../handling/assign.web.tsx'))
export const loadStep = () => withCatalog(() => import('./step.web.ts'))

/** What a press needs beyond its button comes ahead where the button stands. */
export function usePress<M>(isOffered: boolean, load: () => Promise<M>) {
  useEffect(() => {
    if (isOffered) fetchAhead(load)
  }, [isOffered, load])
  return async (run: (found: M) => Promise<boolean>) => {
    const found = await loadOrTell(load)
    if (found) await run(found)
  }
}

/** A complaint's card on a phone: how long it has, how it stands, where, whose, and who handles it. */
export function ComplaintBrief({ row }: { row: Complaint }) {
  const { role } = useSession()
  const place = role.scope === 'store' ? undefined : row.store && shortName('stores', row.store.name)
  return (
    <>
      <p>
        <DueWord row={row} /> · {row.issue_number}
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
  const isOffered = !row.assignee && isOpen(row) && may('complaints', DIRECTS)
  const press = usePress(isOffered, loadHandling)
  if (!isOffered) return null
  const label = t('Take {{number}}', { number: row.issue_number })
  return (
    <ActionIcon
      variant="subtle"
      aria-label={label}
      title={label}
      onClick={() => void press(({ take }) => take(row, me))}
    >
      <IconHandGrab size={18} />
    </ActionIcon>
  )
}

/** Takes a complaint out of the trash where it lies. */
export function RestoreRow({ row }: { row: Complaint }) {
  const may = useMay()
  const isOffered = row.state === 'deleted' && may('complaints', 'delete')
  const press = usePress(isOffered, loadStep)
  if (!isOffered) return null
  return (
    <ActionIcon
      variant="subtle"
      aria-label={t('Restore {{name}}', { name: row.issue_number })}
      title={t('Restore')}
      onClick={() => void press(({ takeStep }) => takeStep(row, 'restore'))}
    >
      <IconRestore size={18} />
    </ActionIcon>
  )
}
