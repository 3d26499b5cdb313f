import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { ApiRefusal, put } from '../../../web/api.ts'
import { changed, client, keys } from '../../../web/query.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { tasks } from '../task-management.ts'
import { type Dates, isSameTime } from './placing.ts'
import type { CalendarWindow, ShownTask } from './window.ts'

/** All that calendars of this browser hold; live like any list of tasks. */
export const WINDOWS = [tasks.wire, 'list', 'calendar'] as const

/** What was moved last, to be taken back once; on its way there as long as `saving` is open. */
let last: { task: ShownTask; before: Dates } | undefined
let saving: Promise<unknown> = Promise.resolve()

/** Gives a task other dates: at once on the screen, and back where the server says no. Answers whether it was kept. */
export async function setDates(task: ShownTask, dates: Dates, zone: string): Promise<boolean> {
  if (isSameTime(task, dates)) return true
  const before: Dates = { date_start: task.date_start, date_end: task.date_end }
  show({ ...task, ...dates })
  try {
    const kept = save(task, dates)
    saving = kept.catch(() => undefined)
    const { version } = await kept
    const now = { ...task, ...dates, version }
    show(now)
    last = { task: now, before }
    snackbar(t('{{title}}: {{when}}', { title: task.title, when: whenOf(dates, zone) }), {
      action: { label: t('Undo'), run: () => void undo(zone) },
    })
    return true
  } catch (error) {
    show(task)
    changed(tasks.name, task.id)
    tellWhy(error)
    return false
  }
}

/** Takes the last move back. */
export async function undo(zone: string): Promise<void> {
  await saving
  // The move is told of a turn later than it is kept.
  await Promise.resolve()
  if (!last) return
  const { task, before } = last
  last = undefined
  show({ ...task, ...before })
  try {
    const { version } = await save(task, before)
    show({ ...task, ...before, version })
    snackbar(t('{{title}}: back to {{when}}', { title: task.title, when: whenOf(before, zone) }))
  } catch (error) {
    show(task)
    changed(tasks.name, task.id)
    tellWhy(error)
  }
}

/** A task's dates in words. */
export function whenOf({ date_start, date_end }: Dates, zone: string): string {
  if (date_start === null) return date_end === null ? '' : t('until {{when}}', { when: formatMoment(date_end, zone) })
  const from = formatMoment(date_start, zone)
  if (date_end === null) return t('from {{when}}', { when: from })
  const to = formatMoment(date_end, zone)
  return from.slice(0, 10) === to.slice(0, 10) ? `${from} – ${to.slice(11)}` : `${from} – ${to}`
}

async function save({ id, version }: ShownTask, dates: Dates): Promise<{ version: number }> {
  const kept = await put<{ version: number }>(`${tasks.wire}/${id}`, { version, ...dates })
  client.removeQueries({ queryKey: keys.record(tasks.wire, id), exact: true, type: 'inactive' })
  changed(tasks.name, id)
  return kept
}

function tellWhy(error: unknown): void {
  const words =
    error instanceof ApiRefusal ? Object.values(error.fields).join(' ') || error.description : t('Something went wrong')
  snackbar(words, { variant: 'alert', colour: 'bad' })
}

/** As it stands now, in every window that shows it. */
function show(task: ShownTask): void {
  client.setQueriesData<CalendarWindow>(
    { queryKey: WINDOWS },
    (found) => found && { ...found, tasks: found.tasks.map((one) => (one.id === task.id ? task : one)) },
  )
}
