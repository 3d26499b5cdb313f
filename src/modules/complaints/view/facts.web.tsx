import { Button } from '@mantine/core'
import { IconClockPlus, IconPlayerPause, IconPlayerPlay, IconUserCheck, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import type { Field } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { spell } from '../../../shared/time/spell.ts'
import { Stars } from '../../../web/discussion/activity-line.tsx'
import { Show } from '../../../web/fields/show.tsx'
import { useMay, useSession } from '../../../web/session.ts'
import { Person } from '../../../web/ui/avatar.tsx'
import { Beside } from '../../../web/ui/beside.ts'
import { Fact, FactList } from '../../../web/ui/facts.tsx'
import { useNow } from '../../../web/ui/now.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { CostCard, RecordCost, useCostRights } from '../cost/cost.web.tsx'
import { DeadlineFacts } from '../deadlines/deadline-facts.web.tsx'
import { askPause, resume } from '../deadlines/pause.web.tsx'
import { Escalation, WhoWasTold } from '../escalation/escalation.web.tsx'
import { DIRECTS } from '../flow.ts'
import { askAssign, askMoreTime, take } from '../handling/assign.web.tsx'
import { nextOf } from '../handling/case-acts.web.ts'
import { isOpen } from '../handling/is-open.web.ts'
import css from './view.module.css'

type Name = keyof typeof complaints.fields
const FACTS: Name[] = [
  'store',
  'feedback_type',
  'feedback_method',
  'priority',
  'receipt',
  'mall_order',
  'source',
  'purpose',
  'issue',
  'tags',
]
const OUTCOME: Name[] = ['solution', 'origin', 'comment', 'solved_by']

/** The facts at the side: who handles it until when, the customer, the rest. */
export function ComplaintFacts({ row }: { row: Complaint }) {
  return (
    <>
      <Handling row={row} />
      <Escalation row={row} />
      <CostCard row={row} />
      {row.solution && <Card title={t('Outcome')} names={OUTCOME.filter((name) => hasValue(row[name]))} row={row} />}
      {row.rating !== null && <Rating row={row} />}
      <Card title={t('Details')} names={FACTS.filter((name) => hasValue(row[name]))} row={row}>
        <Times row={row} />
      </Card>
      <WhoWasTold row={row} />
    </>
  )
}

function Handling({ row }: { row: Complaint }) {
  const may = useMay()
  const user = useSession()
  const beside = use(Beside)
  const canAssign = may('complaints', DIRECTS) && isOpen(row)
  const canExtend = may('complaints', DIRECTS) && isOpen(row) && !row.paused_at
  const canPause = may('complaints', 'edit') && isOpen(row)
  const canRecordCost = useCostRights(row).canRecord && row.cost === null
  return (
    <section className={css.card}>
      <h2 className={css.cardTitle}>{t('Handling')}</h2>
      <FactList isNarrow>
        <DeadlineFacts row={row} />
        <Fact label={t('Assignee')}>
          {row.assignee ? <Person name={row.assignee.name} /> : <span className={css.quiet}>{t('Not assigned')}</span>}
        </Fact>
        <Fact label={t('Department')}>
          <Show field={complaints.fields.department} value={row.department} />
        </Fact>
        {row.cc_departments.length > 0 && (
          <Fact label={t('Copied departments')}>
            <Show field={complaints.fields.cc_departments} value={row.cc_departments} />
          </Fact>
        )}
      </FactList>
      {(canAssign || canExtend || canPause || canRecordCost) && (
        <div className={css.cardButtons}>
          {canAssign && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUserPlus size={16} />}
              onClick={() => void askAssign(row, { onward: beside?.onward ?? nextOf(row) })}
            >
              {t('Assign')}
            </Button>
          )}
          {canAssign && row.assignee?.id !== user.id && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUserCheck size={16} />}
              onClick={() => void take(row, user)}
            >
              {t('Take it myself')}
            </Button>
          )}
          {canExtend && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconClockPlus size={16} />}
              onClick={() => void askMoreTime(row)}
            >
              {t('Extend deadline')}
            </Button>
          )}
          {canPause && (
            <Button
              size="xs"
              variant="default"
              leftSection={row.paused_at ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
              onClick={() => void (row.paused_at ? resume(row) : askPause(row))}
            >
              {row.paused_at ? t('Resume handling') : t('Wait for the customer')}
            </Button>
          )}
          {canRecordCost && <RecordCost row={row} label={t('Record cost')} />}
        </div>
      )}
    </section>
  )
}

function Card({ title, names, row, children }: { title: string; names: Name[]; row: Complaint; children?: ReactNode }) {
  return (
    <section className={css.card}>
      <h2 className={css.cardTitle}>{title}</h2>
      <FactList isNarrow>
        {names.map((name) => {
          const field: Field = complaints.fields[name]
          return (
            <Fact key={name} label={t(field.label)}>
              <Show field={field} value={row[name]} />
            </Fact>
          )
        })}
        {children}
      </FactList>
    </section>
  )
}

const Rating = ({ row }: { row: Complaint }) => (
  <section className={css.card}>
    <h2 className={css.cardTitle}>{t("The customer's rating")}</h2>
    <Stars n={row.rating ?? 0} />
    {row.rating_note && <p className={css.ratingNote}>{row.rating_note}</p>}
  </section>
)

function Times({ row }: { row: Complaint }) {
  const { time_zone } = useSession()
  const now = useNow()
  const soFar = row.state === 'new' ? now - Date.parse(row.created_at) : null
  const waited = row.wait_minutes === null ? soFar : row.wait_minutes * 60_000
  const moments: [string, string | null][] = [
    ['Created at', row.created_at],
    ['First handled', row.handle_date],
    ['Completed at', row.completed_at],
    ['Closed at', row.closed_at],
  ]
  return (
    <>
      {moments.map(
        ([label, at]) =>
          at && (
            <Fact key={label} label={t(label)}>
              {formatMoment(at, time_zone)}
            </Fact>
          ),
      )}
      {waited !== null && <Fact label={t('Waited')}>{spell(waited)}</Fact>}
      {(row.reopened_count ?? 0) > 0 && <Fact label={t('Times reopened')}>{row.reopened_count}</Fact>}
    </>
  )
}

const hasValue = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
