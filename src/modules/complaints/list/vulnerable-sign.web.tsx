import { IconHeartHandshake } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import type { Complaint } from '../complaint.web.tsx'
import css from './complaints.module.css'

/** Before the title of what a vulnerable consumer complains of. */
export const VulnerableSign = ({ row }: { row: Complaint }) =>
  row.is_vulnerable ? (
    <IconHeartHandshake size={14} className={css.care} aria-label={t('Vulnerable consumer')} role="img" />
  ) : null
