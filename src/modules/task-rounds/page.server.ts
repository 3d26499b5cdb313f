import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import { type Db, row, rows, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { NAMED, namedAnswer, orNull, STORED_FILE } from '#server/http/answers.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { Named, StoredFile } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { tasks } from '../task-management/task-management.ts'
import { type RoundStage, taskRounds } from './task-rounds.ts'

/** One picture of the round, with the item that asked for it. */
export interface RoundPhoto {
  item: number
  title: string
  file: StoredFile
  done_by: string | null
  done_at: string | null
}
/** A number that was noted, and whether it is out of its range. */
export interface RoundNote {
  item: number
  title: string
  number: number
  unit: string | null
  is_out: boolean
}
const LINE = {
  store: jsonOf<Named & { code: string; province: string | null }>(),
  task: 'number?',
  person: jsonOf<Named | null>(),
  stage: narrowed<RoundStage>('string'),
  is_late: 'boolean',
  was_late: 'boolean',
  is_judged: 'boolean',
  progress: 'number?',
  items: 'number',
  items_done: 'number',
  seen_at: 'date?',
  finished_at: 'date?',
  photos: jsonOf<RoundPhoto[]>(),
  notes: jsonOf<RoundNote[]>(),
  reject_reason: 'string?',
  is_reminded: 'boolean',
} as const
export const STORE_SHOWN = { id: 'number', name: 'string', code: 'string', province: 'string?' } as const
export const ROUND_LINE = namedAnswer('RoundLine', {
  ...LINE,
  store: STORE_SHOWN,
  person: orNull(NAMED),
  stage: 'string',
  photos: [{ item: 'number', title: 'string', done_at: 'date?', done_by: 'string?', file: STORED_FILE }],
  notes: [{ item: 'number', title: 'string', number: 'number', unit: 'string?', is_out: 'boolean' }],
})
export type RoundLine = Awaited<ReturnType<typeof linesOf>>[number]

/** The round that an actor sees; refuses any other. */
export async function roundOf(db: Db | Tx, id: number, actor: Actor) {
  const scope = scopeOf(taskRounds, actor)
  const found = await row(
    db,
    {
      id: 'number',
      title: 'string',
      template: 'number',
      description: 'string?',
      stores: 'number[]',
      date_start: 'date?',
      due_at: 'date',
      created_by: 'number?',
    },
    sql`select r.id, r.title, r.template, r.description, r.stores, r.date_start, r.due_at, r.created_by from task_rounds r
        where r.id = ${id} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
  )
  return found ?? refuse('not found')
}

/** Every store of a round that the actor sees, and how far it is: the late and the empty ones first. */
export function linesOf(db: Db | Tx, round: { id: number; stores: readonly number[] }, actor: Actor) {
  const scope = scopeOf(tasks, actor)
  const isWhole = scope === null
  return rows(
    db,
    LINE,
    sql`with mine as materialized (
          select r.* from task_management r where r.round_id = ${round.id} and r.deleted_at is null ${isWhole ? sql`` : sql`and ${scope}`}
        ), checked as materialized (
          select i.task, count(*)::int as items, (count(*) filter (where i.done_at is not null))::int as items_done,
            jsonb_agg(jsonb_build_object('item', i.id, 'title', i.title, 'number', i.number, 'unit', i.unit, 'is_out', i.is_out) order by i.position) filter (where i.number is not null) as notes
          from task_checklist_items i join mine m on m.id = i.task where i.deleted_at is null group by i.task
        ), pictures as materialized (
          select i.task, jsonb_agg(jsonb_build_object('item', i.id, 'title', i.title, 'done_at', i.done_at, 'done_by', u.user_name,
              'file', jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'bytes', f.bytes, 'width', f.width, 'height', f.height, 'has_thumbnail', f.has_thumbnail))
            order by i.position, array_position(i.photos, f.id)) as photos
          from task_checklist_items i join mine m on m.id = i.task join stored_files f on f.id = any(i.photos) left join users u on u.id = i.done_by
          where i.deleted_at is null and i.photos <> '{}' group by i.task
        )
        select jsonb_build_object('id', s.id, 'name', s.name, 'code', s.code, 'province', s.address->>'province') as store,
          m.id as task, case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.user_name) end as person,
          ${STAGE} as stage, (${IS_LATE}) as is_late, (${WAS_LATE}) as was_late, (${isJudgedBy(actor)}) as is_judged, m.progress, coalesce(c.items, 0) as items, coalesce(c.items_done, 0) as items_done,
          m.seen_at, m.finished_at, coalesce(p.photos, '[]') as photos, coalesce(c.notes, '[]') as notes, m.reject_reason,
          exists (select 1 from task_round_reminders d where d.round = ${round.id} and d.person = m.in_charge and d.day = (now() at time zone chain_zone())::date) as is_reminded
        from stores s left join mine m on m.store = s.id left join users u on u.id = m.in_charge
          left join checked c on c.task = m.id left join pictures p on p.task = m.id
        where s.id = any(${[...round.stores]}::bigint[]) and (m.id is not null ${isWhole ? sql`or true` : sql``})
        order by (${IS_LATE}) desc, m.id is not null, s.code`,
  )
}

const IS_LATE: Sql = sql`coalesce(m.state in ('todo', 'doing', 'rejected') and m.date_end < now(), false)`
/** Whoever was through in time is not late, however long an approval takes. */
const WAS_LATE: Sql = sql`coalesce(m.state in ('asked', 'done') and m.finished_at > m.date_end, false)`
/** As the task's own call judges (`sendBack`). */
const isJudgedBy = (actor: Actor): Sql =>
  sql`coalesce(m.state <> 'cancelled' and ${actor.key === undefined}::boolean and not (m.processors || m.worked_by) @> array[${actor.id}::bigint]
    and (${actorMay(actor, tasks.permission, 'other')}::boolean or (coalesce(m.approver, m.created_by) = ${actor.id}::bigint and not (m.state = 'done' and m.decided_at is not null))), false)`
const STAGE: Sql = sql`case when m.id is null then 'nobody' when m.state <> 'todo' then m.state when m.seen_at is not null then 'seen' else 'unseen' end`
