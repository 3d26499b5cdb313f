import { createRoot } from 'react-dom/client'
import { t } from '../../../shared/language.ts'
import { go, rememberPlace } from '../../../web/app/location.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { merge } from './merge.web.tsx'
import type { Picking } from './pick-complaint-box.web.tsx'
import type { LineRow } from './queries.web.tsx'

/** Asks for another complaint by number or words; null where nothing was chosen. */
export async function pickComplaint(picking: Picking): Promise<LineRow | null> {
  const found = await import('./pick-complaint-box.web.tsx').catch(() => null)
  if (!found) {
    snackbar(t('No connection. Please check the network and try again.'), { variant: 'alert', colour: 'bad' })
    return null
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((answer) => {
    const finish = (chosen: LineRow | null) => {
      answer(chosen)
      root.unmount()
      place.remove()
    }
    root.render(<found.PickComplaintBox {...picking} onFinish={finish} />)
  })
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
