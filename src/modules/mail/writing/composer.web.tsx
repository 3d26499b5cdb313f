import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSend, IconTrash, IconX } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../shared/language.ts'
import { failureWords } from '../../../web/api.ts'
import { RichTextInput } from '../../../web/fields/rich-text/rich-text.tsx'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { isAddress } from './addresses.ts'
import { Attachments, FileButton, useFiles } from './attachments.web.tsx'
import { type Kept, keepInMailbox, useKeeping } from './keeping.web.ts'
import { SendLater } from './later.web.tsx'
import { Quote, useQuoteAgain } from './quote.web.tsx'
import { Recipients } from './recipients.web.tsx'
import { discard, send } from './sending.web.ts'
import css from './writing.module.css'
import { close, focusPage, fold, isEmpty, place, type Writing, write, writingOf } from './writings.web.ts'

/** One mail that is being written. */
export function Composer({ writing }: { writing: Writing }) {
  const { key } = writing
  const kept = useKeeping(writing)
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const [missing, setMissing] = useState('')
  const box = useRef<HTMLElement>(null)
  const files = useFiles(writing, setProblem)
  useQuoteAgain(writing)
  // Sent, thrown away or closed: the focus that was in it has nowhere to be.
  useEffect(() => () => void (document.activeElement === document.body && focusPage()), [])
  const title = writing.subject || (writing.mode === 'new' ? t('New mail') : t('No subject'))

  const submit = async (at: string | null) => {
    // A recipient that was typed and not yet taken is taken as the field is left.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    await Promise.resolve()
    const now = writingOf(key)
    if (!now || isSending) return
    const wrong = whatIsMissing(now)
    setMissing(wrong)
    if (wrong) return box.current?.querySelector<HTMLElement>('[data-recipients]')?.focus()
    if (files.isBusy) return setProblem(t('Files are still uploading.'))
    if (box.current?.querySelector('[data-recipients][aria-busy]'))
      return setProblem(t('A recipient is still being looked for.'))
    setProblem('')
    const before = document.activeElement
    setSending(true)
    try {
      await send(key, at)
    } catch (error) {
      const words = `${t('Not sent.')} ${failureWords(error)}`
      setProblem(words)
      if (!box.current || writingOf(key)?.isFolded) snackbar(words, { variant: 'alert', colour: 'bad' })
    }
    // At once: what is inert takes no focus.
    flushSync(() => setSending(false))
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
  }
  const leave = async () => {
    const now = writingOf(key)
    if (!now || (isEmpty(now) && !now.id)) return close(key)
    fold(key)
    if (isSending) return
    try {
      await keepInMailbox(key)
      const left = writingOf(key)
      if (left?.version === left?.keptVersion) close(key)
    } catch (error) {
      setProblem(failureWords(error))
    }
  }
  return (
    <section
      ref={box}
      className={css.composer}
      aria-label={title}
      data-folded={writing.isFolded || undefined}
      data-mail-writing={key}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          void submit(null)
        } else if (event.key === 'Escape' && (!event.defaultPrevented || isInText(event.target))) {
          event.preventDefault()
          fold(key)
        }
      }}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (event.defaultPrevented || !hasFiles(event)) return
        event.preventDefault()
        files.uploads.add([...event.dataTransfer.files])
      }}
    >
      <header>
        <button
          type="button"
          className={css.title}
          aria-expanded={!writing.isFolded}
          onClick={() => place(key, { isFolded: !writing.isFolded })}
        >
          <span>{title}</span>
          {writing.isFolded ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
        </button>
        <ActionIcon
          size={28}
          aria-label={t('Close, the draft stays')}
          title={t('Close, the draft stays')}
          onClick={() => void leave()}
        >
          <IconX size={16} />
        </ActionIcon>
      </header>
      {!writing.isFolded && (
        <>
          {/* What were typed while it is sent would be closed away with it. */}
          <div className={css.sent} inert={isSending}>
            <Lines writing={writing} missing={missing} onChanged={() => setMissing('')} />
            <RichTextInput
              fills
              value={writing.body}
              onChange={(body) => write(key, { body })}
              aria-label={t('Text')}
              autoFocus={writing.to.length > 0 && 'start'}
              pictures={files.pictures}
              onFiles={files.uploads.add}
            />
            {writing.quote ? <Quote writing={writing} /> : null}
            <Attachments
              attached={writing.attached}
              uploads={files.uploads}
              onRemove={(one) => write(key, { attached: writing.attached.filter((other) => other !== one) })}
            />
          </div>
          {problem && (
            <p role="alert" className={css.problem}>
              {problem}
            </p>
          )}
          <footer>
            <Button
              leftSection={<IconSend size={16} aria-hidden />}
              loading={isSending}
              onClick={() => void submit(null)}
            >
              {t('Send')}
            </Button>
            <SendLater isBusy={isSending} onSend={(at) => void submit(at)} />
            <FileButton add={files.uploads.add} />
            <KeptNote kept={kept} />
            <ActionIcon aria-label={t('Throw away')} title={t('Throw away')} onClick={() => void discard(writing)}>
              <IconTrash size={18} />
            </ActionIcon>
          </footer>
        </>
      )}
    </section>
  )
}

interface LinesProps {
  writing: Writing
  missing: string
  onChanged: () => void
}

function Lines({ writing, missing, onChanged }: LinesProps) {
  const { key } = writing
  const set = (name: 'to' | 'cc' | 'bcc') => (value: Writing['to']) => {
    onChanged()
    write(key, { [name]: value })
  }
  return (
    <div className={css.lines}>
      <Recipients
        label={t('Recipients')}
        value={writing.to}
        onChange={set('to')}
        error={missing || undefined}
        autoFocus={writing.to.length === 0}
        beside={
          !writing.hasCopies && (
            <button type="button" className={css.copies} onClick={() => place(key, { hasCopies: true })}>
              {t('Cc, Bcc')}
            </button>
          )
        }
      />
      {writing.hasCopies && (
        <>
          <Recipients label={t('Cc')} value={writing.cc} onChange={set('cc')} />
          <Recipients label={t('Bcc')} value={writing.bcc} onChange={set('bcc')} />
        </>
      )}
      <TextInput
        variant="unstyled"
        className={css.subject}
        aria-label={t('Subject')}
        placeholder={t('Subject')}
        maxLength={500}
        value={writing.subject}
        onChange={(event) => write(key, { subject: event.currentTarget.value })}
      />
    </div>
  )
}

const NOTES = {
  empty: '',
  saving: 'Saving the draft…',
  mailbox: 'Kept in the drafts',
  device: 'No connection: kept on this device',
} as const

function KeptNote({ kept }: { kept: Kept }) {
  const isRefused = kept.is === 'refused'
  return (
    <span role="status" className={css.kept} data-tone={isRefused || kept.is === 'device' ? 'warn' : undefined}>
      {isRefused ? t('Kept on this device only: {{why}}', { why: kept.why }) : NOTES[kept.is] && t(NOTES[kept.is])}
    </span>
  )
}

/** The editor takes the key, and does nothing with it. */
const isInText = (target: EventTarget) => target instanceof Element && target.closest('[contenteditable]') !== null

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

function whatIsMissing({ to, cc, bcc }: Writing): string {
  const all = [...to, ...cc, ...bcc]
  if (all.length === 0) return t('Please say who gets the mail')
  const wrong = all.find(({ address }) => !isAddress(address))
  return wrong ? t('{{address}} is no e-mail address', { address: wrong.address }) : ''
}
