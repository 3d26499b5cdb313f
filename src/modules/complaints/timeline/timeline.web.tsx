import { useQuery } from '@tanstack/react-query'
import { t } from '../../../shared/language.ts'
import { CommentItem } from '../../../web/discussion/comment-item.tsx'
import css from '../../../web/discussion/story.module.css'
import { StoryList } from '../../../web/discussion/story.tsx'
import { StoryRow } from '../../../web/discussion/story-row.tsx'
import { Gallery } from '../../../web/fields/files/gallery.tsx'
import { RichText } from '../../../web/fields/show.tsx'
import { Face } from '../../../web/ui/avatar.tsx'
import { complaints } from '../complaints.ts'
import { MailItem, OriginalMail } from '../mail/mail-item.web.tsx'
import { type Moment, type TimelinePart, timelineOf } from './moments.web.ts'
import { complaintWords } from './words.web.tsx'

/** Comments, mails, history and what was merged into it as one story; on paper all of it, the internal comments by choice. */
export function TimelineList({ id, paper }: { id: number; paper?: { withInternal: boolean } }) {
  const found = useQuery(timelineOf(id))
  return (
    <StoryList
      definition={complaints}
      id={id}
      words={complaintWords}
      paper={paper}
      found={found}
      draw={(one, time) => draw(id, one, time)}
    />
  )
}

/** What stands in the story of complaints alone; the rest is drawn as everywhere. */
function draw(id: number, one: Moment, time: string) {
  if (one.comment)
    return (
      <CommentItem
        comment={one.comment}
        time={time}
        of={one.of}
        below={one.came_by && <OriginalMail complaint={id} mail={one.came_by} />}
      />
    )
  if (one.mail)
    return (
      <StoryRow sign={<Face name={one.mail.author?.name ?? t('The system')} size={28} />}>
        <MailItem complaint={id} mail={one.mail} time={time} of={one.of} />
      </StoryRow>
    )
  return one.merged && <MergedItem part={one.merged} time={time} />
}

/** What the customer said in a complaint that was merged into this one. */
const MergedItem = ({ part, time }: { part: TimelinePart; time: string }) => (
  <StoryRow sign={<Face name={part.customer_name} size={28} />}>
    <article className={css.comment} data-kind="customer" aria-label={part.issue_number}>
      <header>
        <b>{part.customer_name}</b>
        <span className={css.from}>{t('Merged complaint {{number}}', { number: part.issue_number })}</span>
        <time dateTime={part.created_at}>{time}</time>
      </header>
      <p className={css.partTitle}>{part.title}</p>
      <RichText html={part.content} />
      {part.attachments.length > 0 && <Gallery files={part.attachments} size={88} />}
      {part.tags.length > 0 && (
        <ul className={css.tags} aria-label={t('Tags')}>
          {part.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
    </article>
  </StoryRow>
)
