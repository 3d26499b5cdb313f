import type { Fields } from '../../../shared/fields.ts'
import type { Draft } from '../../fields/values.ts'

export interface AskedFields {
  /** Already translated, as are `submit` and `description`. */
  title: string
  description?: string
  fields: Fields
  submit: string
  danger?: boolean
  values?: Draft
  /** Gets the values as a request takes them, checked; what it throws is shown inside, and the dialog stays. */
  onSubmit: (values: Draft) => Promise<void>
}
