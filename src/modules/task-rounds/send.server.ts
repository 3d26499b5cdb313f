import { sql } from 'kysely'
import { recordSql } from '#server/activity/activity.ts'
import { type Db, rows, type Tx } from '#server/db/db.ts'
import { holdersOf, mayHold } from '#server/holders.ts'
import { insertMany } from '#server/resource/insert-many.ts'
import type { HookCall } from '#server/resource/module-options.ts'
import { timeOf } from '#server/resource/moments.ts'
import { ownStoreField, placeSql } from '#server/resource/scope.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { approverBeside } from '../../shared/tasks/template.ts'
import { tasks } from '../task-management/task-management.ts'
import { ROUND_ACTS, taskRounds } from './task-rounds.ts'
import { contentOf, itemsOf, templateOf } from './template.server.ts'

/** People whom the sender chose by hand, by the store's id. */
export const PEOPLE = {
  type: 'object',
  description: 'Store to the person whose task it is there, where that is not who holds the position of the template',
  additionalProperties: { type: 'integer', minimum: 1 },
} as const

/** A round names its stores: one that opens later is none of them. */
export async function readyRound(columns: Columns, { tx, actor }: Pick<HookCall, 'tx' | 'actor'>): Promise<Columns> {
  const wrong = wrongDates(columns)
  refuseFields(wrong)
  const template = await templateOf(tx, Number(columns.template))
  // Whoever has one store sends it there; the engine says so.
  const isNamed = (Array.isArray(columns.stores) && columns.stores.length > 0) || ownStoreField(taskRounds, actor)
  return {
    ...columns,
    ...(!isNamed && { stores: await openStores(tx) }),
    description: columns.description ?? template.description,
  }
}

/** What was sent stands: where to and from which template. Title, words and dates may change, of the tasks not begun or under way too. */
export function changedRound(columns: Columns, old: Columns): Columns {
  const fixed = ['template', 'stores'].filter(
    (name) => columns[name] !== undefined && JSON.stringify(columns[name]) !== JSON.stringify(old[name]),
  )
  if (fixed.length > 0)
    refuse('invalid', {
      fields: Object.fromEntries(fixed.map((name) => [name, pack('What was sent stands. Please send another round.')])),
    })
  const isMoved = columns.due_at !== undefined && timeOf(columns.due_at) !== timeOf(old.due_at)
  const next = { ...old, ...columns }
  const wrong = isMoved ? wrongDates(next) : wrongPeriod(next)
  refuseFields(wrong)
  return columns
}

/** Tasks of a round that are not over take over its title, its words and its dates. */
export const moveTasks = async (id: number, { tx, actor }: Pick<HookCall, 'tx' | 'actor'>): Promise<void> => {
  await sql`with b as materialized (
      select t.* from task_management t where t.round_id = ${id} and t.deleted_at is null and t.state in ('todo', 'doing', 'rejected', 'asked') for update
    ), a as (
      update task_management t set title = r.title, description = r.description, date_start = r.date_start, date_end = r.due_at,
        late_since = case when r.due_at > now() then null else t.late_since end, version = t.version + 1, updated_at = clock_timestamp(), updated_by = ${actor.id}
      from b, task_rounds r where t.id = b.id and r.id = ${id}
        and (t.title, t.description, t.date_start, t.date_end) is distinct from (r.title, r.description, r.date_start, r.due_at) returning t.*
    ) ${recordSql(actor, 'update', tasks.name, { id: sql`a.id`, title: sql`left(a.title, 191)`, place: placeSql(tasks, 'a'), changes: sql`changes_between(to_jsonb(b), to_jsonb(a), array['title', 'description', 'date_start', 'date_end'])` }, sql`a join b on b.id = a.id`)}`.execute(
    tx,
  )
}

export function wrongDates(columns: Columns): Record<string, string> {
  const due = timeOf(columns.due_at)
  return due !== null && due <= Date.now()
    ? { due_at: pack('{{field}} must be later than now', { field: 'Due' }) }
    : wrongPeriod(columns)
}

function wrongPeriod({ due_at, date_start }: Columns): Record<string, string> {
  const [start, due] = [timeOf(date_start), timeOf(due_at)]
  return start !== null && due !== null && start > due
    ? { due_at: pack('{{field}} must not lie before the start', { field: 'Due' }) }
    : {}
}

/** A task for every store of the round that has somebody; the others wait on its page for a person. */
export async function sendRound(id: number, { tx, actor, call }: HookCall): Promise<void> {
  const people = (call.request.body as { people?: Record<string, number> | null }).people ?? {} // an object of numbers, as the body check made sure
  const [round] = await rows(
    tx,
    {
      title: 'string',
      template: 'number',
      description: 'string?',
      stores: 'number[]',
      date_start: 'date?',
      due_at: 'date',
    },
    sql`select title, template, description, stores, date_start, due_at from task_rounds where id = ${id}`,
  )
  if (!round) throw new Error('The round that was just made is not there')
  await refuseUnfit(tx, Object.values(people))
  const template = await templateOf(tx, round.template)
  const holders = await holdersOf(tx, template, actor.id, sql`s.id = any(${round.stores}::bigint[])`)
  const each = holders.flatMap(({ store, person, approver }) => {
    const chosen = people[store.id] ?? person?.id
    const processors = chosen === undefined ? [] : [chosen]
    return chosen === undefined ? [] : [{ store: store.id, processors, approver: approverBeside(approver, processors) }]
  })
  const common = { ...contentOf(template), ...sentOf({ ...round, id }) }
  await insertMany(tx, tasks, { common, each, parts: itemsOf(template), action: ROUND_ACTS.sent }, actor)
}

/** What its tasks have from the round itself. */
export const sentOf = (round: {
  id: number
  title: string
  description: string | null
  date_start: Date | null
  due_at: Date
}) => ({
  ...{ title: round.title, description: round.description, source: 'round', round_id: round.id },
  ...{ date_start: round.date_start?.toISOString() ?? null, date_end: round.due_at.toISOString() },
})

/** Whoever is chosen by hand can sign in and sees tasks. */
export async function refuseUnfit(db: Db | Tx, people: readonly number[]): Promise<void> {
  const fit = await rows(
    db,
    { id: 'number' },
    sql`select u.id from users u where u.id = any(${[...people]}::bigint[]) and ${mayHold(taskRounds.permission)}`,
  )
  if (new Set(people).size > fit.length)
    refuse('invalid', { fields: { people: pack('{{field}} is not valid', { field: 'Person' }) } })
}

async function openStores(tx: Tx): Promise<number[]> {
  const found = await rows(
    tx,
    { id: 'number' },
    sql`select s.id from stores s where s.deleted_at is null and s.active and not s.is_head_office order by s.code`,
  )
  return found.map(({ id }) => id)
}
