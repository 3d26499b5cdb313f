import { Menu } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import { download } from '../../../web/download.ts'
import { changed } from '../../../web/query.ts'
import { sayFailure, snackbar } from '../../../web/ui/snackbar.tsx'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'

/** The whole case as one PDF; what colleagues said among themselves only by choice. */
export function CaseFileItems({ row }: { row: Complaint }) {
  return (
    <>
      <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => void take(row, '')}>
        {t('Case file (PDF)')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => void take(row, '?internal=1')}>
        {t('Case file with internal comments (PDF)')}
      </Menu.Item>
    </>
  )
}

async function take(row: Complaint, query: string): Promise<void> {
  snackbar(t('The case file is being made…'))
  try {
    await download(`${WIRE}/${row.id}/case-file${query}`, `${row.issue_number}.pdf`)
    snackbar(t('The case file was downloaded'), { variant: 'alert', colour: 'ok' })
    changed(complaints.name, row.id)
  } catch (error) {
    sayFailure(error)
  }
}
