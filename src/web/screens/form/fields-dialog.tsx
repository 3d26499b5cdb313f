import { loadOrTell } from '../../ahead.ts'
import { withCatalog } from '../../catalogs.ts'
import { inFrame } from '../../ui/dialogs/dialog-frame.ts'
import { drawDialog } from '../../ui/dialogs/draw-dialog.tsx'
import type { AskedFields } from './asked-fields.ts'

export type { AskedFields } from './asked-fields.ts'

export const loadFieldsDialog = () => withCatalog(() => import('./fields-dialog-box.tsx'))

/** Asks for a few fields in a dialog, fetched when it is first needed, its frame there at once; answers whether it was sent. */
export async function askFields(asked: AskedFields): Promise<boolean> {
  const found = await inFrame(asked.title, () => loadOrTell(loadFieldsDialog))
  if (!found) return false
  return drawDialog((finish) => <found.FieldsDialog {...asked} onFinish={finish} />, false)
}
