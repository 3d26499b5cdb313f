import type { ComponentType } from 'react'
import type { Fields } from '../../../shared/fields.ts'
import type { InputProps } from '../../fields/inputs/frame.tsx'
import type { Draft } from '../../fields/values.ts'

export interface AskedFields {
  /** Already translated, as are `submit` and `description`. */
  title: string
  description?: string
  fields: Fields
  submit: string
  danger?: boolean
  values?: Draft
  /** Names the draft in this tab's storage, of one record and one act: it is there again until it is sent or given up. */
  draftKey?: string
  /** Fields that one input asks for together, in the place of the first of them. */
  joint?: { names: readonly [string, ...string[]]; Input: ComponentType<JointProps> }
  /** Fields that stand folded under 'More', until they are wanted or refused. */
  folded?: readonly string[]
  /** A second way to send, which goes on to something else once that is done: Ctrl+Enter takes it. */
  further?: { submit: string; run: () => unknown } | undefined
  /** Gets the values as a request takes them, checked; what it throws is shown inside, and the dialog stays. */
  onSubmit: (values: Draft) => Promise<void>
}

/** Ctrl+Enter in a form: it is sent, and goes on where it can. */
export function sendByKeys(form: HTMLFormElement | null | undefined): void {
  const further = form?.querySelector<HTMLButtonElement>('[data-further]')
  if (further) further.click()
  else form?.requestSubmit(form.querySelector<HTMLButtonElement>('[type=submit]'))
}

/** What an input gets that asks for several fields. */
export interface JointProps extends Pick<InputProps, 'name' | 'error' | 'disabled' | 'autoFocus'> {
  values: Draft
  onChange: (values: Draft) => void
}
