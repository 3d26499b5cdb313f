import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, json, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { NAMED, namedAnswer, oneOf, orNull, STORED_FILE } from '#server/http/answers.ts'
import { filesShown } from '#server/resource/query/columns.ts'
import type { Named, StoredFile } from '../../../shared/fields.ts'
import { refuse } from '../../../shared/refusals.ts'
import { ITEM_KINDS } from '../checklist.ts'

type Kind = (typeof ITEM_KINDS)[number]['value']

const ITEM = {
  id: 'number',
  version: 'number',
  position: 'number',
  title: 'string',
  kind: narrowed<Kind>('string'),
  needs_photo: 'boolean',
  unit: 'string?',
  least: 'number?',
  most: 'number?',
  due_at: 'date?',
  person: jsonOf<Named | null>(),
  number: 'number?',
  answer: 'string?',
  note: 'string?',
  photos: jsonOf<StoredFile[]>(),
  is_out: 'boolean',
  done_at: 'date?',
  done_by: jsonOf<Named | null>(),
  created_by: jsonOf<Named | null>(),
} as const
export const ITEM_SHOWN = namedAnswer('ChecklistItem', {
  ...ITEM,
  kind: oneOf(...ITEM_KINDS.map(({ value }) => value)),
  person: orNull(NAMED),
  photos: [STORED_FILE],
  done_by: orNull(NAMED),
  created_by: orNull(NAMED),
})
/** An item as the API shows it. */
export type Item = RowOf<typeof ITEM>

const named = (column: string) =>
  sql`(select json_build_object('id', u.id, 'name', u.user_name) from users u where u.id = ${sql.ref(`i.${column}`)})`

const SHOWN = sql`i.id, i.version, i.position, i.title, i.kind, i.needs_photo, i.unit, i.least, i.most, i.due_at, ${named('person')} as person,
  i.number, i.answer, i.note, ${filesShown('i.photos')} as photos, i.is_out, i.done_at, ${named('done_by')} as done_by, ${named('created_by')} as created_by`

/** The checklist of a task in its order. */
export const itemsOf = (db: Db | Tx, task: number): Promise<Item[]> =>
  rows(
    db,
    ITEM,
    sql`select ${SHOWN} from task_checklist_items i where i.task = ${task} and i.deleted_at is null order by i.position, i.id`,
  )

/** The checklists of several tasks, each in its order. */
export async function itemsOfAll(db: Db | Tx, tasks: readonly number[]): Promise<Map<number, Item[]>> {
  const found = await rows(
    db,
    { ...ITEM, task: 'number' },
    sql`select ${SHOWN}, i.task from task_checklist_items i where i.task = any(${[...tasks]}::bigint[]) and i.deleted_at is null order by i.position, i.id`,
  )
  const lists = Map.groupBy(found, ({ task }) => task)
  return new Map([...lists].map(([task, items]) => [task, items.map(({ task: _task, ...item }) => item)]))
}

export async function itemOf(db: Db | Tx, task: number, id: number): Promise<Item> {
  const found = await row(
    db,
    ITEM,
    sql`select ${SHOWN} from task_checklist_items i where i.id = ${id} and i.task = ${task} and i.deleted_at is null`,
  )
  return found ?? refuse('not found')
}

export interface NewItem {
  title: string
  kind?: string | undefined
  needs_photo?: boolean | undefined
  unit?: string | null | undefined
  least?: number | null | undefined
  most?: number | null | undefined
  due_at?: string | null | undefined
  person?: number | null | undefined
}

/** Appends items to a checklist, in their order; answers their ids. */
export async function appendItems(tx: Tx, task: number, items: readonly NewItem[], actor: Actor): Promise<number[]> {
  const lines = items.map((one, at) => ({
    ...one,
    kind: one.kind ?? 'tick',
    needs_photo: one.needs_photo ?? false,
    at,
  }))
  const made = await rows(
    tx,
    { id: 'number' },
    sql`insert into task_checklist_items (task, position, title, kind, needs_photo, unit, least, most, due_at, person, created_by, updated_by)
        select ${task}::bigint, (select coalesce(max(i.position), 0) from task_checklist_items i where i.task = ${task}::bigint and i.deleted_at is null) + n.at + 1,
          n.title, n.kind, n.needs_photo, n.unit, n.least, n.most, n.due_at, n.person, ${actor.id}::bigint, ${actor.id}::bigint
        from jsonb_to_recordset(${json(lines)}) n(at int, title text, kind text, needs_photo boolean, unit text, least numeric, most numeric, due_at timestamptz, person bigint)
        order by n.at returning id`,
  )
  return made.map(({ id }) => id)
}

/** Moves an item to a place, counted from 1; the others keep their order. */
export async function placeItem(tx: Tx, task: number, id: number, position: number): Promise<void> {
  const others = (await itemsOf(tx, task)).map((one) => one.id).filter((other) => other !== id)
  const at = Math.min(Math.max(position, 1), others.length + 1) - 1
  const order = [...others.slice(0, at), id, ...others.slice(at)]
  await sql`update task_checklist_items i set position = o.n from unnest(${order}::bigint[]) with ordinality o(id, n)
    where i.id = o.id and i.position <> o.n`.execute(tx)
}
