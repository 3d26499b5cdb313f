import { useState } from 'react'
import { checkValue } from '../../../shared/checks.ts'
import { tell } from '../../../shared/message.ts'
import type { InputProps } from './frame.tsx'

/** How what is typed becomes a value, and a value is written. */
export interface Way {
  /** Undefined for what cannot be read: the text itself is then the value, for the check to say what is wrong. */
  read: (typed: string) => unknown
  show: (value: unknown) => string
}

/**
 * A value that is typed. What was typed stands as it is until the field is left: then what could be read is shown as the page writes
 * it, and what could not be stays, with the reason.
 */
export function useTyped({ field, value, error, onChange }: InputProps, { read, show }: Way) {
  const [typed, setTyped] = useState<{ text: string; gave: unknown } | null>(null)
  // A value set from elsewhere is shown over what was typed.
  const isTyping = typed !== null && typed.gave === (value ?? null)
  const text = isTyping ? typed.text : show(value)
  const type = (next: string) => {
    const gave = next.trim() === '' ? null : (read(next) ?? next)
    setTyped({ text: next, gave })
    onChange(gave)
  }
  const leave = () => setTyped(null)
  return { text, type, leave, error: error ?? (isTyping || text === '' ? undefined : wrongIn(field, value)) }
}

function wrongIn(field: InputProps['field'], value: unknown): string | undefined {
  const found = checkValue(field, value)
  return 'error' in found ? tell(found.error) : undefined
}
