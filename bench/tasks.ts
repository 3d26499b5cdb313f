import { randomUUID } from 'node:crypto'
import { tasks } from '../src/modules/task-management/task-management.ts'
import { capture } from './capture.ts'
import { fill, STORES, USERS } from './fill.ts'
import { countAll, fillTable } from './fill-registers.ts'
import { ask, type Filling, openGround, settled } from './fixture-db.ts'
import { type HttpCall, signIn } from './http.ts'
import { JUDGED, measure, type Pace } from './measure.ts'
import type { Opened } from './opened.ts'
import { type Part, readingParts } from './parts.ts'
import { needPgbench } from './pgbench.ts'
import { serveGround } from './server.ts'
import type { Line } from './table.ts'

const COMPLAINTS = 5000
const TEMPLATES = 40

/** Two years of tasks in a large chain. */
export const TASKS: Filling = {
  folder: 'back-office-bench-tasks',
  fill: fillTasks,
  files: ['fill.ts', 'tasks.ts', 'words.ts'],
  tables: { complaints: () => COMPLAINTS, [tasks.table]: (rows) => rows },
}

/** A chain with so many tasks of two years: lists, records, new tasks against the same SQL, and the tabs of a person; its statistics are measured with those of others. */
export async function measureTasks(rows: number, isFresh: boolean, pace: Pace): Promise<Line[]> {
  needPgbench()
  const ground = await openGround(TASKS, rows, isFresh)
  try {
    const found: Line[] = []
    const parts = [...readingParts('task', { named: 'tasks: ', narrowed: '&state=done' }), MINE, COUNTS, BOARD, CREATE]
    const captured = await capture(ground, Object.assign({}, ...parts.map(({ samples }) => samples)))
    const server = await serveGround(ground)
    try {
      await settled(ground)
      const standing = { ground, url: server.url, pid: server.pid, token: await signIn(server.url, 1) }
      for (const part of parts)
        found.push(...(await measure(part, standing, captured, { ...pace, connections: [JUDGED], warmUp: 5 })))
    } finally {
      await server.stop()
    }
    return found
  } finally {
    await ground.embedded.stop()
  }
}

const dayAt = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)
/** What the pages of tasks ask for as they open. */
export const TASK_PAGES: Opened = {
  'tasks: list': '/api/task?page=1&perpage=20',
  'tasks: list of the open': '/api/task?page=1&perpage=20&status=pending',
  'tasks: list of the done': '/api/task?page=1&perpage=20&status=done',
  'tasks: list of the done of a store': '/api/task?page=1&perpage=20&status=done&store=7',
  'tasks: list of the overdue': '/api/task?page=1&perpage=20&is_overdue=true',
  'tasks: counts of the tabs': '/api/task/counts',
  'tasks: board': '/api/task/board/columns',
  'tasks: calendar of a month': `/api/task/calendar?from=${dayAt(-20)}&to=${dayAt(21)}`,
  'tasks: calendar of a week of a store': `/api/task/calendar?from=${dayAt(-3)}&to=${dayAt(3)}&store=7`,
  'tasks: load of a week': `/api/task/load?from=${dayAt(-3)}&to=${dayAt(3)}`,
  'tasks: load of a week of a store': `/api/task/load?from=${dayAt(-3)}&to=${dayAt(3)}&store=7`,
  'tasks: my day': '/api/task/today',
}

const P99: Part['slowest'] = [{ share: 'p99', most: 60, connections: 16 }]

/** A call that is always the same, against its own statements. */
const alike = (name: string, path: string, goal?: Part['goal']): Part => {
  const call: HttpCall = { method: 'GET', path }
  return {
    name,
    ...(goal && { goal }),
    slowest: P99,
    samples: { [name]: call },
    calls: async () => [call],
    scripts: (_, captured) => [{ set: [], statements: captured[name] ?? [], vary: [] }],
  }
}
const MINE = alike('tasks: mine', '/api/task?page=1&perpage=10&whose=mine&status=pending', { ratio: 0.45 })
const COUNTS = alike('tasks: counts of the tabs', '/api/task/counts')
const BOARD = alike('tasks: board', '/api/task/board/columns')

const TASK = { title: 'Đối chiếu nhãn giá dãy kệ đầu hồi', processors: [20, 21], approver: 30, store: 12 }
const created = (): HttpCall => ({
  method: 'POST',
  path: '/api/task',
  body: { ...TASK, date_end: new Date(Date.now() + 86_400_000).toISOString() },
  headers: { 'idempotency-key': randomUUID() },
})
const SAMPLE_CREATE = created()
const CREATE: Part = {
  name: 'tasks: create',
  goal: { ratio: 0.35 },
  slowest: P99,
  samples: { 'create task': SAMPLE_CREATE },
  calls: async () => Array.from({ length: 40_000 }, created),
  scripts: (_, captured) => [
    {
      set: ['\\set key random(1, 9000000000000000000)'],
      statements: captured['create task'] ?? [],
      vary: [{ value: SAMPLE_CREATE.headers?.['idempotency-key'], name: 'key' }],
    },
  ],
}

/** Most are done, on time or late; those of the last week are open. A few people of each store do most of its work. */
async function fillTasks({ url }: { url: string }, rows: number): Promise<void> {
  await fill(url, COMPLAINTS)
  await ask(url, `insert into task_templates (name) select 'Mẫu ' || i from generate_series(1, ${TEMPLATES}) i`)
  await fillTable(url, tasks.table, INSERT, rows)
  await countAll(url, tasks)
  await ask(url, 'vacuum (freeze, analyze)')
  await ask(url, 'checkpoint')
}

const INSERT = `
  insert into task_management (id, created_at, updated_at, created_by, title, priority, processors, approver, store, department, template, date_start, date_end,
    estimate, hours_spent, state, progress, begun_at, finished_at, done_at, late_since, decided_by, decided_at, quality, cancelled_at, cancelled_by)
  select i, at, at, asker, 'Công việc ' || i % 9000 || ' tại kệ ' || i % 77, (array['normal', 'normal', 'normal', 'high', 'low'])[1 + i % 5], array[doer], approver, store, 1 + i % 19,
    case when i % 3 > 0 then 1 + i % ${TEMPLATES} end, at, ends, 1 + i % 6, case when state = 'done' then 1 + i % 7 end, state, case when state in ('done', 'asked') then 100 when state = 'doing' then 40 else 0 end,
    case when state <> 'todo' then at end, through, case when state = 'done' then through end, case when coalesce(through, now()) > ends and state <> 'cancelled' then ends end,
    case when state = 'done' then approver end, case when state = 'done' and approver is not null then through end, case when state = 'done' and approver is not null then 1 + i % 5 end,
    case when state = 'cancelled' then at end, case when state = 'cancelled' then asker end
  from (
    select *, at + (1 + i % 5) * interval '10 hours' as ends, case when state in ('done', 'asked') then at + ((1 + i % 5) * (case when fate < 0.12 then 13 else 7 end)) * interval '1 hour' end as through
    from (
      select *, case when fate > 0.97 then 'cancelled' when is_over then 'done' else (array['todo', 'doing', 'asked', 'done'])[1 + i % 4] end as state,
        case when i % 2 = 0 then 1 + (doer + 3) % ${USERS} end as approver, 1 + (doer + 5) % ${USERS} as asker
      from (
        select i, now() - interval '727 days' + i * (interval '730 days' / $3::int) as at, random() as fate, i < $3::int * (1 - 10 / 730.0) as is_over,
          1 + i % ${STORES} as store, 1 + (i % ${STORES}) + ${STORES} * ((i / ${STORES}) % greatest(1, ${USERS} / ${STORES} - 1)) as doer
        from generate_series($1::int, $2::int) i) a) b) c
  order by i`
