import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '../../../shared/language.ts'
import css from './confirm.module.css'
import { Dialog } from './dialog.tsx'

export interface ConfirmOptions {
  title?: string
  description?: string
  /** Below the description, e.g. what is open. */
  more?: ReactNode
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
export interface Asked extends ConfirmOptions {
  id: number
  answer: (confirmed: Confirmed) => void
}

interface DialogProps {
  asked: Asked | null
  finish: (confirmed: Confirmed) => void
}

export default function ConfirmDialog({ asked, finish }: DialogProps) {
  return (
    <Dialog
      opened={asked !== null}
      onClose={() => finish({ status: 0 })}
      title={asked?.title ?? t('Are you sure?')}
      size={440}
    >
      {asked && <Question key={asked.id} asked={asked} finish={finish} />}
    </Dialog>
  )
}

interface QuestionProps extends DialogProps {
  asked: Asked
}

function Question({
  asked: { description, more, inputLabel, inputType = 'text', submit, cancel, danger },
  finish,
}: QuestionProps) {
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    finish(inputLabel ? { status: 1, text } : { status: 1 })
  }
  return (
    <form onSubmit={send}>
      {description && <p className={css.description}>{description}</p>}
      {more}
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
