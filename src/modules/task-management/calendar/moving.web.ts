import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { put } from '../../../web/api.ts'
import { changed, client, keys } from '../../../web/query.ts'
import { SerialQueue } from '../../../web/serial-queue.ts'
import { sayFailure, snackbar } from '../../../web/ui/snackbar.tsx'
import { tasks } from '../task-management.ts'
import { type Dates, isSameTime } from './placing.ts'
import type { CalendarWindow, ShownTask } from './window.ts'

/** All that calendars of this browser hold; live like any list of tasks. */
export const WINDOWS = [tasks.wire, 'list', 'calendar'] as const

/** What was moved last, to be taken back once. */
let last: { task: ShownTask; before: Dates } | undefined
const moves = new SerialQueue()
/** The version that the last move of a task left, which the screen may not have heard of yet. */
const versions = new Map<number, number>()

/** Waits for the moves that are on their way: a window that is asked for meanwhile might show what was before them. */
export const movesKept = (): Promise<unknown> => moves.drain()

/** Gives a task other dates: at once on the screen, and back where the server says no. Answers whether it was kept. */
export async function setDates(task: ShownTask, dates: Dates, zone: string): Promise<boolean> {
  if (isSameTime(task, dates)) return true
  const before: Dates = { date_start: task.date_start, date_end: task.date_end }
  show({ ...task, ...dates })
  return moves.run(async () => {
    const now = await save(task, dates)
    if (!now) return false
    last = { task: now, before }
    snackbar(t('{{title}}: {{when}}', { title: task.title, when: whenOf(dates, zone) }), {
      action: { label: t('Undo'), run: () => void undo(zone) },
    })
    return true
  })
}

/** Takes the last move back. */
export const undo = (zone: string): Promise<void> =>
  moves.run(async () => {
    if (!last) return
    const { task, before } = last
    last = undefined
    show({ ...task, ...before })
    if (await save(task, before))
      snackbar(t('{{title}}: back to {{when}}', { title: task.title, when: whenOf(before, zone) }))
  })

/** A task's dates in words. */
export function whenOf({ date_start, date_end }: Dates, zone: string): string {
  if (date_start === null) return date_end === null ? '' : t('until {{when}}', { when: formatMoment(date_end, zone) })
  const from = formatMoment(date_start, zone)
  if (date_end === null) return t('from {{when}}', { when: from })
  const to = formatMoment(date_end, zone)
  return from.slice(0, 10) === to.slice(0, 10) ? `${from} – ${to.slice(11)}` : `${from} – ${to}`
}

/** Answers the task as it was kept; where it was not it is put back, and said why. */
async function save(task: ShownTask, dates: Dates): Promise<ShownTask | null> {
  const { id } = task
  try {
    const version = Math.max(task.version, versions.get(id) ?? 0)
    const kept = await put<{ version: number }>(`${tasks.wire}/${id}`, { version, ...dates })
    versions.set(id, kept.version)
    client.removeQueries({ queryKey: keys.record(tasks.wire, id), exact: true, type: 'inactive' })
    const now = { ...task, ...dates, version: kept.version }
    show(now)
    return now
  } catch (error) {
    show(task)
    sayFailure(error)
    return null
  } finally {
    changed(tasks.name, id)
  }
}

/** As it stands now, in every window that shows it; one that was asked for before would show what was before. */
function show(task: ShownTask): void {
  void client.cancelQueries({ queryKey: WINDOWS })
  client.setQueriesData<CalendarWindow>(
    { queryKey: WINDOWS },
    (found) => found && { ...found, tasks: found.tasks.map((one) => (one.id === task.id ? task : one)) },
  )
}
