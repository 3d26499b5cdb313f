import { DAY_MS, HOUR_MS } from '../../shared/time/units.ts'
import { iso } from '../clock.ts'
import type { Record_ } from '../insert.ts'
import type { Chance } from '../random.ts'
import { CANCELLED, type ItemWords, QUALITY_NOTES, REJECTIONS } from '../words/tasks.ts'

/** What happened longer ago stands in the tasks themselves; nobody reads its lines. */
const HISTORY_DAYS = 45

/** What a task is before anything happens to it. */
export interface Wish {
  title: string
  description: string | null
  at: number
  end: number
  hours: number
  by: number
  processors: number[]
  approver: number | null
  store: number | null
  department: number | null
  complaint: number | null
  template: number | null
  round: number | null
  items: readonly ItemWords[]
  priority: string
}

export interface TaskRow extends Record_ {
  id: number
  state: string
  finished_at: string | null
  begun_at: string | null
  progress: number
}
export interface Played {
  wish: Wish
  row: TaskRow
  activity: Record_[]
}

type State = 'todo' | 'doing' | 'asked' | 'rejected' | 'done' | 'cancelled'

/** What became of a task by now: most were done by their end, some later, and of the newest some are late today. */
export function playTask(wish: Wish, id: number, chance: Chance, now: number): Played {
  const made = Math.min(wish.at, now - HOUR_MS / 4)
  const state = stateOf(wish, chance, now)
  const length = Math.max(wish.end - made, HOUR_MS)
  const isLate = chance.happens(0.13)
  const through = Math.min(
    isLate ? wish.end + chance.between(0.5, 40) * HOUR_MS : made + length * chance.between(0.35, 0.98),
    now - HOUR_MS / 2,
  )
  const begun = state === 'todo' || state === 'cancelled' ? null : made + (Math.max(through, made) - made) * 0.4
  const isThrough = state === 'done' || state === 'asked'
  const isApproved = state === 'done' && wish.approver !== null
  const decided = isApproved || state === 'rejected' ? Math.min(through + chance.between(0.3, 8) * HOUR_MS, now) : null
  const spent = isThrough ? Math.round(wish.hours * chance.between(0.6, 1.7) * 4) / 4 : null
  const seen = begun ?? (chance.happens(0.5) && state === 'todo' ? Math.min(made + HOUR_MS, now) : null)
  const at = (moment: number | null) => (moment === null ? null : iso(moment))
  const ended = state === 'cancelled' ? Math.min(made + length * 0.5, now) : null
  const last = decided ?? (isThrough ? through : null) ?? ended ?? begun ?? made
  const row: TaskRow = {
    ...{ id, created_at: iso(made), updated_at: iso(last), created_by: wish.by, updated_by: wish.by },
    ...{ title: wish.title, description: wish.description, priority: wish.priority, complaint: wish.complaint },
    ...{ tags: [], attachments: [], source: wish.round ? 'round' : 'staff', template: wish.template },
    ...{ processors: wish.processors, approver: wish.approver, store: wish.store, department: wish.department },
    ...{ date_start: iso(Math.min(made + HOUR_MS, wish.end)), date_end: iso(Math.max(wish.end, made + HOUR_MS)) },
    ...{ estimate: wish.hours, estimate_unit: 'hours', hours_spent: spent, waits_for: [], state },
    ...{ progress: progressOf(state, chance), progress_before: isThrough ? 80 : null },
    ...{ worked_by: begun === null ? [] : wish.processors.toSorted((a, b) => a - b), round_id: wish.round },
    ...{ seen_at: at(seen), seen_by: seen === null ? null : (wish.processors[0] ?? null), begun_at: at(begun) },
    ...{ finished_at: isThrough ? iso(through) : null, done_at: state === 'done' ? iso(decided ?? through) : null },
    ...{ late_since: lateSince(wish, state, isThrough ? through : null, now), open_items_reason: null },
    ...{ decided_by: decided === null ? null : wish.approver, decided_at: at(decided) },
    ...{ quality: isApproved ? chance.weighted([5, 4, 3, 2], (n) => n * n) : null },
    ...{ quality_note: isApproved ? chance.pick(QUALITY_NOTES) : null },
    ...{ reject_reason: state === 'rejected' ? chance.pick(REJECTIONS) : null },
    ...{ cancelled_by: ended === null ? null : wish.by, cancelled_at: at(ended) },
    ...{ cancel_reason: ended === null ? null : chance.pick(CANCELLED) },
  }
  return { wish, row, activity: made < now - HISTORY_DAYS * DAY_MS ? [] : linesOf(row, wish) }
}

function stateOf(wish: Wish, chance: Chance, now: number): State {
  const approves = wish.approver !== null
  if (wish.end < now - 6 * DAY_MS) return chance.happens(0.035) ? 'cancelled' : 'done'
  if (wish.end < now)
    return chance.weighted<State>(['done', 'todo', 'doing', 'asked', 'rejected'], (one) => PAST[one](approves))
  return chance.weighted<State>(['todo', 'doing', 'done', 'asked', 'rejected'], (one) => AHEAD[one](approves))
}
type Weights = Record<State, (approves: boolean) => number>
const none = () => 0
const PAST: Weights = {
  ...{ done: () => 80, todo: () => 5, doing: () => 8, cancelled: none },
  ...{ asked: (approves) => (approves ? 12 : 0), rejected: (approves) => (approves ? 5 : 0) },
}
const AHEAD: Weights = {
  ...{ todo: () => 45, doing: () => 30, done: () => 12, cancelled: none },
  ...{ asked: (approves) => (approves ? 12 : 0), rejected: (approves) => (approves ? 4 : 0) },
}

function progressOf(state: State, chance: Chance): number {
  if (state === 'done' || state === 'asked') return 100
  if (state === 'todo' || state === 'cancelled') return 0
  return chance.whole(2, 18) * 5
}

/** Marked while it was open after its end. */
function lateSince({ end }: Wish, state: State, through: number | null, now: number): string | null {
  const isLate = state !== 'cancelled' && (through === null ? end < now : through > end)
  return isLate ? iso(end) : null
}

function linesOf(row: TaskRow, wish: Wish): Record_[] {
  const place = {
    ...{ store: wish.store, departments: wish.department === null ? [] : [wish.department] },
    people: [...wish.processors, ...(wish.approver === null ? [] : [wish.approver]), wish.by],
  }
  const line = (at: unknown, actor: number, action: string, changes: object) => ({
    ...{ at, actor, address: '10.20.0.14', action, module: 'task-management', record_id: row.id },
    ...{ record_title: wish.title, place, changes },
  })
  const [doer = wish.by] = wish.processors
  return [
    line(row.created_at, wish.by, 'create', { processors: [null, wish.processors] }),
    ...(row.begun_at ? [line(row.begun_at, doer, 'progress', { state: ['todo', 'doing'], progress: [0, 20] })] : []),
    ...(row.finished_at
      ? [
          line(row.finished_at, doer, 'progress', {
            state: ['doing', wish.approver ? 'asked' : 'done'],
            progress: [80, 100],
          }),
        ]
      : []),
    ...(row.quality
      ? [
          line(row.done_at, Number(wish.approver), 'approve', {
            state: ['asked', 'done'],
            quality: [null, row.quality],
          }),
        ]
      : []),
    ...(row.cancel_reason ? [line(row.cancelled_at, wish.by, 'cancel', { state: ['todo', 'cancelled'] })] : []),
  ]
}
