import { queryOptions } from '@tanstack/react-query'
import type { StoredFile } from '../../../shared/fields.ts'
import { type StoryEntry, storyOf } from '../../../web/discussion/story-entries.ts'
import { complaints } from '../complaints.ts'
import type { CameByMail, SentMail } from '../mail/mail-item.web.tsx'

/** An entry of a complaint's story. */
export interface Moment extends StoryEntry {
  kind: 'comment' | 'activity' | 'merged' | 'mail'
  came_by?: CameByMail
  mail?: SentMail
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

export const timelineOf = (id: number) =>
  queryOptions({
    ...storyOf<Moment>(complaints, id),
    // That a mail was sent is no event of the complaint, so it is looked for.
    refetchInterval: ({ state: { data } }) => (data?.data.some(isBeingSent) ? SENDING_MS : false),
  })

const SENDING_MS = 2000
const isBeingSent = ({ mail }: Moment) =>
  mail !== undefined && ['waiting', 'sending'].includes(mail.state) && !mail.next_at
