import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { type Db, inTransaction, json, row } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { type Call, post, type Route } from '#server/http/route.ts'
import { text } from '../../shared/fields.ts'
import type { ListChoices } from '../../shared/list-setup.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { isPage, listOf } from './lists.server.ts'

const NAMES_MOST = 100

const CHOICES = {
  isNeeded: true,
  type: 'object',
  properties: {
    columns: { type: 'array', maxItems: NAMES_MOST, items: { type: 'string', pattern: '^[A-Za-z0-9_]{1,60}$' } },
    isCompact: { type: 'boolean' },
    isSplit: { type: 'boolean' },
    isMine: { type: 'boolean', description: 'Of a page that offers both: only what is theirs' },
    order: { type: 'array', maxItems: NAMES_MOST, items: { type: 'integer', minimum: 1 }, description: 'Ids of views' },
    view: { type: ['integer', 'null'], minimum: 1, description: 'The view it opens with' },
  },
  additionalProperties: false,
} as const

export const LIST_CHOICES = namedAnswer('ListChoices', {
  'columns?': 'string[]',
  'isCompact?': 'boolean',
  'isSplit?': 'boolean',
  'isMine?': 'boolean',
  'order?': 'number[]',
  'view?': 'number?',
})

export const choiceRoutes: Route[] = [
  post(
    'saved-view/choices',
    {
      needs: 'session',
      answers: LIST_CHOICES,
      summary:
        'How the caller likes a list or a page: columns, density, the record beside it, order of the views, the one it opens with, what is theirs alone',
      body: { list: text('List', { required: true, max: 60 }) },
      beside: { choices: CHOICES },
    },
    (call) => choose(call),
  ),
]

export async function choicesOf(db: Db, person: number | null, list: string): Promise<ListChoices> {
  const found = await row(
    db,
    { choices: jsonOf<ListChoices>() },
    sql`select choices from list_choices where user_id = ${person} and list = ${list}`,
  )
  return found?.choices ?? {}
}

async function choose({ db, actor, body, request, context }: Call): Promise<ListChoices> {
  const wanted = String(body.list)
  const list = isPage(wanted, actor) ? wanted : listOf(wanted, actor).name
  const choices = choicesIn((request.body as { choices?: unknown }).choices) // an object, as the body check made sure
  const before = await choicesOf(db, actor.id, list)
  if (JSON.stringify(before) === JSON.stringify(choices)) return choices
  await inTransaction(db, async (tx) => {
    await sql`insert into list_choices (user_id, list, choices) values (${actor.id}, ${list}, ${json(choices)})
      on conflict (user_id, list) do update set choices = excluded.choices`.execute(tx)
    await record(tx, actor, {
      action: 'list choices',
      module: 'users',
      recordId: actor.id,
      title: actor.name,
      place: { people: [actor.id] },
      changes: { [list]: [before, choices] },
    })
  })
  context.feed.nudge()
  return choices
}

/** Only what a list knows to keep, of sane size. */
function choicesIn(given: unknown): ListChoices {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuseChoices()
  const { columns, isCompact, isSplit, isMine, order, view, ...others } = given as Record<string, unknown> // an object, by the line above
  if (Object.keys(others).length > 0) refuseChoices()
  return {
    ...(columns !== undefined && { columns: isListOf(columns, isName) ? columns : refuseChoices() }),
    ...(isCompact !== undefined && { isCompact: typeof isCompact === 'boolean' ? isCompact : refuseChoices() }),
    ...(isSplit !== undefined && { isSplit: typeof isSplit === 'boolean' ? isSplit : refuseChoices() }),
    ...(isMine !== undefined && { isMine: typeof isMine === 'boolean' ? isMine : refuseChoices() }),
    ...(order !== undefined && { order: isListOf(order, isId) ? order : refuseChoices() }),
    ...(view !== undefined && view !== null && { view: isId(view) ? view : refuseChoices() }),
  }
}

const isListOf = <V>(given: unknown, is: (one: unknown) => one is V): given is V[] =>
  Array.isArray(given) && given.length <= NAMES_MOST && given.every(is)
const isName = (given: unknown): given is string => typeof given === 'string' && /^\w{1,60}$/.test(given)
const isId = (given: unknown): given is number => Number.isSafeInteger(given) && Number(given) > 0

const refuseChoices = (): never =>
  refuse('invalid', { fields: { choices: pack('{{field}} is not valid', { field: 'Columns' }) } })
