import { queryOptions } from '@tanstack/react-query'
import type { ActivityLine } from '../../shared/api.ts'
import type { Named, StoredFile } from '../../shared/fields.ts'
import type { Definition } from '../../shared/resource.ts'
import { get } from '../api.ts'
import { keys } from '../query.ts'

export interface Comment {
  id: number
  kind: 'internal' | 'call' | 'customer'
  body: string
  mentions: Named[]
  attachments: StoredFile[]
  author: Named | null
  created_at: string
  /** Shown before the server has it. */
  isOnItsWay?: boolean
}

/** One entry of a record's story: a comment, a line of its history, or what else its module tells. */
export interface StoryEntry {
  at: string
  kind: string
  comment?: Comment
  activity?: ActivityLine
}
export interface StoryData<E extends StoryEntry = StoryEntry> {
  data: E[]
}

export const storyKey = ({ wire }: Definition, id: number) => keys.part(wire, id, 'timeline')

/** Comments and history of a record, oldest first. */
export const storyOf = <E extends StoryEntry = StoryEntry>(definition: Definition, id: number) =>
  queryOptions({
    queryKey: storyKey(definition, id),
    queryFn: () => get<StoryData<E>>(`${definition.wire}/${id}/timeline`),
  })
