import type { Actor } from '#server/actor.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { addComment as add, type Comment, commentsOf, type NewComment } from '#server/discussion/comments.ts'
import { type DiscussionOptions, entryOf, STORY_ENTRY, type StoryEntry, storyOf } from '#server/discussion/story.ts'
import { described, namedAnswer, oneOf } from '#server/http/answers.ts'
import { complaints } from '../complaints.ts'
import { resumeWaiting } from '../deadlines/pause.server.ts'
import { CAME_BY, type CameByMail, cameByMail, MAIL, mailsOf, type SentMail } from '../mail/mails.server.ts'
import { MERGED, type MergedTicket, mergedTicketsOf, mergeTargetOf } from '../related/merged.server.ts'

/** What a customer says below a complaint; the one that goes on is told: its people answer for both. */
export async function addCustomerComment(
  tx: Tx,
  actor: Actor,
  given: Pick<NewComment, 'record' | 'html' | 'files'>,
): Promise<Comment> {
  const told = await mergeTargetOf(tx, given.record)
  const made = await add(tx, actor, complaints, { ...given, told, mentions: [], kind: 'customer' })
  await resumeWaiting(tx, actor, told)
  return made
}

export interface TimelineEntry extends StoryEntry {
  kind: 'comment' | 'activity' | 'merged' | 'mail'
  /** The customer's mail that brought the comment. */
  came_by?: CameByMail
  mail?: SentMail
  merged?: MergedTicket
  /** The number of the merged complaint it was said below. */
  of?: string
}

const withMail = (entry: TimelineEntry, received: readonly CameByMail[]): TimelineEntry => {
  const mail = received.find((one) => one.comment !== null && one.comment === entry.comment?.id)
  return mail ? { ...entry, came_by: mail } : entry
}

/** What is said below a merged complaint is said below the one that goes on, by those who may see that one. */
export const discussion: DiscussionOptions = {
  recordFor: mergeTargetOf,
  said: saidAbout,
  entry: namedAnswer('TicketStoryEntry', {
    ...STORY_ENTRY,
    kind: oneOf('comment', 'activity', 'merged', 'mail'),
    'came_by?': CAME_BY,
    'mail?': MAIL,
    'merged?': MERGED,
    'of?': described('The number of the merged complaint it was said below', 'string'),
  }),
  // A look that leaves nothing behind stands in the audit, and not between what happened.
  saidOtherwise: ['send mail', 'mail failed', 'mail unknown', 'mail bounced', 'propose summary', 'propose translation'],
}

/** Comments, mails, history and what was merged into it as one story, oldest first. */
export const timelineOf = (db: Db, actor: Actor, id: number): Promise<TimelineEntry[]> =>
  storyOf(db, actor, complaints, id, discussion) as Promise<TimelineEntry[]> // what `said` tells, and lines of the history

/** Comments and mails of a complaint and of what was merged into it. */
async function saidAbout(db: Db, actor: Actor, id: number): Promise<TimelineEntry[]> {
  const parts = await mergedTicketsOf(db, actor, id)
  const [own, ...below] = await Promise.all([
    saidBelow(db, actor, id),
    ...parts.map((part) => saidBelow(db, actor, part.id, part.issue_number)),
  ])
  return [
    ...own,
    ...below.flat(),
    ...parts.map((part): TimelineEntry => ({ at: part.created_at, kind: 'merged', merged: part })),
  ]
}

/** Comments and mails of one complaint; `of` is its number, where it was merged into the one whose story it is. */
async function saidBelow(db: Db, actor: Actor, id: number, of?: string): Promise<TimelineEntry[]> {
  const [said, mails, received] = await Promise.all([
    commentsOf(db, complaints, id),
    mailsOf(db, id, actor.language),
    cameByMail(db, id),
  ])
  const from = of ? { of } : {}
  return [
    ...said.map((comment) => withMail({ ...entryOf(comment), ...from }, received)),
    ...mails.map((mail): TimelineEntry => ({ at: mail.created_at, kind: 'mail', mail, ...from })),
  ]
}
