import { sql } from 'kysely'
import { theServer } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { type Db, inTransaction, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { mayHold } from '#server/holders.ts'
import { insertMany } from '#server/resource/insert-many.ts'
import { instantOf, wallClock } from '../../shared/format.ts'
import { type KeptItem, keptItem } from '../../shared/tasks/template.ts'
import { plusDays } from '../../shared/time/spans.ts'
import { HOUR_MS } from '../../shared/time/units.ts'
import type { HolidayKind } from '../../shared/time/working-time.ts'
import { holidays } from '../holidays/holidays.ts'
import { checklistItems } from '../task-management/checklist.ts'
import { tasks } from '../task-management/task-management.ts'
import type { DaysLeftOut } from './days-left-out.ts'
import { nextOccurrence, occurrencesOf, type Rhythm } from './occurrences.server.ts'

/** What each task of a repetition will be, its dates aside: columns of a task, and its items. */
export interface SeriesContent {
  task: {
    title: string
    description: string | null
    priority: string
    tags: number[]
    estimate: number | null
    estimate_unit: string | null
    template: number | null
    store: number | null
    department: number | null
    processors: number[]
    approver: number | null
  }
  items: KeptItem[]
}

export const SERIES = {
  id: 'number',
  rule: 'string',
  left_out: narrowed<DaysLeftOut>('string'),
  begins_at: 'date',
  minutes: 'number?',
  made_until: 'string',
  content: jsonOf<SeriesContent>(),
  complaint: 'number?',
  created_by: 'number?',
} as const
export type Series = RowOf<typeof SERIES>

/** Made so long before it begins. */
const AHEAD_HOURS = 24
const AT_ONCE = 20

/** Makes what is due of every repetition. Any server may, as often as it likes: each repetition is taken by one at a time. */
export async function makeRepeated(
  { db, feed, config }: Pick<AppContext, 'db' | 'feed' | 'config'>,
  now = new Date(),
): Promise<void> {
  for (;;) {
    const made = await inTransaction(db, async (tx) => {
      const due = await rows(
        tx,
        SERIES,
        sql`select id, rule, left_out, begins_at, minutes, made_until, content, complaint, created_by from task_series
            where active and deleted_at is null and next_at <= ${now}::timestamptz order by next_at limit ${sql.lit(AT_ONCE)} for update skip locked`,
      )
      const off = due.length > 0 ? await daysOff(tx) : new Map<string, HolidayKind>()
      for (const one of due) await makeNext(tx, one, now, config.timezone, off)
      return due.length
    })
    if (made > 0) feed.nudge()
    if (made < AT_ONCE) return
  }
}

/**
 * Makes every task of a repetition that begins within a day, and says when to look again. Of those whose beginning is over already, as no
 * server ran, the last one alone is made: it counts once, however long that was.
 */
export async function makeNext(
  tx: Tx,
  series: Series,
  now: Date,
  zone: string,
  off: ReadonlyMap<string, HolidayKind>,
): Promise<void> {
  const begins = wallClock(series.begins_at, zone)
  const rhythm: Rhythm = { rule: series.rule, begins: begins.day, leftOut: series.left_out }
  const startOf = (day: string) => instantOf(`${day} ${begins.time}`, zone)
  const horizon = wallClock(new Date(now.getTime() + AHEAD_HOURS * HOUR_MS), zone)
  const last = horizon.time >= begins.time ? horizon.day : plusDays(horizon.day, -1)
  const days = occurrencesOf(rhythm, series.made_until, last, off)
  const missed = days.filter((day) => startOf(day) <= now)
  const wanted = [...missed.slice(-1), ...days.slice(missed.length)]
  const { task, items } = series.content
  await insertMany(
    tx,
    tasks,
    {
      common: {
        ...task,
        processors: await stillThere(tx, task.processors),
        ...{ complaint: series.complaint, source: 'series', series_id: series.id },
      },
      each: wanted.map((day) => ({ occurrence_on: day, ...datesOf(startOf(day), series.minutes, now) })),
      parts: { of: checklistItems, by: 'task', common: items.map(keptItem) },
      action: 'create',
      maker: series.created_by,
      once: ['series_id', 'occurrence_on'],
    },
    theServer,
  )
  const until = days.at(-1) ?? (last > series.made_until ? last : series.made_until)
  const next = nextOccurrence(rhythm, until, off)
  await sql`update task_series set made_until = ${until}::date, active = ${next !== null}, updated_at = clock_timestamp(),
      next_at = ${next === null ? null : new Date(startOf(next).getTime() - AHEAD_HOURS * HOUR_MS)}::timestamptz where id = ${series.id}`.execute(
    tx,
  )
}

/** Those of them, in their order, who can still be given a task; where nobody is left, others are told that somebody must be chosen. */
async function stillThere(tx: Tx, people: readonly number[]): Promise<number[]> {
  const found = await rows(
    tx,
    { id: 'number' },
    sql`select u.id from users u where u.id = any(${[...people]}::bigint[]) and ${mayHold(tasks.permission)}`,
  )
  const there = new Set(found.map(({ id }) => id))
  return people.filter((id) => there.has(id))
}

/** Its own time; one that is over before it is made gets as long as it would have had, so that nobody is late through no fault of theirs. */
function datesOf(start: Date, minutes: number | null, now: Date): { date_start: string | null; date_end: string } {
  const length = (minutes ?? 0) * 60_000
  const end = new Date(start.getTime() + length)
  const isOver = end <= now
  const shift = isOver ? now.getTime() - start.getTime() + (minutes ? 0 : LATE_MS) : 0
  const moved = (at: Date) => new Date(at.getTime() + shift).toISOString()
  return { date_start: minutes === null ? null : moved(start), date_end: moved(end) }
}
/** What has no length of its own is due so long after it was made late. */
const LATE_MS = 8 * HOUR_MS

export async function daysOff(db: Db | Tx): Promise<Map<string, HolidayKind>> {
  const found = await rows(
    db,
    { day: 'string', kind: narrowed<HolidayKind>('string') },
    sql`select day, kind from ${sql.table(holidays.table)} where deleted_at is null`,
  )
  return new Map(found.map(({ day, kind }) => [day, kind]))
}

export const seriesRow = (tx: Db | Tx, id: number): Promise<Series | undefined> =>
  row(
    tx,
    SERIES,
    sql`select id, rule, left_out, begins_at, minutes, made_until, content, complaint, created_by from task_series where id = ${id} and deleted_at is null`,
  )
