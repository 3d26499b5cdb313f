import { Button, Modal, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../../shared/language.ts'
import { changed } from '../../web/query.ts'
import { Link } from '../../web/ui/link.tsx'
import type { Complaint } from './complaint.web.tsx'
import css from './complaints.module.css'
import { complaints } from './complaints.ts'
import { explained } from './refused.web.tsx'
import { timeZone } from './steps.web.tsx'

/** The same act on several complaints. */
export interface Deed {
  title: string
  rows: Complaint[]
  /** Selected, but the act does not fit their state. */
  leftOut: Complaint[]
  act: (row: Complaint) => Promise<unknown>
}
type Outcome = { row: Complaint; problem: string | null }

const AT_ONCE = 4

/** Does it, shows how far it is, and says of each complaint whether it was done or why not. */
export function BulkOutcome({ deed, onClose }: { deed: Deed; onClose: () => void }) {
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  useEffect(() => {
    const stop = new AbortController()
    void doAll(deed, (one) => setOutcomes((all) => [...all, one]), stop.signal)
    return () => stop.abort()
  }, [deed])
  const isDone = outcomes.length === deed.rows.length
  const refused = outcomes.filter((one) => one.problem !== null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={deed.title}
      closeOnClickOutside={isDone}
      closeButtonProps={{ 'aria-label': t('Close') }}
      centered
      size={520}
    >
      <Progress
        value={(outcomes.length / Math.max(1, deed.rows.length)) * 100}
        color={refused.length > 0 ? 'yellow' : 'green'}
        aria-label={t('Progress')}
      />
      <p className={css.outcome} role="status">
        <IconCircleCheck size={18} aria-hidden />{' '}
        {t('{{n}} of {{total}} done', { n: outcomes.length - refused.length, total: deed.rows.length })}
      </p>
      <ul className={css.outcomes}>
        {refused.map(({ row, problem }) => (
          <li key={row.id} data-kind="refused">
            <IconAlertTriangle size={16} aria-hidden />
            <span>
              <Link to={`/complaints/view/${row.id}`} target="_blank">
                {row.issue_number}
              </Link>{' '}
              {problem}
            </span>
          </li>
        ))}
        {deed.leftOut.map((row) => (
          <li key={row.id} data-kind="left">
            <IconCircleMinus size={16} aria-hidden />
            <span>
              {row.issue_number} {t('Left out: not possible from its state')}
            </span>
          </li>
        ))}
      </ul>
      <div className={css.outcomeFoot}>
        <Button onClick={onClose} disabled={!isDone} data-autofocus>
          {t('Close')}
        </Button>
      </div>
    </Modal>
  )
}

/** A few at a time; one refusal never stops the rest. */
async function doAll({ rows, act }: Deed, tell: (outcome: Outcome) => void, stop: AbortSignal): Promise<void> {
  const waiting = [...rows]
  const work = async () => {
    for (let row = waiting.shift(); row && !stop.aborted; row = waiting.shift()) {
      const problem = await act(row).then(
        () => null,
        (error: unknown) => reasonOf(error, row.id),
      )
      if (!stop.aborted) tell({ row, problem })
    }
  }
  // Begins a moment later, so that a screen drawn twice while developing does not act twice.
  await Promise.resolve()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  changed(complaints.name)
}

const reasonOf = (error: unknown, id: number): string =>
  explained(error, id, timeZone())?.description ?? t('Something went wrong')
