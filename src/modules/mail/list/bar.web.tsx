import { ActionIcon, Menu } from '@mantine/core'
import {
  IconAlertOctagon,
  IconArchive,
  IconDots,
  IconFolderSymlink,
  IconMail,
  IconMailOpened,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../../shared/language.ts'
import type { MailRow } from '../../../shared/mail.ts'
import { archive, destroy, junk, mark, move, type Place } from '../acts.web.ts'
import { folderName } from '../names.web.ts'
import css from './list.module.css'

interface ActsProps {
  rows: readonly MailRow[]
  place: Place
  /** After an act that takes the mails from here. */
  onAway?: () => void
  isMoving: boolean
  setMoving: (isMoving: boolean) => void
}

/** What is done with the selected conversations, or with the one that is read. */
export function MailActs({ rows, place, onAway, isMoving, setMoving }: ActsProps) {
  const isRead = rows.every(({ seen }) => seen)
  const { role } = place.folder
  const away = (act: typeof archive) => () => {
    onAway?.()
    void act(rows, place)
  }
  return (
    <>
      {role !== 'archive' && <Act label={t('Archive')} hint="e" run={away(archive)} sign={<IconArchive size={18} />} />}
      <Act label={t('Delete')} hint="#" run={() => void destroy(rows, place, onAway)} sign={<IconTrash size={18} />} />
      <Act
        label={role === 'junk' ? t('Not spam') : t('Report spam')}
        hint="!"
        run={away(junk)}
        sign={<IconAlertOctagon size={18} />}
      />
      <Act
        label={isRead ? t('Mark as unread') : t('Mark as read')}
        hint="u"
        run={() => {
          if (isRead) onAway?.()
          void mark(rows, 'seen', !isRead, place.folder.id)
        }}
        sign={isRead ? <IconMail size={18} /> : <IconMailOpened size={18} />}
      />
      <Menu position="bottom-start" withinPortal opened={isMoving} onChange={setMoving}>
        <Menu.Target>
          <ActionIcon aria-label={t('Move to a folder')} title={`${t('Move to a folder')} (v)`}>
            <IconFolderSymlink size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={css.moving}>
          {place.folders
            .filter(({ id, role: other }) => id !== place.folder.id && other !== 'flagged' && other !== 'all')
            .map((folder) => (
              <Menu.Item
                key={folder.id}
                onClick={() => {
                  onAway?.()
                  void move(rows, place.folder, { id: folder.id, name: folderName(folder) })
                }}
              >
                {folderName(folder)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('More')} title={t('More')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void mark(rows, 'starred', !rows.every(({ starred }) => starred))}>
            {rows.every(({ starred }) => starred) ? t('Remove the star') : t('Star')}
          </Menu.Item>
          <Menu.Item onClick={() => void mark(rows, 'important', !rows.every(({ important }) => important))}>
            {rows.every(({ important }) => important) ? t('Mark as not important') : t('Mark as important')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

export function Act({ label, hint, run, sign }: { label: string; hint?: string; run: () => void; sign: ReactNode }) {
  return (
    <ActionIcon aria-label={label} title={hint ? `${label} (${hint})` : label} aria-keyshortcuts={hint} onClick={run}>
      {sign}
    </ActionIcon>
  )
}

export const Refresh = ({ isBusy, run }: { isBusy: boolean; run: () => void }) => (
  <ActionIcon aria-label={t('Look for new mail')} title={t('Look for new mail')} loading={isBusy} onClick={run}>
    <IconRefresh size={18} />
  </ActionIcon>
)
