import { createRoot } from 'react-dom/client'
import { type AskedFields, FieldsDialog } from './fields-dialog-box.tsx'

export type { AskedFields } from './fields-dialog-box.tsx'

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
