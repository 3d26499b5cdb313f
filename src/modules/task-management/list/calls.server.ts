import { sql } from 'kysely'
import { historyOf } from '#server/activity/history.ts'
import { rows } from '#server/db/db.ts'
import { get, type Route } from '#server/http/route.ts'
import { listParameters, pageParameters } from '#server/resource/query/parameters.ts'
import { one, readListQuery } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { tIn } from '../../../shared/language.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { APPROVALS, OPEN_STATES, TASK_STATES, TASK_STATUSES } from '../states.ts'
import { seenTask } from '../task.server.ts'
import { tasks } from '../task-management.ts'
import { counts, filters } from './filters.server.ts'

const CHILDREN_MOST = 200

export const listCalls: Route[] = [
  get(
    'status-list',
    { needs: 'read', summary: 'The statuses of a task, with the stages each has, and the states of its approval' },
    ({ actor: { language } }) => {
      const said = <T extends { label: string }>(all: readonly T[]) =>
        all.map((one) => ({ ...one, label: tIn(language, one.label) }))
      const stagesOf = (status: string) =>
        TASK_STATES.filter(({ value }) =>
          status === 'pending' ? OPEN_STATES.some((open) => open === value) : value === status,
        )
      return Promise.resolve({
        data: said(TASK_STATUSES).map((status) => ({ ...status, stages: said(stagesOf(status.value)) })),
        approvals: said(APPROVALS),
      })
    },
  ),
  get(
    'history-list',
    {
      needs: 'read',
      summary: 'Every change of a task, newest first',
      query: {
        task: { says: 'its id', schema: { type: 'integer', minimum: 1 }, isRequired: true },
        ...pageParameters(),
      },
    },
    async ({ db, actor, query }) => {
      const asked = one(query.task) ?? ''
      if (!/^\d{1,15}$/.test(asked))
        refuse('invalid', { fields: { task: pack('{{field}} is required', { field: 'Task' }) } })
      await seenTask(db, Number(asked), actor)
      const { page, perpage } = readListQuery(tasks, { page: query.page, perpage: query.perpage })
      return historyOf(db, tasks.name, Number(asked), page, perpage, actor.language)
    },
  ),
  get(
    'counts',
    {
      needs: 'read',
      summary:
        'How many tasks stand with the caller (those still open), and how many there are, under the same filters as the list',
      query: listParameters(tasks, filters),
    },
    (call) => counts(call),
  ),
  get(
    ':id/waiting',
    { needs: 'read', summary: 'What a task waits for, and what waits for it, of those that the caller may see' },
    async ({ db, actor, id }) => {
      await seenTask(db, id, actor)
      const scope = scopeOf(tasks, actor)
      const visible = scope ? sql`and ${scope}` : sql``
      const line = sql`r.id, r.title, r.state, r.date_end`
      const shape = { id: 'number', title: 'string', state: 'string', date_end: 'date?' } as const
      const [before, after] = await Promise.all([
        rows(
          db,
          shape,
          sql`select ${line} from task_management w join task_management r on r.id = any(w.waits_for) and r.deleted_at is null where w.id = ${id} ${visible} order by r.date_end nulls last, r.id`,
        ),
        rows(
          db,
          shape,
          sql`select ${line} from task_management r where r.waits_for <> '{}' and r.waits_for @> array[${id}::bigint] and r.deleted_at is null ${visible} order by r.id limit ${sql.lit(CHILDREN_MOST)}`,
        ),
      ])
      return { before, after }
    },
  ),
]
