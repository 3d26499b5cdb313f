import { useEffect, useRef } from 'react'
import { t } from '../../../shared/language.ts'
import { Copy, Share } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Receipt } from './outbox.ts'

/** The number, the private link, and what comes next. */
export function Thanks({ receipt, onAgain }: { receipt: Receipt; onAgain: () => void }) {
  const heading = useFocusOnce()
  const link = new URL(receipt.follow, location.origin).href
  return (
    <section className="done">
      <span className="done-icon">
        <Icon name="check" size={40} stroke={2.25} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t('Thank you for telling us')}
      </h1>
      <p className="lead">{t('The store has your message now. Someone will look into it.')}</p>
      <div className="card ticket">
        <p className="ticket-label" id="ticket-number">
          {t('Your ticket number')}
        </p>
        <output className="ticket-number" aria-labelledby="ticket-number">
          {receipt.issue_number}
        </output>
        <div className="row">
          <Copy text={receipt.issue_number} label={t('Copy number')} />
        </div>
      </div>
      <div className="card">
        <h2>{t('Your private page')}</h2>
        <p className="soft">
          {t('Here you see how it goes, add a word and rate our work. Only people with this link can open it.')}
        </p>
        <p className="private-link">{link.replace(/^https?:\/\//, '')}</p>
        <div className="row">
          <Copy text={link} label={t('Copy link')} />
          <Share url={link} title={`${t('Retail chain')} · ${receipt.issue_number}`} />
        </div>
        <a className="button is-wide" href={receipt.follow}>
          {t('Open my page')}
          <Icon name="arrow-right" size={20} stroke={1.75} />
        </a>
      </div>
      <button type="button" className="link" onClick={onAgain}>
        {t('Send another')}
      </button>
    </section>
  )
}

/** Without a connection: kept on this device, and what the person has to do, which is nothing much. */
export function Kept({ onAgain }: { onAgain: () => void }) {
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
        {t('There is no connection right now. We send your message, once, as soon as there is one.')}
      </p>
      <div className="card">
        <p>{t('Leave this page open, or open it again later. Your number appears here when it has arrived.')}</p>
      </div>
      <button type="button" className="link" onClick={onAgain}>
        {t('Send another')}
      </button>
    </section>
  )
}

/** Whoever listens to the page hears its new heading first. */
function useFocusOnce() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}
