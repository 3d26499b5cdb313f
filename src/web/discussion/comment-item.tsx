import type { ReactNode } from 'react'
import { t } from '../../shared/language.ts'
import { Gallery } from '../fields/files/gallery.tsx'
import { RichText } from '../fields/show.tsx'
import { useSession } from '../session.ts'
import { Face } from '../ui/avatar.tsx'
import css from './story.module.css'
import type { Comment } from './story-entries.ts'
import { StoryRow } from './story-row.tsx'

interface CommentItemProps {
  comment: Comment
  time: string
  /** The number of the record it was said below, where that is another one. */
  of?: string | undefined
  /** What brought it, e.g. a mail. */
  below?: ReactNode
}

export function CommentItem({ comment, time, of, below }: CommentItemProps) {
  const isCustomer = comment.kind === 'customer'
  const me = useSession()
  const name = comment.author?.name ?? t('The customer')
  // Others' pictures are not open to everybody.
  const avatar = comment.author?.id === me.id ? me.avatar : null
  return (
    <StoryRow sign={<Face name={name} avatar={avatar} size={28} />}>
      <article className={css.comment} data-kind={comment.kind} data-waiting={comment.isOnItsWay} aria-label={name}>
        <header>
          <b>{name}</b>
          {isCustomer && <span className={css.from}>{t('From the customer')}</span>}
          {comment.kind === 'call' && <span className={css.from}>{t('Call')}</span>}
          {of && <span className={css.of}>{of}</span>}
          <time dateTime={comment.created_at}>{comment.isOnItsWay ? t('Sending…') : time}</time>
        </header>
        <RichText html={comment.body} />
        {comment.attachments.length > 0 && <Gallery files={comment.attachments} size={88} />}
        {below}
      </article>
    </StoryRow>
  )
}
