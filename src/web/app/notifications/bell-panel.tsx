import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { moduleOf } from '../../../modules/index.ts'
import type { Notification } from '../../../shared/api.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { spell } from '../../../shared/time/spell.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { useSession } from '../../session.ts'
import { DueText } from '../../ui/due.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useNow } from '../../ui/now.ts'
import { Failed, SkeletonLines } from '../../ui/states.tsx'
import css from './bell.module.css'
import { followNote, markRead, useNotifications } from './notifications.ts'

export default function BellPanel({ close }: { close: () => void }) {
  const { notes, unread, isLoading, error, retry, hasMore, isLoadingMore, loadMore } = useNotifications()
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
      {error ? <Failed error={error} retry={retry} /> : null}
      {!isLoading && !error && notes.length === 0 && <p className={css.none}>{t('You have read everything.')}</p>}
      {notes.length > 0 && (
        <ul className={css.list}>
          {notes.map((note) => (
            <li key={note.id}>
              <Note note={note} open={() => open(note)} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <div className={css.foot}>
          <Button variant="subtle" loading={isLoadingMore} onClick={() => void loadMore()}>
            {t('Read more')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What leads to one complaint names no other place. */
const COMPLAINTS = '/complaints'

function Note({ note, open }: { note: Notification; open: () => void }) {
  const isUnread = note.is_read === 0
  const { role } = useSession()
  const about = moduleOf((note.link ?? COMPLAINTS).split(/[/?]/)[1] ?? '')
  return (
    <button type="button" className={css.note} data-unread={isUnread || undefined} onClick={open}>
      <span className={css.dot} aria-hidden />
      <span className={css.title}>
        {isUnread && <span className="visually-hidden">{t('Unread')}: </span>}
        {about && <Icon name={about.icon} size={16} />}
        <Whole numbers={note.title} />
      </span>
      {note.description && <span className={css.words}>{note.description}</span>}
      <span className={css.when}>
        <When at={note.created_at} />
        {note.store && role.scope !== 'store' && <span>{note.store}</span>}
        {note.clock && <DueText at={note.clock.at} due={note.clock} />}
      </span>
    </button>
  )
}

const RECENT_MS = 2 * DAY_MS

/** How long ago, of what is recent; pointed at, the moment itself. */
function When({ at }: { at: string }) {
  const { time_zone } = useSession()
  const past = useNow() - Date.parse(at)
  const moment = formatMoment(at, time_zone)
  return (
    <time dateTime={at} title={moment}>
      {past < RECENT_MS ? t('{{time}} ago', { time: spell(Math.max(0, past)) }) : moment}
    </time>
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
