import { type FormEvent, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { AttachmentList } from '../attachments/attachment-list.tsx'
import { type Attachments, useAttachments } from '../attachments/use-attachments.ts'
import { Refused } from '../request.ts'
import { ErrorSummary, focusField } from '../ui/error-summary.tsx'
import { Icon } from '../ui/icon.tsx'
import { Agreement } from './agreement.tsx'
import { ContactFields } from './contact-fields.tsx'
import { type Draft, useDraft } from './draft.ts'
import type { Errors, FieldName } from './fields.ts'
import { letters, post, type Receipt } from './outbox.ts'
import { StoreField } from './store-field.tsx'
import { TypeButtons } from './type-buttons.tsx'
import { WordsField } from './words-field.tsx'

interface Props {
  initial: Draft
  /** The key of the letter this form is sending itself. */
  held: { current: string | null }
  onSent: (receipt: Receipt) => void
  onKept: (key: string) => void
}

/** What each part of the form is given. */
export interface PartProps {
  draft: Draft
  errors: Errors
  change: (changes: Partial<Draft>) => void
  /** A field was left: tell what is wrong with what was typed. */
  leave: (name: FieldName) => void
}

/** The checks come with the first touch of the form; should they not, the server's own are enough. */
const rules = () => import('./fields.ts').catch(() => ({ errorOf: () => undefined, errorsOf: (): Errors => ({}) }))

const ORDER = ['store', 'feedback_type', 'content', 'attachments', 'customer_name', 'phone', 'email', 'agreed'] as const

export function FeedbackForm({ initial, held, onSent, onKept }: Props) {
  const { draft, change } = useDraft(initial)
  const attachments = useAttachments(draft.key)
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  const changeAndCheck = (changes: Partial<Draft>) => {
    change(changes)
    const names = (Object.keys(changes) as FieldName[]).filter((name) => errors[name]) // changes hold field names only
    if (names.length > 0) void recheck(names, { ...draft, ...changes })
  }
  const recheck = async (names: FieldName[], now: Draft) => {
    const { errorOf } = await rules()
    setErrors((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, errorOf(name, now)])) }))
  }
  const leave = (name: FieldName) => {
    if (draft[name]) void recheck([name], draft)
  }
  const show = (found: Errors, description: string | null = null) => {
    setErrors(found)
    setRefusal(description)
    const first = ORDER.find((name) => found[name])
    requestAnimationFrame(() => (first ? focusField(first) : scrollTo({ top: 0 })))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const found = { ...(await rules()).errorsOf(draft), ...errorOfFiles(attachments) }
    if (Object.values(found).some(Boolean)) return show(found)
    setSending(true)
    held.current = draft.key
    await send(draft, attachments).then(onSent, async (error) => {
      if (error instanceof Refused) return show(error.fields, error.message)
      const isKept = (await letters()).some(({ key }) => key === draft.key)
      if (isKept) onKept(draft.key)
      else show({}, t('There is no connection. Your words stay here; please send them again later.'))
    })
    held.current = null
    setSending(false)
  }

  const part = { draft, errors, change: changeAndCheck, leave }
  const listed = ORDER.flatMap((name): [string, string][] => (errors[name] ? [[name, errors[name]]] : []))
  return (
    <form className="feedback-form" noValidate onSubmit={submit} onFocus={() => void rules()} aria-busy={isSending}>
      <ErrorSummary refusal={refusal} errors={refusal || isSummarised(errors) ? listed : []} />
      <StoreField {...part} />
      <TypeButtons {...part} />
      <div className="words-block">
        <WordsField {...part} />
        <AttachmentList attachments={attachments} error={errors.attachments} />
      </div>
      <ContactFields {...part} />
      <Agreement {...part} />
      <Trap value={draft.website} onChange={(website) => change({ website })} />
      <SendBar isSending={isSending} attachments={attachments} />
    </form>
  )
}

async function send(draft: Draft, attachments: Attachments): Promise<Receipt> {
  const files = (await attachments.settle()).map(({ key, id }) => ({ key, id }))
  return post({ key: draft.key, draft, files, kept_at: Date.now() })
}

function SendBar({ isSending, attachments }: { isSending: boolean; attachments: Attachments }) {
  const isUploading = attachments.items.some(({ state }) => state === 'sending')
  const doing = isUploading ? t('Sending your photos and videos…') : t('Sending…')
  return (
    <div className="send-bar">
      <button type="submit" className="button is-wide" aria-disabled={isSending}>
        {isSending ? <span className="spinner" aria-hidden="true" /> : <Icon name="send" size={20} stroke={1.75} />}
        <span aria-live="polite">{isSending ? doing : t('Send feedback')}</span>
      </button>
    </div>
  )
}

/** A field no person sees: whoever fills it in is a program. */
const Trap = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <div className="trap" aria-hidden="true">
    <label>
      Website
      <input name="website" value={value} tabIndex={-1} autoComplete="off" onChange={(e) => onChange(e.target.value)} />
    </label>
  </div>
)

/** One mistake is told beside its field; a summary is for more. */
const isSummarised = (errors: Errors) => Object.values(errors).filter(Boolean).length > 1

function errorOfFiles({ items }: Attachments): Errors {
  const isRefused = items.some(({ state }) => state === 'refused')
  return isRefused ? { attachments: t('Please remove the files that were not accepted.') } : {}
}
