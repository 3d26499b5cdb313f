import { type FormEvent, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { AttachmentList } from '../../../web/public/attachments/attachment-list.tsx'
import { useAttachments } from '../../../web/public/attachments/use-attachments.ts'
import { call, Refused } from '../../../web/public/request.ts'
import { readStored, writeStored } from '../../../web/public/storage.ts'
import { focusField } from '../../../web/public/ui/error-summary.tsx'
import { Field } from '../../../web/public/ui/field.tsx'
import { GrowingText } from '../../../web/public/ui/growing-text.tsx'
import { Icon } from '../../../web/public/ui/icon.tsx'
import { uniqueKey } from '../../../web/unique.ts'
import { pathOf } from './use-follow-up.public.tsx'

const LONGEST = 5000

/** One more word to the store, with pictures if wished; what was typed survives a reload. */
export function AddWord({ token, onSaid }: { token: string; onSaid: () => Promise<void> }) {
  const [round, setRound] = useState(0)
  const [isThanked, setThanked] = useState(false)
  return (
    <section className="card" aria-labelledby="add-word">
      <h2 id="add-word">{t('Add a message')}</h2>
      <p className="soft" role="status">
        {isThanked && t('Thank you. The store has it now.')}
      </p>
      <WordForm
        key={round}
        token={token}
        onSaid={async () => {
          await onSaid()
          setThanked(true)
          setRound(round + 1)
        }}
      />
    </section>
  )
}

function WordForm({ token, onSaid }: { token: string; onSaid: () => Promise<void> }) {
  const draftName = `word-draft-${token}`
  const [body, setBody] = useState(() => String(readStored(draftName) ?? ''))
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const once = useRef(uniqueKey())
  const attachments = useAttachments(once.current, false)

  const write = (words: string) => {
    setBody(words)
    setError(undefined)
    writeStored(draftName, words || null)
  }
  const refuse = (message: string) => {
    setError(message)
    setSending(false)
    focusField('body')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (!body.trim()) return refuse(t('Please write a few words first.'))
    setSending(true)
    const settled = await attachments.settle()
    if (settled.some(({ id }) => !id))
      return refuse(t('Some files have not arrived. Please send them again or remove them.'))
    try {
      const ids = settled.flatMap(({ id }) => (id ? [id] : []))
      await call('POST', pathOf(token, '/comment'), {
        body: { body: body.trim(), attachments: ids },
        once: once.current,
      })
      writeStored(draftName, null)
      await onSaid()
    } catch (failure) {
      refuse(
        failure instanceof Refused
          ? (failure.fields.body ?? failure.message)
          : t('There is no connection. What you wrote stays here; please send it again later.'),
      )
    }
  }
  return (
    <form className="stack" noValidate onSubmit={submit} aria-busy={isSending}>
      <Field name="body" label={t('Your text')} error={error}>
        {(input) => (
          <GrowingText {...input} className="input area is-small" maxLength={LONGEST} value={body} onChange={write} />
        )}
      </Field>
      <AttachmentList attachments={attachments} />
      <button type="submit" className="button" aria-disabled={isSending}>
        {isSending ? <span className="spinner" aria-hidden="true" /> : <Icon name="send" size={20} stroke={1.75} />}
        {isSending ? t('Sending…') : t('Send')}
      </button>
    </form>
  )
}
