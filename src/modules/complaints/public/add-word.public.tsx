import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
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
  const [sending, setSending] = useState<'files' | 'words' | null>(null)
  const isSending = sending !== null
  const keyName = `word-key-${token}`
  const once = useRef(String(readStored(keyName) ?? uniqueKey()))
  const attachments = useAttachments(once.current, false)
  const latest = useRef(body)
  useLayoutEffect(() => {
    latest.current = body
  })

  const write = (words: string) => {
    setBody(words)
    setError(undefined)
    writeStored(draftName, words || null)
  }
  const refuse = (message: string) => {
    // At once: what is inert takes no focus.
    flushSync(() => {
      setError(message)
      setSending(null)
    })
    focusField('body')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (!body.trim()) return refuse(t('Please write a few words first.'))
    setSending('files')
    const settled = await attachments.settle()
    // What was changed while the files were on their way is meant as well; from now on nothing is.
    flushSync(() => setSending('words'))
    if (settled.some(({ id }) => !id))
      return refuse(t('Some files have not arrived. Please send them again or remove them.'))
    try {
      const ids = settled.flatMap(({ id }) => (id ? [id] : []))
      writeStored(keyName, once.current)
      await call('POST', pathOf(token, '/comment'), {
        body: { body: latest.current.trim(), attachments: ids },
        once: once.current,
      })
      writeStored(draftName, null)
      writeStored(keyName, null)
      await onSaid()
    } catch (failure) {
      // What was refused was not kept: corrected, it is another message.
      if (failure instanceof Refused && failure.status < 500) {
        once.current = uniqueKey()
        writeStored(keyName, null)
      }
      refuse(
        failure instanceof Refused
          ? (failure.fields.body ?? failure.message)
          : t('There is no connection. What you wrote stays here; please send it again later.'),
      )
    }
  }
  return (
    <form className="stack" noValidate onSubmit={submit} aria-busy={isSending}>
      <div className="stack" inert={sending === 'words'}>
        <Field name="body" label={t('Your text')} error={error}>
          {(input) => (
            <GrowingText {...input} className="input area is-small" maxLength={LONGEST} value={body} onChange={write} />
          )}
        </Field>
        <AttachmentList attachments={attachments} />
      </div>
      <button type="submit" className="button" aria-disabled={isSending}>
        {isSending ? <span className="spinner" aria-hidden="true" /> : <Icon name="send" size={20} stroke={1.75} />}
        {isSending ? t('Sending…') : t('Send')}
      </button>
    </form>
  )
}
