import { Textarea, TextInput } from '@mantine/core'
import type { HTMLAttributes, HTMLInputTypeAttribute } from 'react'
import type { Kind } from '../../../shared/fields.ts'
import { plainDigits, plainPhone } from '../../../shared/vietnam/vietnam.ts'
import { framed, type InputProps } from './frame.tsx'

interface Typing {
  type?: HTMLInputTypeAttribute
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** What is kept of a value once the person leaves it. */
  tidy?: (typed: string) => string
}

const TYPING: Partial<Record<Kind, Typing>> = {
  email: { type: 'email', inputMode: 'email', tidy: (typed) => typed.trim().toLowerCase() },
  phone: { type: 'tel', inputMode: 'numeric', tidy: plainPhone },
  digits: { inputMode: 'numeric', tidy: plainDigits },
  taxCode: { inputMode: 'numeric', tidy: plainDigits },
  identityNumber: { inputMode: 'numeric', tidy: plainDigits },
}

/** A code in capital letters, as its check takes it. */
const code = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase()

/** One line of text, with the keyboard its kind calls for. */
export function TextField(props: InputProps) {
  const { shape, kind } = props.field
  const { tidy = shape ? code : (typed: string) => typed.trim(), ...typing } = TYPING[kind] ?? {}
  const text = typeof props.value === 'string' ? props.value : ''
  return (
    <TextInput
      {...framed(props)}
      {...typing}
      spellCheck={kind === 'text' && !shape ? undefined : false}
      value={text}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onBlur={() => tidy(text) !== text && props.onChange(tidy(text))}
    />
  )
}

/** Text of several lines, growing as it is written. */
export function LongTextInput(props: InputProps) {
  return (
    <Textarea
      {...framed(props)}
      autosize
      minRows={3}
      maxRows={14}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}
