import { createRoot } from 'react-dom/client'
import { t } from '../../../shared/language.ts'
import { withCatalog } from '../../catalogs.ts'
import { snackbar } from '../../ui/snackbar.tsx'
import type { AskedFields } from './asked-fields.ts'

export type { AskedFields } from './asked-fields.ts'

/** Asks for a few fields in a dialog, fetched when it is first needed; answers whether it was sent. */
export async function askFields(asked: AskedFields): Promise<boolean> {
  const found = await withCatalog(() => import('./fields-dialog-box.tsx')).catch(() => null)
  if (!found) {
    snackbar(t('No connection. Please check the network and try again.'), { variant: 'alert', colour: 'bad' })
    return false
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((answer) => {
    const finish = (isSent: boolean) => {
      answer(isSent)
      root.unmount()
      place.remove()
    }
    root.render(<found.FieldsDialog {...asked} onFinish={finish} />)
  })
}
