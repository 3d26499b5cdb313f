import { isOutOfRange } from '../../modules/task-management/checklist/tick.ts'
import { iso } from '../clock.ts'
import type { Record_ } from '../insert.ts'
import type { Chance } from '../random.ts'
import type { TaskRow, Wish } from './story.ts'

export interface ItemRow extends Record_ {
  id: number
  needs_photo: boolean
  done_at: string | null
  photos: string[]
}

/** The checklist of a task as far as the task has come, and the task's progress as its checklist says; older ones asked for no photos yet. */
export function checklistOf(wish: Wish, row: TaskRow, chance: Chance, pictured: number): ItemRow[] {
  const { items } = wish
  const isPictured = wish.end > pictured
  if (items.length === 0) return []
  const isThrough = row.finished_at !== null
  const done = isThrough ? items.length : row.begun_at ? chance.whole(1, items.length - 1) : 0
  if (!isThrough) row.progress = done === 0 ? 0 : Math.min(95, Math.round((done * 20) / items.length) * 5)
  const from = Date.parse(String(row.begun_at ?? row.created_at))
  const until = row.finished_at ? Date.parse(row.finished_at) : Date.parse(String(row.updated_at))
  const [doer = 1] = wish.processors
  return items.map((one, at): ItemRow => {
    const isDone = at < done
    const { kind = 'tick', least = null, most = null } = one
    const number = isDone && kind === 'number' ? noted(least ?? 0, most ?? 10, chance) : null
    const answer = isDone && kind === 'answer' ? (chance.happens(0.93) ? 'yes' : 'not_applicable') : null
    const at_ = isDone ? iso(from + ((until - from) * (at + 1)) / items.length) : null
    return {
      ...{
        id: 0,
        created_at: row.created_at,
        updated_at: at_ ?? row.created_at,
        created_by: wish.by,
        updated_by: doer,
      },
      ...{
        task: row.id,
        position: at + 1,
        title: one.title,
        kind,
        needs_photo: isPictured && one.needs_photo === true,
      },
      ...{ unit: one.unit ?? null, least, most, due_at: null, person: null, number, answer, note: null, photos: [] },
      is_out: isOutOfRange({ kind, needs_photo: false, least, most, number, answer, photos: [] }),
      ...{ done_at: at_, done_by: isDone ? doer : null },
    }
  })
}

/** Nearly always as it should be. */
function noted(least: number, most: number, chance: Chance): number {
  const value = chance.happens(0.04) ? most + chance.between(0.5, 3) : chance.between(least, most)
  return Math.round(value * 10) / 10
}
