import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatDay, formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { Act } from '../../web/acts/act.ts'
import { DropAct } from '../../web/acts/drop-act.tsx'
import { ApiRefusal } from '../../web/api.ts'
import { useMay, useSession } from '../../web/session.ts'
import { useLeft } from '../../web/use-left.ts'
import type { OpenVisit, Visitor } from '../supplier-staffs-checking/admission.ts'
import { supplierStaffsChecking } from '../supplier-staffs-checking/supplier-staffs-checking.ts'
import css from './desk.module.css'
import { Badge, BadgeEnd, Bags, onEscape, Portrait, Reason } from './panel-parts.web.tsx'
import { type Correction, type DeskWork, type Passage, whyNot } from './use-desk.web.ts'

const { permission } = supplierStaffsChecking

interface PanelProps {
  visitor: Visitor
  correcting: Correction | null
  store: number
  usesBadges: boolean
  /** How many were counted before it was known who it is. */
  bags: number | string
  onRecord: DeskWork['record']
  onClear: () => void
}

/** Somebody at the desk, large enough to compare faces, and the one thing that happens next. */
export function VisitorPanel({ visitor, store, ...panel }: PanelProps) {
  const may = useMay()
  const { correcting } = panel
  const open = visitor.visit?.store.id === store ? visitor.visit : null
  const isLeaving = correcting ? correcting.before.direction === 'out' : open !== null
  const isRefused = !isLeaving && visitor.problems.length > 0
  const isStuck = isRefused && !may(permission, 'other')
  return (
    <section
      className={css.panel}
      data-state={isRefused ? 'refused' : isLeaving ? 'out' : 'in'}
      aria-label={visitor.full_name}
    >
      <Portrait name={visitor.full_name} photo={visitor.photo} />
      <div className={css.facts}>
        <h2>{visitor.full_name}</h2>
        <p>{[visitor.supplier?.name, visitor.department_group?.name].filter(Boolean).join(' · ')}</p>
        <p className={css.small}>
          {t('Valid {{from}} – {{until}}', {
            from: formatDay(visitor.valid_from),
            until: formatDay(visitor.valid_until),
          })}
        </p>
        <LastSeen visitor={visitor} open={open} />
        {isRefused ? <Refused visitor={visitor} /> : null}
        {isLeaving && !open ? (
          <div className={css.refused}>{t('{{name}} is not inside this store.', { name: visitor.full_name })}</div>
        ) : null}
      </div>
      {correcting && open && !isLeaving ? (
        <Overtaken name={visitor.full_name} visit={open} act={correcting.act} />
      ) : isStuck ? (
        <div className={css.form}>
          <Button
            autoFocus
            variant="default"
            onClick={panel.onClear}
            onKeyDown={(event) => onEscape(event, panel.onClear)}
          >
            {t('Next person')}
          </Button>
        </div>
      ) : isLeaving ? (
        <OutForm visit={open} {...panel} />
      ) : (
        <InForm isRefused={isRefused} {...panel} />
      )}
    </section>
  )
}

function LastSeen({ visitor: { last_visit, planned }, open }: { visitor: Visitor; open: OpenVisit | null }) {
  const { time_zone } = useSession()
  if (open) return <InsideSince visit={open} />
  const lines = [
    ...(planned
      ? [
          planned.from
            ? t('Planned today {{from}} – {{until}}', { from: planned.from, until: planned.until ?? '…' })
            : t('Planned today'),
        ]
      : []),
    ...(last_visit
      ? [
          t('Last visit {{at}}, {{store}}', {
            at: formatMoment(last_visit.receiving_date, time_zone),
            store: last_visit.store,
          }),
        ]
      : []),
  ]
  return lines.map((line) => (
    <p key={line} className={css.small}>
      {line}
    </p>
  ))
}

/** Of an open visit, what a desk without a line has too. */
type Inside = Pick<OpenVisit, 'receiving_date' | 'bag_quantity' | 'badge'>

export function InsideSince({ visit }: { visit: Inside }) {
  const { time_zone } = useSession()
  return (
    <p className={css.small}>
      {t('Inside since {{at}}, bags: {{n}}', {
        at: formatMoment(visit.receiving_date, time_zone),
        n: visit.bag_quantity ?? 0,
      })}
    </p>
  )
}

function Refused({ visitor }: { visitor: Visitor }) {
  const { visit, stores, block_reason, problems } = visitor
  return (
    <div className={css.refused} role="alert">
      <strong>
        {t('May not come in')}: {whyNot(visitor)}
      </strong>
      {block_reason ? <p>{block_reason}</p> : null}
      {problems.includes('other store') ? (
        <p>{t('May enter: {{stores}}', { stores: stores.map(({ name }) => name).join(', ') })}</p>
      ) : null}
      {problems.includes('inside elsewhere') && visit ? <p>{visit.store.name}</p> : null}
    </div>
  )
}

/** Let in by another desk meanwhile: what was refused can only be dropped. */
function Overtaken({ name, visit, act }: { name: string; visit: OpenVisit; act: Act }) {
  const { time_zone } = useSession()
  return (
    <div className={css.refused} role="alert">
      <p>
        {t('{{name}} is inside {{store}} already: checked in by {{who}} at {{at}}.', {
          ...{ name, store: visit.store.name, who: visit.by ?? '–' },
          at: formatMoment(visit.receiving_date, time_zone),
        })}
      </p>
      <DropAct act={act} />
    </div>
  )
}

type FormProps = Pick<PanelProps, 'correcting' | 'usesBadges' | 'bags' | 'onRecord' | 'onClear'>
type Wrong = Record<string, string>

/** Sends once however often Enter is pressed; what the server asks for stands at its field. */
export function useRecording({ onRecord, correcting }: Pick<FormProps, 'correcting' | 'onRecord'>) {
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Wrong>(correcting?.lacks ?? {})
  const left = useLeft()
  const record = async (passage: Passage | Wrong): Promise<void> => {
    if (!('direction' in passage)) return setWrong(passage)
    if (isBusy) return
    setBusy(true)
    setWrong({})
    try {
      await onRecord(passage as Passage, left)
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error
      setWrong(error.fields)
    }
    setBusy(false)
  }
  return { isBusy, wrong, record }
}

export const BAGS_NEEDED = (): string => t('Please count the bags: 0 where there are none.')

function InForm({ isRefused, usesBadges, bags: counted, onClear, ...passing }: FormProps & { isRefused: boolean }) {
  const before = passing.correcting?.before
  const [bags, setBags] = useState<number | string>(before?.bags ?? counted)
  const [badge, setBadge] = useState(before?.badge ?? '')
  const [reason, setReason] = useState(before?.reason ?? '')
  const { isBusy, wrong, record } = useRecording(passing)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (typeof bags !== 'number') return void record({ bag_quantity: BAGS_NEEDED() })
    if (isRefused && reason.trim().length < 3) return void record({ reason: t('Please say why they are let in.') })
    void record({
      direction: 'in',
      bags,
      ...(badge.trim() && { badge: badge.trim() }),
      ...(isRefused && { reason: reason.trim() }),
    })
  }
  return (
    <form className={css.form} onSubmit={send} onKeyDown={(event) => onEscape(event, onClear)}>
      <Bags label={t('Bags in')} value={bags} onChange={setBags} error={wrong.bag_quantity} />
      {usesBadges ? <Badge value={badge} onChange={setBadge} error={wrong.badge} /> : null}
      {isRefused ? <Reason label={t('Why let in')} value={reason} onChange={setReason} error={wrong.reason} /> : null}
      <div className={css.buttons}>
        <Button type="submit" size="md" loading={isBusy} color={isRefused ? 'red' : undefined}>
          {isRefused ? t('Let in once') : t('Check in')}
        </Button>
        <Button variant="default" size="md" onClick={onClear}>
          {t('Not them')}
        </Button>
      </div>
    </form>
  )
}

export function OutForm({
  visit,
  bags: counted,
  onClear,
  ...passing
}: Omit<FormProps, 'usesBadges'> & { visit: Inside | null }) {
  const { bag_quantity: bagsIn, badge } = visit ?? { bag_quantity: null, badge: null }
  const before = passing.correcting?.before
  const [bags, setBags] = useState<number | string>(before?.bags ?? counted)
  const [reason, setReason] = useState(before?.reason ?? '')
  const [badgeState, setBadgeState] = useState(before?.badge_state ?? 'back')
  const { isBusy, wrong, record } = useRecording(passing)
  const differs = typeof bags === 'number' && bagsIn !== null && bags !== bagsIn
  const asksWhy = differs || Boolean(wrong.reason)
  const asksBadge = badge !== null || Boolean(wrong.badge_state)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (typeof bags !== 'number') return void record({ bags_out: BAGS_NEEDED() })
    if (differs && reason.trim().length < 3)
      return void record({ reason: t('The bags differ from those they came with. Please say why.') })
    void record({
      direction: 'out',
      bags,
      ...(asksWhy && reason.trim() && { reason: reason.trim() }),
      ...(asksBadge && { badge_state: badgeState }),
    })
  }
  return (
    <form className={css.form} onSubmit={send} onKeyDown={(event) => onEscape(event, onClear)}>
      <Bags label={t('Bags out')} value={bags} onChange={setBags} error={wrong.bags_out} />
      {asksWhy ? (
        <Reason label={t('Why the bags differ')} value={reason} onChange={setReason} error={wrong.reason} />
      ) : null}
      {asksBadge ? (
        <BadgeEnd
          label={badge ? t('Badge {{badge}}', { badge }) : t('Badge')}
          value={badgeState}
          onChange={setBadgeState}
        />
      ) : null}
      <div className={css.buttons}>
        <Button type="submit" size="md" loading={isBusy}>
          {t('Check out')}
        </Button>
        <Button variant="default" size="md" onClick={onClear}>
          {t('Not them')}
        </Button>
      </div>
    </form>
  )
}
