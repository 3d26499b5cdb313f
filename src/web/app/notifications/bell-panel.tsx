import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import type { Notification } from '../../../shared/api.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { useSession } from '../../session.ts'
import { DueText } from '../../ui/due.tsx'
import { SkeletonLines } from '../../ui/states.tsx'
import css from './bell.module.css'
import { followNote, markRead, useNotifications } from './notifications.ts'

export default function BellPanel({ close }: { close: () => void }) {
  const { notes, unread, isLoading, hasMore, isLoadingMore, loadMore } = useNotifications()
  const { time_zone } = useSession()
  const open = (note: Notification) => {
    close()
    followNote(note)
  }
  return (
    <div className={css.panel}>
      <div className={css.head}>
        <h2>{t('Notifications')}</h2>
        <Button
          variant="subtle"
          size="xs"
          disabled={unread === 0}
          leftSection={<IconChecks size={16} aria-hidden />}
          onClick={() => markRead('all')}
        >
          {t('Mark as all read')}
        </Button>
      </div>
      {isLoading && (
        <div style={{ padding: 16 }}>
          <SkeletonLines lines={6} />
        </div>
      )}
      {!isLoading && notes.length === 0 && <p className={css.none}>{t('You have read everything.')}</p>}
      {notes.length > 0 && (
        <ul className={css.list}>
          {notes.map((note) => (
            <li key={note.id}>
              <Note note={note} when={formatMoment(note.created_at, time_zone)} open={() => open(note)} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <div className={css.foot}>
          <Button variant="subtle" loading={isLoadingMore} onClick={loadMore}>
            {t('Read more')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Note({ note, when, open }: { note: Notification; when: string; open: () => void }) {
  const isUnread = note.is_read === 0
  return (
    <button type="button" className={css.note} data-unread={isUnread || undefined} onClick={open}>
      <span className={css.dot} aria-hidden />
      <span className={css.title}>
        {isUnread && <span className="visually-hidden">{t('Unread')}: </span>}
        <Whole numbers={note.title} />
      </span>
      {note.description && <span className={css.words}>{note.description}</span>}
      <span className={css.when}>
        {when}
        {note.clock && <DueText at={note.clock.at} due={note.clock} />}
      </span>
    </button>
  )
}

/** A text whose numbers stay on one line: 2611-00042 is one word, not two. */
const Whole = ({ numbers }: { numbers: string }) =>
  numbers.split(/(\d+-\d+)/).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span key={at} className={css.number}>
        {part}
      </span>
    ) : (
      part
    ),
  )
