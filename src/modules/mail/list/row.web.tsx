import {
  IconArchive,
  IconMail,
  IconMailOpened,
  IconPaperclip,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '@tabler/icons-react'
import { memo, type PointerEvent, useEffect, useRef } from 'react'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import type { MailRow } from '../../../shared/mail.ts'
import { fetchAhead } from '../../../web/ahead.ts'
import { client } from '../../../web/query.ts'
import { Link } from '../../../web/ui/link.tsx'
import { archive, destroy, mark, type Place } from '../acts.web.ts'
import { conversationOf } from '../data.web.ts'
import { SenderMark } from '../marks.web.tsx'
import { peopleOf, shortTime, subjectOf } from '../names.web.ts'
import { addressWith } from '../place.web.ts'
import css from './list.module.css'
import { useSwipe } from './swipe.web.ts'

interface RowProps {
  row: MailRow
  at: number
  place: Place
  timeZone: string
  isActive: boolean
  isOpen: boolean
  isSelected: boolean
  /** With Shift the selection reaches from the last one chosen to this one. */
  select: (at: number, isRange: boolean) => void
}

/** A conversation in the list: its link opens it; the rest is done beside it, by a key, or by a swipe. */
export const Row = memo(function Row(props: RowProps) {
  const { row, at, place, timeZone, isActive, isOpen, isSelected, select } = props
  const swipe = useSwipe({ right: () => void archive([row], place), left: () => void destroy([row], place) })
  const ahead = useAhead(row)
  const subject = subjectOf(row)
  return (
    <li
      className={css.row}
      data-at={at}
      data-unread={!row.seen || undefined}
      data-active={isActive || undefined}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      {...swipe.on}
      {...ahead}
    >
      <div className={css.behind} aria-hidden>
        <IconArchive size={20} />
        <IconTrash size={20} />
      </div>
      <div className={css.front} ref={swipe.front}>
        <label className={css.tick}>
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={t('Select {{name}}', { name: subject })}
            onClick={(event) => select(at, event.shiftKey)}
            onChange={() => undefined}
          />
        </label>
        <Star row={row} />
        <Link to={addressWith({ open: row.id })} className={css.words} aria-current={isOpen || undefined}>
          <span className={css.who}>
            {!row.seen && <span className="visually-hidden">{t('Unread')}: </span>}
            <b>{peopleOf(row, place.folder)}</b>
            {row.count > 1 && <small>{row.count}</small>}
            <SenderMark mark={row.mark} />
          </span>
          <span className={css.what}>
            {row.links.map((link) => (
              <i key={link.kind + link.id}>{link.code}</i>
            ))}
            {row.scheduled && <i>{t('Send later')}</i>}
            {row.important && <i data-important>{t('Important')}</i>}
            <b>{subject}</b>
            {row.preview && <span> – {row.preview}</span>}
          </span>
        </Link>
        {row.attachments && <IconPaperclip size={16} className={css.clip} aria-label={t('With files')} role="img" />}
        <time dateTime={row.date} title={formatMoment(row.date, timeZone)} className={css.time}>
          {shortTime(row.date, timeZone)}
        </time>
        <RowActs row={row} place={place} />
      </div>
    </li>
  )
})

function Star({ row }: { row: MailRow }) {
  const label = row.starred ? t('Remove the star') : t('Star')
  return (
    <button
      type="button"
      className={css.star}
      aria-pressed={row.starred}
      aria-label={`${label}: ${subjectOf(row)}`}
      title={label}
      onClick={() => void mark([row], 'starred', !row.starred)}
    >
      {row.starred ? <IconStarFilled size={16} /> : <IconStar size={16} />}
    </button>
  )
}

/** In place of the time while a pointer or the focus is on the row. */
function RowActs({ row, place }: { row: MailRow; place: Place }) {
  const acts = [
    {
      label: t('Archive'),
      Sign: IconArchive,
      run: () => archive([row], place),
      isHidden: place.folder.role === 'archive',
    },
    { label: t('Delete'), Sign: IconTrash, run: () => destroy([row], place), isHidden: place.folder.role === 'trash' },
    {
      label: row.seen ? t('Mark as unread') : t('Mark as read'),
      Sign: row.seen ? IconMail : IconMailOpened,
      run: () => mark([row], 'seen', !row.seen, place.folder.id),
      isHidden: false,
    },
  ]
  return (
    <span className={css.acts}>
      {acts
        .filter(({ isHidden }) => !isHidden)
        .map(({ label, Sign, run }) => (
          <button
            key={label}
            type="button"
            tabIndex={-1}
            aria-label={`${label}: ${subjectOf(row)}`}
            title={label}
            onClick={() => void run()}
          >
            <Sign size={16} />
          </button>
        ))}
    </span>
  )
}

const REST_MS = 120

/** What a pointer rests on is fetched before it is pressed; a finger does not rest, and may be about to swipe the mail away. */
function useAhead(row: MailRow) {
  const timer = useRef<number>(undefined)
  // A row that is taken away is not left by its pointer.
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      timer.current = window.setTimeout(
        () => fetchAhead(async () => client.prefetchQuery(conversationOf(row.id))),
        REST_MS,
      )
    },
    onPointerLeave: () => window.clearTimeout(timer.current),
  }
}
