import { sql } from 'kysely'
import { recordSql } from '#server/activity/activity.ts'
import { type Actor, actorMay } from '#server/actor.ts'
import { json, type Sql, type Tx } from '#server/db/db.ts'
import { claimFiles, releaseFiles } from '#server/files/files.ts'
import type { Call } from '#server/http/route.ts'
import { placeSql } from '#server/resource/scope.ts'
import { change, loggedTitle, refuseStale } from '#server/resource/statements.ts'
import { standing } from '#server/resource/transitions.ts'
import { pack } from '../../../shared/message.ts'
import { refuse, refuseFields } from '../../../shared/refusals.ts'
import { checklistItems } from '../checklist.ts'
import { isWorking, shareOf, WHOLE } from '../progress/moved.ts'
import { refuseClosed, settle } from '../progress/settle.server.ts'
import { doesIt, heldTask, type TaskRow } from '../task.server.ts'
import { tasks } from '../task-management.ts'
import { appendItems, type Item, itemOf, itemsOf, type NewItem, placeItem } from './items.server.ts'
import { isOutOfRange, lacking, type Ticked } from './tick.ts'

/** As many as one person still looks through. */
export const ITEMS_MOST = 200
const TITLE_MOST = checklistItems.fields.title.max ?? 0
const SHAPING = ['title', 'kind', 'needs_photo', 'unit', 'least', 'most', 'due_at', 'person', 'position'] as const
const GIVING = ['number', 'answer', 'photos', 'more_photos', 'done'] as const

type ItemCall = Pick<Call, 'actor' | 'id' | 'body'>

export async function addItems(tx: Tx, { actor, id, body }: ItemCall): Promise<void> {
  const task = await heldTask(tx, id, actor)
  refuseShaping(task, actor, doesIt(task, actor))
  const titles = [body.title, ...String(body.titles ?? '').split('\n')].flatMap((one) => String(one ?? '').trim() || [])
  const field = checklistItems.fields.title.label
  if (titles.length === 0) refuse('invalid', { fields: { title: pack('{{field}} is required', { field }) } })
  const long = titles.find((title) => [...title].length > TITLE_MOST)
  if (long)
    refuse('invalid', { fields: { titles: pack('{{field}}: at most {{max}} characters', { field, max: TITLE_MOST }) } })
  if (task.items + titles.length > ITEMS_MOST)
    refuse('invalid', {
      fields: { titles: pack('{{field}}: at most {{max}}', { field: checklistItems.label, max: ITEMS_MOST }) },
    })
  const shape = body as Partial<NewItem> // checked by the route
  refuseShape(task, shape)
  await appendItems(
    tx,
    id,
    titles.map((title) => ({ ...shape, title })),
    actor,
  )
  await follow(tx, task, { action: 'add items', note: { item: titles.join(', ').slice(0, 300) } }, actor)
}

/** What is given to an item by those who do it, and what it asks for by those who may change the task: one call, each by its right. */
export async function changeItem(tx: Tx, call: ItemCall, itemId: number): Promise<void> {
  const { actor, id, body } = call
  const task = await heldTask(tx, id, actor)
  const item = await itemOf(tx, id, itemId)
  if (typeof body.version === 'number' && body.version !== item.version)
    await refuseStale(tx, checklistItems, itemId, body.version, actor.language)
  const shapes = SHAPING.filter((name) => body[name] !== undefined)
  if (shapes.length > 0) {
    refuseShaping(task, actor, doesIt(task, actor) && (item.created_by?.id === actor.id || isMove(shapes)))
    refuseShape(task, { ...shapeOf(item), ...body })
  }
  const gives = GIVING.some((name) => body[name] !== undefined) || body.note !== undefined
  if (gives && !doesIt(task, actor)) refuse('not a processor')
  if (gives) refuseClosed(task)
  const next = nextOf(item, body)
  if (next.done) refuseLacking(next)
  await write(tx, { item, next, body }, actor)
  if (typeof body.position === 'number') await placeItem(tx, id, itemId, body.position)
  const isOut = next.done && isOutOfRange(next)
  if (isOut && (!item.is_out || item.number !== next.number)) await tellOut(tx, task, item, next, actor)
  const isTick = next.done !== (item.done_at !== null)
  const action = isTick ? (next.done ? 'tick' : 'untick') : gives ? 'note item' : 'change item'
  await follow(tx, task, { action, note: { item: item.title } }, actor)
}

export async function removeItem(tx: Tx, { actor, id }: ItemCall, itemId: number): Promise<void> {
  const task = await heldTask(tx, id, actor)
  const item = await itemOf(tx, id, itemId)
  refuseShaping(task, actor, doesIt(task, actor) && item.created_by?.id === actor.id)
  await sql`update task_checklist_items set deleted_at = now(), updated_by = ${actor.id} where id = ${itemId}`.execute(
    tx,
  )
  await follow(tx, task, { action: 'remove item', note: { item: item.title } }, actor)
}

/**
 * One item is done again, from the task's own page or from that of its round. What was given to it goes, so that the same photo is not
 * shown twice; a task that was handed in, or is done already, is rejected with it.
 */
export async function sendBack(tx: Tx, { actor, id }: ItemCall, itemId: number, reason: string): Promise<void> {
  const task = await heldTask(tx, id, actor)
  const item = await itemOf(tx, id, itemId)
  refuseJudging(task, actor)
  if (task.state === 'cancelled') refuseNow(task)
  if (item.done_at === null) refuse('not done yet')
  await sql`update task_checklist_items set photos = '{}', number = null, answer = null, is_out = false, done_at = null, done_by = null, note = ${reason},
      version = version + 1, updated_at = clock_timestamp(), updated_by = ${actor.id} where id = ${itemId}`.execute(tx)
  await releaseFiles(tx, { module: checklistItems.name, recordId: itemId, field: 'photos' })
  const rejected = {
    ...{
      state: 'rejected',
      decided_by: actor.id,
      decided_at: sql`clock_timestamp()`,
      finished_at: null,
      done_at: null,
    },
    ...{ quality: null, quality_note: null, reject_reason: `${item.title}: ${reason}`, open_items_reason: null },
  }
  const set = { progress: await progressNow(tx, task), ...(!isWorking(task.state) && rejected) }
  const note = { item: item.title, reason }
  await change(tx, tasks, { id, set, action: 'item again', scope: null, note }, actor)
}

/** Whoever decides on a task judges its items: its approver, or who asked for it where nobody approves. What was approved is for who may reopen it. */
function refuseJudging(task: TaskRow, actor: Actor): void {
  const me = Number(actor.id)
  if (actor.key !== undefined) refuse('not for keys')
  if (task.processors.includes(me) || task.worked_by.includes(me)) refuse('own work')
  const isTheirs = (task.approver ?? task.created_by) === me && !(task.state === 'done' && task.decided_at !== null)
  if (!isTheirs && !actorMay(actor, tasks.permission, 'other')) refuse('not the approver')
}

const isMove = (shapes: readonly string[]): boolean => shapes.every((name) => name === 'position')

/**
 * Whoever may change the task, or asked for it, says what its checklist asks for. Its processors add to it and put it in their order, but
 * neither loosen nor remove what somebody else asked for.
 */
function refuseShaping(task: TaskRow, actor: Actor, isTheirs: boolean): void {
  const asked = task.created_by !== null && task.created_by === actor.id
  const mayChange = actorMay(actor, tasks.permission, 'edit') && !doesIt(task, actor)
  if (!asked && !mayChange && !isTheirs) refuse(doesIt(task, actor) ? "somebody else's item" : 'no permission')
  if (!isWorking(task.state)) refuseNow(task)
}

const refuseNow = ({ state }: TaskRow): never =>
  refuse('not allowed now', { params: standing(tasks, state), facts: { state } })

function refuseShape(task: TaskRow, { least, most, person }: Partial<NewItem>): void {
  if (typeof least === 'number' && typeof most === 'number' && most < least)
    refuse('invalid', { fields: { most: pack('The greatest value is below the least') } })
  if (typeof person === 'number' && !task.processors.includes(person))
    refuse('invalid', { fields: { person: pack('This person is none of the processors of this task') } })
}

const shapeOf = (item: Item): Partial<NewItem> => ({ least: item.least, most: item.most })

interface Next extends Ticked {
  done: boolean
}

/** The item as it would be. Whoever gives an answer or notes a number is through with it, unless they say otherwise. */
function nextOf(item: Item, body: Call['body']): Next {
  const given = <T>(name: string, now: T): T => (body[name] === undefined ? now : (body[name] as T)) // checked by the route
  const next = {
    kind: given<string>('kind', item.kind),
    needs_photo: given('needs_photo', item.needs_photo),
    least: given('least', item.least),
    most: given('most', item.most),
    number: given('number', item.number),
    answer: given<string | null>('answer', item.answer),
    photos: [
      ...given(
        'photos',
        item.photos.map(({ id }) => id),
      ),
      ...given<string[]>('more_photos', []),
    ],
  }
  refuseTooMany(next.photos)
  const isAnswered =
    (next.kind === 'number' && typeof body.number === 'number') ||
    (next.kind === 'answer' && typeof body.answer === 'string')
  return { ...next, done: given('done', isAnswered || item.done_at !== null) === true }
}

function refuseTooMany(photos: readonly string[]): void {
  const { label, max = 0 } = checklistItems.fields.photos
  if (photos.length > max)
    refuse('invalid', { fields: { photos: pack('{{field}}: at most {{max}}', { field: label, max }) } })
}

function refuseLacking(next: Next): void {
  const fields = lacking(next)
  refuseFields(fields)
}

interface Writing {
  item: Item
  next: Next
  body: Call['body']
}

async function write(tx: Tx, { item, next, body }: Writing, actor: Actor): Promise<void> {
  const isTick = next.done !== (item.done_at !== null)
  const kept = SHAPING.filter((name) => name !== 'position' && body[name] !== undefined)
  const set: Sql[] = [
    ...kept.map((name) => sql`${sql.ref(name)} = ${body[name]}` as Sql),
    ...(body.note === undefined ? [] : [sql`note = ${body.note}`]),
    sql`number = ${next.number}`,
    sql`answer = ${next.answer}`,
    sql`photos = ${[...next.photos]}::text[]`,
    sql`is_out = ${next.done && isOutOfRange(next)}`,
    ...(isTick
      ? [sql`done_at = ${next.done ? sql`done_at()` : null}`, sql`done_by = ${next.done ? actor.id : null}`]
      : []),
  ]
  await sql`update task_checklist_items set ${sql.join(set)}, version = version + 1, updated_at = clock_timestamp(), updated_by = ${actor.id}
    where id = ${item.id}`.execute(tx)
  if (!Array.isArray(body.photos) && !Array.isArray(body.more_photos)) return
  const slot = { module: checklistItems.name, recordId: item.id, field: 'photos' }
  await releaseFiles(tx, slot, next.photos)
  await claimFiles(tx, slot, next.photos, actor.id)
}

/** The approver hears at once of what is not as it should be; where nobody approves, whoever asked for the task. */
async function tellOut(tx: Tx, task: TaskRow, item: Item, { number, least, most }: Next, actor: Actor): Promise<void> {
  const changes = {
    item: [null, item.title],
    noted: [null, `${number}${item.unit ? ` ${item.unit}` : ''}`],
    range: [null, `${least ?? '…'} – ${most ?? '…'}`],
    told: [null, [task.approver ?? task.created_by].filter((id) => id !== null)],
  }
  const about = {
    id: sql`r.id`,
    title: loggedTitle(tasks, 'r'),
    place: placeSql(tasks, 'r'),
    changes: json(changes),
  }
  await recordSql(
    actor,
    'item out of range',
    tasks.name,
    about,
    sql`task_management r where r.id = ${task.id}`,
  ).execute(tx)
}

/** After its checklist the task: how far it is now, and whether its processors are through. */
async function follow(
  tx: Tx,
  task: TaskRow,
  move: { action: string; note: Record<string, unknown> },
  actor: Actor,
): Promise<void> {
  const share = await progressNow(tx, task)
  const isPlanning = !WORK.includes(move.action)
  // Who was through with it while items were open stays so, unless an item is taken back.
  const isThrough = task.progress === WHOLE && move.action !== 'untick'
  await settle(tx, task, { ...move, progress: isThrough ? WHOLE : share, isPlanning }, actor)
}

const WORK: readonly string[] = ['tick', 'untick', 'note item']

async function progressNow(tx: Tx, task: TaskRow): Promise<number> {
  const items = await itemsOf(tx, task.id)
  if (items.length === 0) return task.progress
  return shareOf(items.filter(({ done_at }) => done_at !== null).length, items.length)
}
