import { useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { Act } from '../reply.ts'
import css from './message.module.css'
import type { Message } from './said.web.ts'

interface ConfirmCardProps {
  act: Extract<Act, { kind: 'confirm' }>
  outcome: Message['outcome']
  decide: (how: 'confirm' | 'change' | 'cancel') => void
}

/** So long at least it takes to see what is asked: a press that comes sooner was meant for something else. */
const SEEN_AFTER_MS = 600

/** Reads back what would be written; only a person's Confirm writes it. */
export function ConfirmCard({ act, outcome, decide }: ConfirmCardProps) {
  const first = useRef<HTMLButtonElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSeen(true), SEEN_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isSeen && first.current && isFree(first.current)) first.current.focus()
  }, [isSeen])
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
          <button ref={first} type="button" data-first disabled={!isSeen} onClick={() => decide('confirm')}>
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

/** Nothing is being typed, in the chat or on the page beside it. */
function isFree(button: Element): boolean {
  const now = document.activeElement
  const isItsOwnBox = now instanceof HTMLTextAreaElement && button.closest('[role=dialog]')?.contains(now)
  return now === document.body || (isItsOwnBox && now.value === '') || false
}

const OUTCOMES = { sent: 'Sending…', confirmed: 'Confirmed', changed: 'Changed in the form', cancelled: 'Cancelled' }
