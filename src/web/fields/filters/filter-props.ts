import type { Field } from '../../../shared/fields.ts'

/** What the panel of a filter gets, whatever its kind. */
export interface FilterProps {
  field: Field
  /** As the address carries them; any of them is wanted. */
  values: readonly string[]
  onChange: (values: string[]) => void
  /** Closes the panel, once a choice says it all. */
  onDone: () => void
  /** The day it is in the chain. */
  today: string
}

export const isYes = (value: string | undefined): boolean => value === 'true' || value === '1'

/** The value that asks for records without one. */
export const NONE = 'none'
