import type { Definition } from '../../shared/resource.ts'
import { ACTIVITY, type ActivityRow, allHistory } from '../activity/history.ts'
import type { Actor } from '../actor.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Told } from '../http/answers.ts'
import { COMMENT, type Comment, commentsOf } from './comments.ts'

/** One entry of a record's story: a comment, a line of its history, or what else its module tells. */
export interface StoryEntry {
  at: Date
  kind: string
  comment?: Comment
  activity?: ActivityRow
}

/** As it is answered. */
export const STORY_ENTRY = { at: 'date', kind: 'string', 'comment?': COMMENT, 'activity?': ACTIVITY } as const

/** What a module says about words on its records, where it is not the same as everywhere. */
export interface DiscussionOptions {
  /** The record below which is said what is said below this one: of a merged one, the one that goes on. */
  recordFor?: (db: Db | Tx, id: number) => Promise<number>
  /** What stands in a record's story beside its history; its comments unless said. */
  said?: (db: Db, actor: Actor, id: number) => Promise<readonly StoryEntry[]>
  /** What an entry has beside a comment or a line of the history. */
  entry?: Told
  /** Acts that stand in it for themselves, beside comments: the log's line about them would say it twice. */
  saidOtherwise?: readonly string[]
}

/** What was said and what happened as one story, oldest first. */
export async function storyOf(
  db: Db,
  actor: Actor,
  definition: Definition,
  id: number,
  { said = commentsIn(definition), saidOtherwise = [] }: DiscussionOptions = {},
): Promise<StoryEntry[]> {
  const [words, happened] = await Promise.all([
    said(db, actor, id),
    allHistory(db, definition.name, id, actor.language),
  ])
  const told = happened
    .filter(({ action }) => action !== 'comment' && !saidOtherwise.includes(action))
    .map((line): StoryEntry => ({ at: line.at, kind: 'activity', activity: line }))
  return [...words, ...told].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const commentsIn =
  (definition: Definition): NonNullable<DiscussionOptions['said']> =>
  async (db, _actor, id) =>
    (await commentsOf(db, definition, id)).map(entryOf)

export const entryOf = (comment: Comment) => ({ at: comment.created_at, kind: 'comment' as const, comment })
