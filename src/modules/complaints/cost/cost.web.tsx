import { Button } from '@mantine/core'
import { IconCheck, IconCoins, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { longText } from '../../../shared/fields.ts'
import { formatMoment, formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { pick } from '../../../shared/resource.ts'
import { covers } from '../../../shared/users/permissions.ts'
import { ApiRefusal } from '../../../web/api.ts'
import { Mark } from '../../../web/fields/cell.tsx'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { useMay, useSession } from '../../../web/session.ts'
import { Fact, FactList } from '../../../web/ui/facts.tsx'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { act } from '../handling/assign.web.tsx'
import { asSeen, latest, showRefusal } from '../view/steps.web.tsx'
import css from '../view/view.module.css'
import { COST_STATES } from './cost.ts'

const dong = (amount: number) => t('{{amount}} đồng', { amount: formatNumber(amount, currentLanguage()) })

/** What the complaint cost, and where its approval stands; those who may decide do it here. */
export function CostCard({ row }: { row: Complaint }) {
  const state = COST_STATES.find((one) => one.value === row.cost_state)
  if (row.cost === null) return null
  return (
    <section className={css.card} data-warning={row.cost_state === 'requested'} aria-labelledby="cost">
      <h2 id="cost" className={css.cardTitle}>
        {t('Cost')}
        {state && <Mark tone={state.tone}>{t(state.label)}</Mark>}
      </h2>
      <p className={css.amount}>{dong(row.cost)}</p>
      {state && <CostFacts row={row} />}
      <CostMoves row={row} />
    </section>
  )
}

function CostFacts({ row }: { row: Complaint }) {
  const { time_zone } = useSession()
  const facts: [string, ReactNode][] = [
    ['Recorded by', row.cost_asked_by?.name],
    ['Decided by', row.cost_decided_by?.name],
    ['Decided at', row.cost_decided_at && formatMoment(row.cost_decided_at, time_zone)],
    ['Reason', row.cost_reason],
  ]
  return (
    <FactList isNarrow>
      {facts.map(([label, value]) =>
        value ? (
          <Fact key={label} label={t(label)}>
            {value}
          </Fact>
        ) : null,
      )}
    </FactList>
  )
}

function CostMoves({ row }: { row: Complaint }) {
  const { isMine, canDecide, canRecord } = useCostRights(row)
  return (
    <>
      {row.cost_state === 'requested' && !canDecide && (
        <p className={css.costNote}>
          {isMine
            ? t('Somebody with a high enough limit must approve it. You will be notified.')
            : t('Somebody else with a high enough limit must approve it.')}
        </p>
      )}
      {row.cost_state === 'rejected' && (
        <p className={css.costNote}>{t('The complaint can be completed once the cost is changed.')}</p>
      )}
      <div className={css.cardButtons}>
        {canDecide && (
          <>
            <Button size="xs" leftSection={<IconCheck size={16} />} onClick={() => void approve(row)}>
              {t('Approve')}
            </Button>
            <Button size="xs" variant="default" leftSection={<IconX size={16} />} onClick={() => void reject(row)}>
              {t('Reject')}
            </Button>
          </>
        )}
        {canRecord && <RecordCost row={row} label={t('Change cost')} />}
      </div>
    </>
  )
}

/** Asks what it cost, and tells beforehand from where on it needs an approval. */
export function RecordCost({ row, label }: { row: Complaint; label: string }) {
  const { cost_limit } = useSession().role
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconCoins size={16} />}
      onClick={() => void recordCost(row, label, cost_limit)}
    >
      {label}
    </Button>
  )
}

/** What the signed-in person may do about the cost; the server asks the same again. */
export function useCostRights(row: Complaint): { isMine: boolean; canDecide: boolean; canRecord: boolean } {
  const may = useMay()
  const { id, role } = useSession()
  const isMine = row.cost_asked_by?.id === id
  const canDecide =
    row.cost_state === 'requested' && !isMine && may('complaints', 'other') && covers(role.cost_limit, row.cost)
  return { isMine, canDecide, canRecord: may('complaints', 'edit') && !['closed', 'deleted'].includes(row.state) }
}

async function recordCost(row: Complaint, title: string, limit: number | null): Promise<void> {
  const isSent = await askFields({
    title: `${title} · ${row.issue_number}`,
    fields: pick(complaints, 'cost'),
    ...(limit !== null && { description: t('Above {{limit}} somebody else must approve it.', { limit: dong(limit) }) }),
    submit: t('Save'),
    values: { cost: latest(row).cost },
    draftKey: `${complaints.name}/${row.id}/cost`,
    onSubmit: asSeen(row, (seen, values) => act(seen, null, values)),
  })
  const { cost, cost_state } = latest(row)
  if (!isSent || cost === null) return
  const message = cost_state === 'requested' ? 'Those who may approve {{cost}} have been notified' : 'Cost: {{cost}}'
  snackbar(t(message, { cost: dong(cost) }), { variant: 'alert', colour: cost_state === 'requested' ? 'info' : 'ok' })
}

const approve = (row: Complaint) => decide(row, 'approve-cost', 'Approve', 'The cost of {{number}} is approved', false)
const reject = (row: Complaint) => decide(row, 'reject-cost', 'Reject', 'The cost of {{number}} is rejected', true)

async function decide(row: Complaint, action: string, label: string, done: string, isRejected: boolean): Promise<void> {
  await askFields({
    title: `${t(label)}: ${dong(row.cost ?? 0)} · ${row.issue_number}`,
    fields: { reason: longText('Reason', { max: 1000, required: isRejected }) },
    submit: t(label),
    danger: isRejected,
    draftKey: `${complaints.name}/${row.id}/${action}`,
    onSubmit: async (values) => {
      try {
        await act(row, action, values)
        snackbar(t(done, { number: row.issue_number }), { variant: 'alert', colour: 'ok' })
      } catch (error) {
        if (!(error instanceof ApiRefusal && error.status === 409)) throw error
        // Decided is what the title says: on another amount, anew.
        showRefusal(error, row.id)
      }
    },
  })
}
