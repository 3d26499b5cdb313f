import { t } from '../../../shared/language.ts'
import { loadOrTell } from '../../../web/ahead.ts'
import { go, rememberPlace } from '../../../web/app/location.ts'
import { inFrame } from '../../../web/ui/dialogs/dialog-frame.ts'
import { drawDialog } from '../../../web/ui/dialogs/draw-dialog.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { merge } from './merge.web.tsx'
import type { Picking } from './pick-complaint-box.web.tsx'
import type { LineRow } from './queries.web.tsx'

/** Asks for another complaint by number or words; null where nothing was chosen. */
export async function pickComplaint(picking: Picking): Promise<LineRow | null> {
  const found = await inFrame(picking.title, () => loadOrTell(() => import('./pick-complaint-box.web.tsx')))
  if (!found) return null
  return drawDialog<LineRow | null>((finish) => <found.PickComplaintBox {...picking} onFinish={finish} />, null)
}

/** Asks which complaint goes on, merges into it and leads there. */
export async function askMerge(row: Complaint): Promise<void> {
  const into = await pickComplaint({
    title: t('Merge {{number}} into…', { number: row.issue_number }),
    description: t('Choose the complaint that continues for both.'),
    of: row.id,
  })
  const isStillHere = rememberPlace()
  if (into && (await merge(row, into)) && isStillHere()) go(`/complaints/view/${into.id}`)
}
