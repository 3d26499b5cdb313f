import { Button, SegmentedControl } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { formatDay } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { InsideNow, KnownCard } from '../supplier-staffs-checking/desk.ts'
import css from './desk.module.css'
import { Badge, BadgeEnd, Bags, onEscape, Portrait, Reason } from './panel-parts.web.tsx'
import type { DeskWork } from './use-desk.web.ts'
import { BAGS_NEEDED, InsideSince, OutForm, useRecording } from './visitor-panel.web.tsx'

interface UnseenProps {
  code: string
  card: KnownCard | 'not valid' | null
  usesBadges: boolean
  /** As of `VisitorPanel`. */
  bags: number | string
  onRecord: DeskWork['record']
  onClear: () => void
}

/** A card that is read without a line: who it is as far as this device knows, and whether they come or go. */
export function UnseenPanel({ code, card, onClear, ...panel }: UnseenProps) {
  if (card === 'not valid')
    return (
      <section className={css.panel} data-state="refused" aria-label={t('No connection')}>
        <div className={css.refused} role="alert">
          <strong>{t('May not come in')}</strong>
          <p>{t('This card is not among those that are valid here today.')}</p>
        </div>
        <Button autoFocus variant="default" onClick={onClear} onKeyDown={(event) => onEscape(event, onClear)}>
          {t('Next person')}
        </Button>
      </section>
    )
  const name = card?.full_name ?? t('Card ending in {{tail}}', { tail: code.slice(-4) })
  return (
    <section className={css.panel} data-state="unseen" aria-label={name}>
      {card ? <Portrait name={name} photo={card.photo} /> : null}
      <div className={css.facts}>
        <h2>{name}</h2>
        {card ? (
          <p>
            {[card.supplier, t('Valid until {{until}}', { until: formatDay(card.valid_until) })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        ) : null}
        <NoLine />
      </div>
      <UnseenForm onClear={onClear} {...panel} />
    </section>
  )
}

const NoLine = () => (
  <p className={css.small}>
    <IconPlugConnectedX size={16} aria-hidden="true" />{' '}
    {t('No connection: this is kept here and checked once the line is back.')}
  </p>
)

interface LeavingProps extends Pick<UnseenProps, 'bags' | 'onRecord' | 'onClear'> {
  inside: InsideNow
}

/** Somebody whom the desk knows to be inside, and lets out without a line. */
export function LeavingPanel({ inside, ...form }: LeavingProps) {
  return (
    <section className={css.panel} data-state="out" aria-label={inside.person}>
      <div className={css.facts}>
        <h2>{inside.person}</h2>
        <p>{[inside.supplier, inside.department_group].filter(Boolean).join(' · ')}</p>
        <InsideSince visit={inside} />
        <NoLine />
      </div>
      <OutForm visit={inside} correcting={null} {...form} />
    </section>
  )
}

function UnseenForm({ usesBadges, bags: counted, onClear, onRecord }: Omit<UnseenProps, 'code' | 'card'>) {
  const [direction, setDirection] = useState<'in' | 'out'>('in')
  const [bags, setBags] = useState(counted)
  const [reason, setReason] = useState('')
  const [badge, setBadge] = useState('')
  const [badgeState, setBadgeState] = useState<'back' | 'lost'>('back')
  const { isBusy, wrong, record } = useRecording({ onRecord, correcting: null })
  const asksNumber = direction === 'in' && usesBadges
  const asksWhy = direction === 'out' && Boolean(wrong.reason)
  const asksBadge = direction === 'out' && (usesBadges || Boolean(wrong.badge_state))
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (typeof bags !== 'number') return void record({ bags: BAGS_NEEDED() })
    void record({
      direction,
      bags,
      ...(asksNumber && badge.trim() && { badge: badge.trim() }),
      ...(asksWhy && reason.trim() && { reason: reason.trim() }),
      ...(asksBadge && { badge_state: badgeState }),
    })
  }
  return (
    <form className={css.form} onSubmit={send} onKeyDown={(event) => onEscape(event, onClear)}>
      <SegmentedControl
        aria-label={t('Do they come or go?')}
        value={direction}
        onChange={(value) => setDirection(value === 'out' ? 'out' : 'in')}
        data={[
          { value: 'in', label: t('Comes in') },
          { value: 'out', label: t('Goes out') },
        ]}
      />
      <Bags
        label={t('Bags')}
        value={bags}
        onChange={setBags}
        error={wrong.bags ?? wrong.bag_quantity ?? wrong.bags_out}
      />
      {asksNumber ? <Badge value={badge} onChange={setBadge} error={wrong.badge} /> : null}
      {asksWhy ? (
        <Reason label={t('Why the bags differ')} value={reason} onChange={setReason} error={wrong.reason} />
      ) : null}
      {asksBadge ? <BadgeEnd label={t('Badge, if they have one')} value={badgeState} onChange={setBadgeState} /> : null}
      <div className={css.buttons}>
        <Button type="submit" size="md" loading={isBusy}>
          {t('Keep')}
        </Button>
        <Button variant="default" size="md" onClick={onClear}>
          {t('Not them')}
        </Button>
      </div>
    </form>
  )
}
