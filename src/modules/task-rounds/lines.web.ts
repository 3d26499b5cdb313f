import type { StoredFile } from '../../shared/fields.ts'
import type { RoundStage } from './task-rounds.ts'

interface Named {
  id: number
  name: string
}
export interface Photo {
  item: number
  title: string
  file: StoredFile
  done_by: string | null
  done_at: string | null
}
/** A store of a round, as the server tells it. */
export interface Line {
  store: Named & { code: string; province: string | null }
  task: number | null
  person: Named | null
  stage: RoundStage
  /** The end has passed, and it is not done. */
  is_late: boolean
  /** Its people were through with it after the end. */
  was_late: boolean
  /** The reader may have its items done again. */
  is_judged: boolean
  progress: number | null
  items: number
  items_done: number
  seen_at: string | null
  finished_at: string | null
  photos: Photo[]
  notes: { item: number; title: string; number: number; unit: string | null; is_out: boolean }[]
  reject_reason: string | null
  is_reminded: boolean
}

/** What the lines of a round are told apart by: where they stand, and whether they are late. */
export type Part = RoundStage | 'late' | 'done late'
export function isIn(line: Line, part: Part | null): boolean {
  if (part === 'late') return line.is_late
  return part === 'done late' ? line.was_late : part === null || line.stage === part
}
