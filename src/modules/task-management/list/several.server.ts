import { inTransaction } from '#server/db/db.ts'
import { post } from '#server/http/route.ts'
import { refuseDangling } from '#server/resource/dangling.ts'
import { placeInScope } from '#server/resource/handlers.ts'
import { type Columns, insert } from '#server/resource/statements.ts'
import { longText } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { pick } from '../../../shared/resource.ts'
import { refuseWrongTask } from '../rules/changes.server.ts'
import { tasks } from '../task-management.ts'

const AT_ONCE = 50
const { title: TITLE, ...SHARED } = pick(
  tasks,
  ...([
    'title',
    'priority',
    'complaint',
    'processors',
    'approver',
    'store',
    'department',
    'date_start',
    'date_end',
  ] as const),
)

/** Several tasks alike in all but their titles, e.g. all that a complaint needs done. */
export const severalRoute = post(
  'several',
  {
    needs: 'add',
    creates: true,
    answers: { ids: 'number[]' },
    body: { ...SHARED, titles: longText('Tasks, one a line', { required: true, max: 10_000 }) },
    summary: 'New tasks, one a line, alike in all but their titles: those of one complaint, at once',
  },
  async (call) => {
    const { titles: given, ...body } = call.body
    const shared: Columns = { ...body }
    const titles = given.split('\n').flatMap((line) => line.trim() || [])
    refuseTitles(titles)
    await refuseDangling(call.db, tasks, shared, call.actor)
    placeInScope(tasks, shared, call.actor)
    const ids = await inTransaction(call.db, async (tx) => {
      await refuseWrongTask(tx, shared, {}, call.actor)
      const made: number[] = []
      for (const title of titles) made.push(await insert(tx, tasks, { ...shared, title, source: 'staff' }, call.actor))
      return made
    })
    call.context.feed.nudge()
    return { ids }
  },
)

function refuseTitles(titles: readonly string[]): void {
  const { label, max = 0 } = TITLE
  const wrong =
    titles.length === 0
      ? pack('{{field}} is required', { field: label })
      : titles.length > AT_ONCE
        ? pack('{{field}}: at most {{max}}', { field: tasks.label, max: AT_ONCE })
        : titles.some((title) => [...title].length > max)
          ? pack('{{field}}: at most {{max}} characters', { field: label, max })
          : null
  if (wrong) refuse('invalid', { fields: { titles: wrong } })
}
