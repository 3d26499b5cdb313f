import type { ReactNode } from 'react'
import { t } from '../../../shared/language.ts'
import { Icon } from '../ui/icon.tsx'
import type { Letter } from './outbox.ts'
import type { Outbox } from './use-outbox.ts'

interface Props extends Pick<Outbox, 'waiting' | 'sent' | 'refused'> {
  onDismiss: (key: string) => void
  onEdit: (letter: Letter) => void
}

/** What became of messages kept earlier, above the form. */
export function OutboxNotes({ waiting, sent, refused, onDismiss, onEdit }: Props) {
  if (waiting.length + sent.length + refused.length === 0) return null
  return (
    <div className="outbox" role="status">
      {waiting.length > 0 && (
        <Note icon={<Icon name="cloud-upload" size={20} stroke={1.75} />}>
          {waiting.length === 1
            ? t('One message waits for a connection. It is sent by itself.')
            : t('{{n}} messages wait for a connection. They are sent by themselves.', { n: waiting.length })}
        </Note>
      )}
      {sent.map(({ key, receipt }) => (
        <Note key={key} tone="ok" icon={<Icon name="check" size={20} stroke={2} />} onDismiss={() => onDismiss(key)}>
          {t('Your kept message has arrived:')}{' '}
          {receipt.follow ? <a href={receipt.follow}>{receipt.number}</a> : <b>{receipt.number}</b>}
        </Note>
      ))}
      {refused.map(({ letter, description }) => (
        <Note
          key={letter.key}
          tone="bad"
          icon={<Icon name="alert-triangle" size={20} stroke={1.75} />}
          onDismiss={() => onDismiss(letter.key)}
        >
          {t('A kept message was not taken: {{reason}}', { reason: description })}{' '}
          <button type="button" className="link" onClick={() => onEdit(letter)}>
            {t('Look at it again')}
          </button>
        </Note>
      ))}
    </div>
  )
}

function Note({
  icon,
  tone = 'info',
  onDismiss,
  children,
}: {
  icon: ReactNode
  tone?: string
  onDismiss?: () => void
  children: ReactNode
}) {
  return (
    <div className={`note is-${tone}`}>
      {icon}
      <p>{children}</p>
      {onDismiss && (
        <button type="button" className="icon-button" aria-label={t('Close')} onClick={onDismiss}>
          <Icon name="x" size={18} />
        </button>
      )}
    </div>
  )
}
