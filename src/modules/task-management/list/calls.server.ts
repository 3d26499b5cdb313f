import { sql } from 'kysely'
import { ACTIVITY, historyOf } from '#server/activity/history.ts'
import { rows } from '#server/db/db.ts'
import { namedAnswer, pageOf } from '#server/http/answers.ts'
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
import { COUNTS, counts, filters } from './filters.server.ts'

const CHILDREN_MOST = 200

const LINE_ROW = { id: 'number', title: 'string', state: 'string', date_end: 'date?' } as const
const LINE = namedAnswer('TaskLine', LINE_ROW)
const CHOICE = { value: 'string', label: 'string', 'tone?': 'string' } as const
const STATUSES_SHOWN = { data: [{ ...CHOICE, stages: [CHOICE] }], approvals: [CHOICE] } as const

export const listCalls: Route[] = [
  get(
    'status-list',
    {
      needs: 'read',
      answers: STATUSES_SHOWN,
      summary: 'The statuses of a task, with the stages each has, and the states of its approval',
    },
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
      answers: pageOf(ACTIVITY),
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
      answers: COUNTS,
      summary:
        'How many tasks stand with the caller (those still open), and how many there are, under the same filters as the list',
      query: listParameters(tasks, filters),
    },
    (call) => counts(call),
  ),
  get(
    ':id/waiting',
    {
      needs: 'read',
      answers: { before: [LINE], after: [LINE] },
      summary: 'What a task waits for, and what waits for it, of those that the caller may see',
    },
    async ({ db, actor, id }) => {
      await seenTask(db, id, actor)
      const scope = scopeOf(tasks, actor)
      const visible = scope ? sql`and ${scope}` : sql``
      const line = sql`r.id, r.title, r.state, r.date_end`
      const [before, after] = await Promise.all([
        rows(
          db,
          LINE_ROW,
          sql`select ${line} from task_management w join task_management r on r.id = any(w.waits_for) and r.deleted_at is null where w.id = ${id} ${visible} order by r.date_end nulls last, r.id`,
        ),
        rows(
          db,
          LINE_ROW,
          sql`select ${line} from task_management r where r.waits_for <> '{}' and r.waits_for @> array[${id}::bigint] and r.deleted_at is null ${visible} order by r.id limit ${sql.lit(CHILDREN_MOST)}`,
        ),
      ])
      return { before, after }
    },
  ),
]
