import { useEffect, useRef } from 'react'
import { t } from '../../../shared/language.ts'
import type { Act } from '../reply.ts'
import css from './message.module.css'
import type { Message } from './said.web.ts'

interface ConfirmCardProps {
  act: Extract<Act, { kind: 'confirm' }>
  outcome: Message['outcome']
  decide: (how: 'confirm' | 'change' | 'cancel') => void
}

/** Reads back what would be written; only a person's Confirm writes it. */
export function ConfirmCard({ act, outcome, decide }: ConfirmCardProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <section className={css.card} aria-label={act.title}>
      <h3>{act.title}</h3>
      <dl>
        {act.fields.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {outcome ? (
        <p className={css.outcome}>{t(OUTCOMES[outcome])}</p>
      ) : (
        <div className={css.choices}>
          <button ref={first} type="button" data-first onClick={() => decide('confirm')}>
            {t('Confirm')}
          </button>
          <button type="button" onClick={() => decide('change')}>
            {t('Change')}
          </button>
          <button type="button" onClick={() => decide('cancel')}>
            {t('Cancel')}
          </button>
        </div>
      )}
    </section>
  )
}

const OUTCOMES = { confirmed: 'Confirmed', changed: 'Changed in the form', cancelled: 'Cancelled' }
