import type { Fields } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { act, attempt } from '../handling/assign.web.tsx'
import { asSeen, latest } from '../view/steps.web.tsx'

const ASKED: Fields = {
  reason: { ...complaints.fields.pause_reason, kind: 'longText', required: true, readonly: false },
}

/** Asks what the customer is asked, and lets both clocks stand still until the answer. */
export const askPause = (row: Complaint): Promise<boolean> =>
  askFields({
    title: `${t('Wait for the customer')} · ${row.issue_number}`,
    description: t(
      'Both deadlines are paused until you resume or the customer replies. Their page says that we have asked them something; the question itself stays inside, so ask it by mail or phone.',
    ),
    fields: ASKED,
    submit: t('Wait for the customer'),
    draftKey: `${complaints.name}/${row.id}/pause`,
    onSubmit: asSeen(row, (seen, values) => act(seen, 'pause', values)),
  })

export const resume = (row: Complaint): Promise<boolean> =>
  attempt(
    row,
    () => act(latest(row), 'resume', {}),
    t('{{number}}: the deadlines run again', { number: row.issue_number }),
  )
