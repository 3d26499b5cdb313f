import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import { useLocalStorage } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { ActivityLine } from '../../../shared/api.ts'
import type { Named, StoredFile } from '../../../shared/fields.ts'
import { formatDay, wallClock } from '../../../shared/format.ts'
import { behindName, t } from '../../../shared/language.ts'
import { get } from '../../../web/api.ts'
import css from '../../../web/discussion/timeline.module.css'
import { Gallery } from '../../../web/fields/files/gallery.tsx'
import { RichText } from '../../../web/fields/show.tsx'
import { keys } from '../../../web/query.ts'
import { useSession } from '../../../web/session.ts'
import { Face } from '../../../web/ui/avatar.tsx'
import { Failed } from '../../../web/ui/states.tsx'
import { WIRE } from '../complaint.web.tsx'
import { type CameByMail, MailItem, OriginalMail, type SentMail } from '../mail/mail-item.web.tsx'
import { actorOf, Changes, toneOf, verbOf } from './activity-line.web.tsx'

export interface Comment {
  id: number
  kind: 'internal' | 'customer'
  body: string
  mentions: Named[]
  attachments: StoredFile[]
  author: Named | null
  created_at: string
  /** Shown before the server has it. */
  isOnItsWay?: boolean
}
export interface Moment {
  at: string
  kind: 'comment' | 'activity' | 'merged' | 'mail'
  comment?: Comment
  came_by?: CameByMail
  mail?: SentMail
  activity?: ActivityLine
  merged?: TimelinePart
  /** The number of the merged complaint it was said below. */
  of?: string
}
/** A complaint that was merged into this one. */
export interface TimelinePart {
  id: number
  issue_number: string
  title: string
  content: string
  customer_name: string
  created_at: string
  tags: string[]
  attachments: StoredFile[]
}
export interface Timeline {
  data: Moment[]
}

export const timelineKey = (id: number) => keys.part(WIRE, id, 'timeline')

export const timelineOf = (id: number) =>
  queryOptions({
    queryKey: timelineKey(id),
    queryFn: () => get<Timeline>(`${WIRE}/${id}/timeline`),
    placeholderData: undefined,
    // That a mail was sent is no event of the complaint, so it is looked for.
    refetchInterval: ({ state: { data } }) => (data?.data.some(isBeingSent) ? SENDING_MS : false),
  })

const SENDING_MS = 2000
const isBeingSent = ({ mail }: Moment) =>
  mail !== undefined && ['waiting', 'sending'].includes(mail.state) && !mail.next_at

/** Comments and history as one story, oldest first; on paper all of it, the internal comments by choice. */
export function TimelineList({ id, paper }: { id: number; paper?: { withInternal: boolean } }) {
  const [isFull, setFull] = useLocalStorage({
    key: 'complaint-history',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const found = useQuery(timelineOf(id))
  const { time_zone } = useSession()
  const shown = (found.data?.data ?? []).filter(
    (one) =>
      isTold(one) &&
      (paper ? paper.withInternal || one.comment?.kind !== 'internal' : isFull || one.kind !== 'activity'),
  )
  return (
    <section className={css.story} aria-labelledby="story">
      <header className={css.top}>
        <h2 id="story">{t('What happened since')}</h2>
        {!paper && (
          <Switch
            size="xs"
            label={t('Show history')}
            checked={isFull}
            onChange={(event) => setFull(event.currentTarget.checked)}
          />
        )}
      </header>
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.isSuccess && shown.length === 0 && <p className={css.none}>{t('No comments yet')}</p>}
      <ol className={css.list}>
        {shown.map((one, at) => {
          const { day, time } = wallClock(one.at, time_zone)
          const before = shown[at - 1]
          const isNewDay = !before || wallClock(before.at, time_zone).day !== day
          return (
            <Fragment key={keyOf(one)}>
              {isNewDay && <li className={css.day}>{formatDay(day)}</li>}
              <li className={css.item}>
                <TimelineItem id={id} one={one} time={time} />
              </li>
            </Fragment>
          )
        })}
      </ol>
    </section>
  )
}

/** One entry of the story, by its kind. */
function TimelineItem({ id, one, time }: { id: number; one: Moment; time: string }) {
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
      <Row sign={<Face name={one.mail.author?.name ?? t('The system')} size={28} />}>
        <MailItem complaint={id} mail={one.mail} time={time} of={one.of} />
      </Row>
    )
  if (one.merged) return <MergedItem part={one.merged} time={time} />
  return one.activity ? <Line line={one.activity} time={time} /> : null
}

const keyOf = (one: Moment) =>
  `${one.kind} ${one.comment?.id ?? one.activity?.id ?? one.merged?.id ?? one.mail?.id ?? one.at}`
/** A comment stands for itself; the log's line about it would say it twice. */
const isTold = (one: Moment) => one.kind !== 'activity' || one.activity?.action !== 'comment'

/** What the customer said in a complaint that was merged into this one. */
function MergedItem({ part, time }: { part: TimelinePart; time: string }) {
  return (
    <Row sign={<Face name={part.customer_name} size={28} />}>
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
    </Row>
  )
}

interface CommentItemProps {
  comment: Comment
  time: string
  of?: string | undefined
  /** Where it came by mail: that mail. */
  below?: ReactNode
}

function CommentItem({ comment, time, of, below }: CommentItemProps) {
  const isCustomer = comment.kind === 'customer'
  const name = comment.author?.name ?? t('The customer')
  return (
    <Row sign={<Face name={name} size={28} />}>
      <article className={css.comment} data-kind={comment.kind} data-waiting={comment.isOnItsWay} aria-label={name}>
        <header>
          <b>{name}</b>
          {isCustomer && <span className={css.from}>{t('From the customer')}</span>}
          {of && <span className={css.of}>{of}</span>}
          <time dateTime={comment.created_at}>{comment.isOnItsWay ? t('Sending…') : time}</time>
        </header>
        <RichText html={comment.body} />
        {comment.attachments.length > 0 && <Gallery files={comment.attachments} size={88} />}
        {below}
      </article>
    </Row>
  )
}

function Line({ line, time }: { line: ActivityLine; time: string }) {
  const who = actorOf(line)
  return (
    <Row sign={<span className={css.dot} data-tone={toneOf(line)} />}>
      <p className={css.line}>
        <b>{who}</b>
        {behindName(who, ` ${verbOf(line)} `)}
        <time dateTime={line.at}>{time}</time>
      </p>
      <Changes line={line} />
    </Row>
  )
}

const Row = ({ sign, children }: { sign: ReactNode; children: ReactNode }) => (
  <>
    <span className={css.sign}>{sign}</span>
    <div className={css.body}>{children}</div>
  </>
)
