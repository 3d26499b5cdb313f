import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { type Db, row, type Sql } from '#server/db/db.ts'
import { seesRecord } from '#server/files/access.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type Language, tIn } from '../../shared/language.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { complaints } from '../complaints/complaints.ts'
import { isOpenState, OPEN_STATUSES } from '../complaints/states.ts'
import { departments } from '../departments/departments.ts'
import { schedules } from '../report/schedules.ts'
import { stores } from '../stores/stores.ts'
import { isOneOf, OPEN_STATES } from '../task-management/states.ts'
import { tasks } from '../task-management/task-management.ts'
import { users } from './users.ts'

interface Work {
  of: Definition
  /** How many, in words. */
  words: string
  /** What waits for a person. */
  rows: (person: number) => Sql
  /** Those that share it are one. */
  by?: string
  /** Filters of the list that shows them; none where no list does. */
  list?: (person: number) => Record<string, string | readonly string[]>
  isSeenBy?: (actor: Actor) => boolean
}

const OPEN_TASK = sql.raw(isOneOf('r.state', OPEN_STATES))

const WORK: readonly Work[] = [
  {
    of: complaints,
    words: '{{n}} complaints assigned and open',
    rows: (person) =>
      sql`select r.* from complaints r where r.assignee = ${person} and ${sql.raw(isOpenState('r.state'))}`,
    list: (person) => ({ assignee: String(person), status: OPEN_STATUSES }),
  },
  {
    of: tasks,
    words: '{{n}} tasks open',
    rows: (person) =>
      sql`select r.* from task_management r where r.processors @> array[${person}::bigint] and ${OPEN_TASK}`,
    list: (person) => ({ processors: String(person), status: 'pending' }),
  },
  {
    of: tasks,
    words: '{{n}} tasks to approve',
    rows: (person) => sql`select r.* from task_management r where r.approver = ${person} and ${OPEN_TASK}`,
    list: (person) => ({ approver: String(person), status: 'pending' }),
  },
  {
    of: tasks,
    words: '{{n}} tasks made again and again',
    rows: (person) => sql`select r.* from task_management r where r.series_id in (select s.id from task_series s
      where s.active and s.deleted_at is null and s.content->'task'->'processors' @> to_jsonb(${person}::bigint))`,
    by: 'series_id',
  },
  {
    of: stores,
    words: '{{n}} stores managed',
    rows: (person) => sql`select r.* from stores r where r.manager = ${person}`,
    list: (person) => ({ manager: String(person) }),
  },
  {
    of: departments,
    words: '{{n}} departments managed',
    rows: (person) => sql`select r.* from departments r where r.manager = ${person}`,
    list: (person) => ({ manager: String(person) }),
  },
  {
    of: schedules,
    words: '{{n}} reports by e-mail set up',
    rows: (person) => sql`select r.* from report_schedules r where r.created_by = ${person}`,
    isSeenBy: (actor) => actor.scope === 'chain' && actorMay(actor, schedules.permission, 'delete'),
  },
]

/** What waits for a person, as far as the asker sees it: said before somebody is blocked or deleted. */
export const openWorkRoute: Route = get(
  ':id/open-work',
  {
    needs: 'read',
    answers: { data: [namedAnswer('OpenWork', { words: 'string', link: 'string?' })] },
    summary: 'What waits for this person: how much, in words, and the list that shows it',
  },
  async ({ db, id, actor }: Call) => {
    if (!(await seesRecord(db, users, id, actor))) refuse('not found')
    const found = await Promise.all(WORK.map(async (work) => ({ work, n: await countOf(db, work, id, actor) })))
    return {
      data: found.filter(({ n }) => n > 0).map(({ work, n }) => toldOf(work, n, id, actor.language)),
    }
  },
)

async function countOf(db: Db, { of, rows, by = 'id', isSeenBy }: Work, person: number, actor: Actor): Promise<number> {
  if (!(isSeenBy?.(actor) ?? actorMay(actor, of.permission, 'read'))) return 0
  const found = await row(
    db,
    { n: 'number' },
    sql`select count(distinct ${sql.ref(`r.${by}`)})::int as n from (${rows(person)}) r
        where r.deleted_at is null and ${scopeOf(of, actor) ?? sql`true`}`,
  )
  return found?.n ?? 0
}

function toldOf({ of, words, list }: Work, n: number, person: number, language: Language) {
  const filters = Object.entries(list?.(person) ?? {}).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  return {
    words: tIn(language, words, { n }),
    link: list ? `/${of.name}?${new URLSearchParams(filters)}` : null,
  }
}
