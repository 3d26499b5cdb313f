import { sql } from 'kysely'
import { type Db, inTransaction, row, type Tx } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { type Call, del, get, post, put, type Route } from '#server/http/route.ts'
import { count, files, flag, longText } from '../../../shared/fields.ts'
import { refuse } from '../../../shared/refusals.ts'
import { pick } from '../../../shared/resource.ts'
import { checklistItems } from '../checklist.ts'
import { seenTask } from '../task.server.ts'
import { addItems, changeItem, removeItem, sendBack } from './changes.server.ts'
import { ITEM_SHOWN, type Item, itemOf, itemsOf } from './items.server.ts'

const SHAPE = pick(checklistItems, 'title', 'kind', 'needs_photo', 'unit', 'least', 'most', 'due_at', 'person')
const GIVEN = {
  ...pick(checklistItems, 'number', 'answer', 'note', 'photos'),
  done: flag('Done'),
  /** Beside those that are there: whoever takes pictures without a line does not know these. */
  more_photos: files('More photos', { accept: 'images', max: 5 }),
}
const PLACE = { position: count('Place in the list', { min: 1 }) }
const SEEN = { version: count('Version', { min: 1 }) }
const PASTED = { titles: longText('Items, one a line', { max: 20_000 }) }

const BROUGHT = { id: 'number', version: 'number', state: 'string', progress: 'number' } as const
const CHECKLIST = { data: [ITEM_SHOWN], task: BROUGHT } as const
/** The checklist as it stands, and how far it has brought its task. */
interface Answer {
  data: Item[]
  task: RowOf<typeof BROUGHT>
}

export const checklistRoutes: Route[] = [
  get(
    ':id/checklist',
    { needs: 'read', answers: CHECKLIST, summary: 'The checklist of a task, in its order' },
    async ({ db, actor, id }) => {
      await seenTask(db, id, actor)
      return answerOf(db, id)
    },
  ),
  post(
    ':id/checklist',
    {
      needs: 'read',
      creates: true,
      answers: CHECKLIST,
      body: { ...SHAPE, title: { ...SHAPE.title, required: false }, ...PASTED },
      summary:
        'Add an item to the checklist, or several at once, one a line; by whoever may change the task, and its processors',
    },
    (call) => within(call, (tx) => addItems(tx, call)),
  ),
  get(
    ':id/checklist/:item',
    { needs: 'read', answers: ITEM_SHOWN, summary: 'One item of a checklist' },
    async ({ db, actor, id, params }) => {
      await seenTask(db, id, actor)
      return itemOf(db, id, Number(params.item))
    },
  ),
  put(
    ':id/checklist/:item',
    {
      needs: 'read',
      isPartial: true,
      mayBeLate: true,
      answers: CHECKLIST,
      body: { ...SHAPE, ...GIVEN, ...PLACE, ...SEEN },
      summary:
        'Change an item: `done` with what it asks for (a number, an answer, a photo) by the processors of the task, its place and what it asks for by whoever may change the task',
    },
    (call) => within(call, (tx) => changeItem(tx, call, Number(call.params.item))),
  ),
  del(':id/checklist/:item', { needs: 'read', answers: CHECKLIST, summary: 'Take an item off a checklist' }, (call) =>
    within(call, (tx) => removeItem(tx, call, Number(call.params.item))),
  ),
  post(
    ':id/checklist/:item/again',
    {
      needs: 'read',
      body: { reason: longText('Reason', { max: 300, required: true }) },
      answers: CHECKLIST,
      summary:
        'Have an item done again, with a reason; by who approves, or asked for the task where nobody does. What was given to it goes, and a task that was handed in or done is rejected with it',
    },
    (call) => within(call, (tx) => sendBack(tx, call, Number(call.params.item), String(call.body.reason))),
  ),
]

async function within(call: Pick<Call, 'db' | 'id' | 'context'>, work: (tx: Tx) => Promise<void>): Promise<Answer> {
  const answer = await inTransaction(call.db, async (tx) => {
    await work(tx)
    return answerOf(tx, call.id)
  })
  call.context.feed.nudge()
  return answer
}

async function answerOf(db: Db | Tx, id: number): Promise<Answer> {
  const data = await itemsOf(db, id)
  const task = await row(db, BROUGHT, sql`select id, version, state, progress from task_management where id = ${id}`)
  return { data, task: task ?? refuse('not found') }
}
