import { Button, Modal, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { t } from '../../shared/language.ts'
import css from './confirm.module.css'

export interface ConfirmOptions {
  title?: string
  description?: string
  submit?: string
  cancel?: string
  /** Asks for a text as well, of this type. */
  inputLabel?: string
  inputType?: 'text' | 'password' | 'email' | 'number' | 'textarea'
  /** The submit button warns. */
  danger?: boolean
}
/** 1 submitted, 0 cancelled or dismissed (specification section 3). */
export interface Confirmed {
  status: 0 | 1
  text?: string
}
interface Asked extends ConfirmOptions {
  id: number
  answer: (confirmed: Confirmed) => void
}

let asked: Asked | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Asks before something is done. */
export function confirm(options: ConfirmOptions = {}): Promise<Confirmed> {
  asked?.answer({ status: 0 })
  lastId += 1
  return new Promise((answer) => become({ id: lastId, ...options, answer }))
}

/** Where the question stands: once, in the shell. */
export function ConfirmHost() {
  const now = useSyncExternalStore(listen, () => asked)
  return (
    <Modal
      opened={now !== null}
      onClose={() => finish({ status: 0 })}
      title={now?.title ?? t('Are you sure?')}
      centered
      size={440}
      zIndex={400}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {now && <Question key={now.id} asked={now} />}
    </Modal>
  )
}

function Question({ asked: { description, inputLabel, inputType = 'text', submit, cancel, danger } }: { asked: Asked }) {
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    finish(inputLabel ? { status: 1, text } : { status: 1 })
  }
  return (
    <form onSubmit={send}>
      {description && <p className={css.description}>{description}</p>}
      {inputLabel && <Typed label={inputLabel} type={inputType} value={text} onChange={setText} />}
      <div className={css.buttons}>
        <Button variant="default" onClick={() => finish({ status: 0 })}>
          {cancel ?? t('Cancel')}
        </Button>
        <Button type="submit" color={danger ? 'red' : undefined} data-autofocus={inputLabel ? undefined : true}>
          {submit ?? t('Agree')}
        </Button>
      </div>
    </form>
  )
}

interface TypedProps {
  label: string
  type: NonNullable<ConfirmOptions['inputType']>
  value: string
  onChange: (text: string) => void
}

function Typed({ label, type, value, onChange }: TypedProps) {
  const shared = {
    label,
    value,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (type === 'textarea') return <Textarea {...shared} autosize minRows={3} maxRows={10} />
  if (type === 'password') return <PasswordInput {...shared} autoComplete="current-password" />
  return <TextInput {...shared} type={type} />
}

function finish(confirmed: Confirmed): void {
  asked?.answer(confirmed)
  become(null)
}

function become(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
