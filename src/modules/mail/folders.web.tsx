import {
  IconAlertOctagon,
  IconArchive,
  IconClock,
  IconFolder,
  IconInbox,
  IconPencil,
  IconSend,
  IconStack2,
  IconStar,
  IconTrash,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { MailFolder, MailRole } from '../../shared/mail.ts'
import { Link } from '../../web/ui/link.tsx'
import css from './mail.module.css'
import { folderName } from './names.web.ts'
import { addressWith, SCHEDULED } from './place.web.ts'

const SIGNS: Record<MailRole, ComponentType<{ size?: number }>> = {
  inbox: IconInbox,
  drafts: IconPencil,
  sent: IconSend,
  archive: IconArchive,
  junk: IconAlertOctagon,
  trash: IconTrash,
  flagged: IconStar,
  all: IconStack2,
}
const ORDER: readonly (MailRole | null)[] = [
  'inbox',
  'flagged',
  'drafts',
  'sent',
  'archive',
  'junk',
  'trash',
  'all',
  null,
]

interface FoldersProps {
  folders: readonly MailFolder[]
  /** Id of the one that is shown. */
  shown: string
  waiting: number
  afterClick?: () => void
}

/** The mailbox's folders with what is unread in them; drafts tell how many there are. */
export function Folders({ folders, shown, waiting, afterClick }: FoldersProps) {
  const ordered = folders.toSorted((one, other) => ORDER.indexOf(one.role) - ORDER.indexOf(other.role))
  return (
    <nav aria-label={t('Folders')} className={css.folders}>
      <ul>
        {ordered.map((folder) => {
          const Sign = folder.role ? SIGNS[folder.role] : IconFolder
          const count = folder.role === 'drafts' ? folder.total : folder.unread
          return (
            <li key={folder.id}>
              <Link
                to={addressWith({ folder: folder.role === 'inbox' ? '' : folder.id })}
                aria-current={folder.id === shown ? 'page' : undefined}
                data-unread={folder.role !== 'drafts' && count > 0 ? true : undefined}
                title={folderName(folder)}
                onClick={afterClick}
              >
                <Sign size={18} aria-hidden />
                <span>{folderName(folder)}</span>
                {count > 0 && <em>{formatNumber(count, currentLanguage())}</em>}
              </Link>
            </li>
          )
        })}
        {(waiting > 0 || shown === SCHEDULED) && (
          <li>
            <Link
              to={addressWith({ folder: SCHEDULED })}
              aria-current={shown === SCHEDULED ? 'page' : undefined}
              onClick={afterClick}
            >
              <IconClock size={18} aria-hidden />
              <span>{t('Send later')}</span>
              {waiting > 0 && <em>{formatNumber(waiting, currentLanguage())}</em>}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
