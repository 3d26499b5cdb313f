import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { TIME_ZONE } from '../chain.ts'
import { Copy } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'

interface Props {
  title: string
  lead: string
  /** What the number is called, and the number. */
  label: string
  number: string
  children?: ReactNode
  again: string
  onAgain: () => void
}

/** The clear end: what has arrived, its number, and what comes next. */
export function Ending({ title, lead, label, number, children, again, onAgain }: Props) {
  const heading = useFocusOnce()
  const [at] = useState(() => new Date().toISOString())
  return (
    <section className="done">
      <span className="done-icon">
        <Icon name="check" size={40} stroke={2.25} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="lead">{lead}</p>
      <div className="card ticket">
        <p className="ticket-label" id="ticket-number">
          {label}
        </p>
        <output className="ticket-number" aria-labelledby="ticket-number">
          {number}
        </output>
        <time className="soft small" dateTime={at}>
          {formatMoment(at, TIME_ZONE)}
        </time>
        <div className="row">
          <Copy text={number} label={t('Copy number')} />
          <button type="button" className="button is-quiet" onClick={() => print()}>
            <Icon name="printer" size={20} stroke={1.75} />
            {t('Print')}
          </button>
        </div>
      </div>
      {children}
      <button type="button" className="link" onClick={onAgain}>
        {again}
      </button>
    </section>
  )
}

/** Without a connection: kept on this device, and what the person has to do, which is nothing much. */
export function Kept({ onAgain }: { onAgain: (() => void) | undefined }) {
  const heading = useFocusOnce()
  return (
    <section className="done" aria-live="polite">
      <span className="done-icon is-waiting">
        <Icon name="cloud-upload" size={40} stroke={1.75} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t('Kept on this device')}
      </h1>
      <p className="lead">
        {t('There is no connection right now. We will send your form, once, as soon as there is one.')}
      </p>
      <div className="card">
        <p>{t('Leave this page open, or open it again later. Your number appears here when it has arrived.')}</p>
      </div>
      {onAgain && (
        <button type="button" className="link" onClick={onAgain}>
          {t('Send another')}
        </button>
      )}
    </section>
  )
}

/** Whoever listens to the page hears its new heading first. */
function useFocusOnce() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
