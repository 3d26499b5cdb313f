import { createRoot } from 'react-dom/client'
import type { Fields } from '../../shared/fields.ts'
import type { Draft } from '../fields/values.ts'
import { FieldsDialog } from './fields-dialog-box.tsx'

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

/** Asks for a few fields in a dialog; answers whether it was sent. */
export function askFields(asked: AskedFields): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((answer) => {
    const finish = (isSent: boolean) => {
      answer(isSent)
      root.unmount()
      place.remove()
    }
    root.render(<FieldsDialog {...asked} onFinish={finish} />)
  })
}
