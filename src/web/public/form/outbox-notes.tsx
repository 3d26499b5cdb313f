import { type ReactNode, useState } from 'react'
import { titleOf } from '../../../modules/public-pages.ts'
import { t } from '../../../shared/language.ts'
import { promiseSaid } from '../promise.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Note } from './notes.ts'

interface Props {
  notes: readonly Note[]
  onDrop: (key: string) => void
  /** Where there is a form to put one right in. */
  onMend?: (key: string) => void
}

/** What became of messages kept earlier, above the form. */
export function OutboxNotes({ notes, onDrop, onMend }: Props) {
  if (notes.length === 0) return null
  const waiting = notes.filter(({ receipt, reason }) => !receipt && reason === undefined).length
  return (
    <div className="outbox" role="status">
      {waiting > 0 && (
        <Line icon={<Icon name="cloud-upload" size={20} stroke={1.75} />}>
          {waiting === 1
            ? t('One form is waiting for a connection. It will be sent automatically.')
            : t('{{n}} forms are waiting for a connection. They will be sent automatically.', { n: waiting })}
        </Line>
      )}
      {notes.map(({ key, receipt, reason, form }) =>
        receipt ? (
          <Line key={key} tone="ok" icon={<Icon name="check" size={20} stroke={2} />} onClose={() => onDrop(key)}>
            {t('The form you saved has arrived:')}{' '}
            {receipt.follow ? <a href={receipt.follow}>{receipt.number}</a> : <b>{receipt.number}</b>}
            {receipt.promise && <span className="note-reason">{promiseSaid(receipt.promise)}</span>}
          </Line>
        ) : (
          reason !== undefined && (
            <Returned
              key={key}
              form={form}
              reason={reason}
              onDrop={() => onDrop(key)}
              onMend={onMend && (() => onMend(key))}
            />
          )
        ),
      )}
    </div>
  )
}

interface ReturnedProps {
  form: string
  reason: string
  onDrop: () => void
  onMend: (() => void) | undefined
}

/** A letter that the server did not take: it is put right, or let go on a second press. */
function Returned({ form, reason, onDrop, onMend }: ReturnedProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Line tone="bad" icon={<Icon name="alert-triangle" size={20} stroke={1.75} />}>
      <b>{t('{{form}}: this could not be sent', { form: t(titleOf(form)) })}</b>
      {/* Said by the server in the person's language, or kept as an English key. */}
      <span className="note-reason">{t(reason)}</span>
      <span className="note-acts">
        {isAsked ? (
          <>
            <button type="button" className="link" onClick={onDrop}>
              {t('Yes, discard it')}
            </button>
            <button type="button" className="link" onClick={() => setAsked(false)}>
              {t('Keep it')}
            </button>
          </>
        ) : (
          <>
            {onMend && (
              <button type="button" className="link is-first" onClick={onMend}>
                {t('Correct and resend')}
              </button>
            )}
            <button type="button" className="link" onClick={() => setAsked(true)}>
              {t('Discard')}
            </button>
          </>
        )}
      </span>
    </Line>
  )
}

interface LineProps {
  icon: ReactNode
  tone?: string
  onClose?: () => void
  children: ReactNode
}

const Line = ({ icon, tone = 'info', onClose, children }: LineProps) => (
  <div className={`note is-${tone}`}>
    {icon}
    <div className="note-words">{children}</div>
    {onClose && (
      <button type="button" className="icon-button" aria-label={t('Close')} onClick={onClose}>
        <Icon name="x" size={18} />
      </button>
    )}
  </div>
)
