import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Icon } from '../ui/icon.tsx'
import { Agreement } from './agreement.tsx'
import type { Asked } from './kind.ts'
import type { Form } from './use-form.ts'

interface Props<V extends Asked> {
  form: Form<V>
  /** What the button says: what it does, and what it is doing. */
  send: string
  sending?: string
  children: ReactNode
}

/** A form on one page: what is wrong above, its fields, the terms, and one button that is always within reach. */
export function FormFrame<V extends Asked>({ form, send, sending = t('Sending…'), children }: Props<V>) {
  return (
    <FormBox form={form} bar={<SendButton isSending={form.isSending} label={send} doing={sending} />}>
      {children}
      <Agreement form={form} />
      <Clear form={form} />
    </FormBox>
  )
}

interface BoxProps<V extends Asked> {
  form: Form<V>
  onSubmit?: (event: FormEvent) => void
  /** What stays within reach at the bottom, also while nothing else takes a change. */
  bar: ReactNode
  children: ReactNode
}

/** What every form stands in: what is wrong above, the trap below. */
export function FormBox<V extends Asked>({ form, onSubmit = form.submit, bar, children }: BoxProps<V>) {
  const { errors, refusal, isSending, isClosed, rules, draft, patch, kind } = form
  const listed = kind.order.flatMap((name): [string, string][] =>
    errors[name] ? [[name, kind.called?.(name) ?? errors[name]]] : [],
  )
  return (
    <form
      className="public-form"
      noValidate
      onSubmit={onSubmit}
      onFocus={() => void rules()}
      onKeyDown={goOn}
      aria-busy={isSending}
    >
      <ErrorSummary refusal={refusal} errors={refusal || listed.length > 1 ? listed : []} />
      <div className="form-body" inert={isClosed}>
        {children}
      </div>
      <div className="send-bar">{bar}</div>
      <Trap value={draft.website} onChange={(website) => patch({ website })} />
    </form>
  )
}

export function SendButton({ isSending, label, doing }: { isSending: boolean; label: string; doing: string }) {
  return (
    <button type="submit" className="button is-wide" aria-disabled={isSending}>
      {isSending ? <span className="spinner" aria-hidden="true" /> : <Icon name="send" size={20} stroke={1.75} />}
      <span aria-live="polite">{isSending ? doing : label}</span>
    </button>
  )
}

/** What is typed stays on the device until it is sent; on a borrowed one it can be cleared away. */
export function Clear<V extends Asked>({ form: { onClear, values, kind } }: { form: Form<V> }) {
  const [isAsked, setAsked] = useState(false)
  if (JSON.stringify(values) === JSON.stringify(kind.empty())) return null
  return (
    <div className="clear">
      <p className="hint">{t('What you type is kept on this device until it is sent.')}</p>
      {isAsked ? (
        <div className="row">
          <button type="button" className="button is-quiet is-bad" onClick={onClear}>
            {t('Yes, clear everything')}
          </button>
          <button type="button" className="button is-quiet" onClick={() => setAsked(false)}>
            {t('Keep it')}
          </button>
        </div>
      ) : (
        <button type="button" className="link" onClick={() => setAsked(true)}>
          {t('Clear the form')}
        </button>
      )}
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

/** On a phone the keyboard's own key leads to the next field, not to a form sent too early. */
function goOn(event: KeyboardEvent<HTMLFormElement>): void {
  const from = event.target
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (!(from instanceof HTMLInputElement) || !matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('.field .input, .field button.pick')]
  const next = fields[fields.indexOf(from) + 1]
  if (next) next.focus()
  else from.blur()
}
