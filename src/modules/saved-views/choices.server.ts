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

/** What is changed; null takes a choice back. */
type Part = { [N in keyof ListChoices]?: ListChoices[N] | null }

const CHOICES = {
  isNeeded: true,
  type: 'object',
  properties: {
    columns: {
      type: ['array', 'null'],
      maxItems: NAMES_MOST,
      items: { type: 'string', pattern: '^[A-Za-z0-9_]{1,60}$' },
    },
    isCompact: { type: ['boolean', 'null'] },
    isSplit: { type: ['boolean', 'null'] },
    isMine: { type: ['boolean', 'null'], description: 'Of a page that offers both: only what is theirs' },
    order: {
      type: ['array', 'null'],
      maxItems: NAMES_MOST,
      items: { type: 'integer', minimum: 1 },
      description: 'Ids of views',
    },
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
        'How the caller likes a list or a page: columns, density, the record beside it, order of the views, the one it opens with, what is theirs alone; what is left out stays, null takes it back',
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
  const part = choicesIn((request.body as { choices?: unknown }).choices) // an object, as the body check made sure
  const before = await choicesOf(db, actor.id, list)
  const choices = withoutNulls({ ...before, ...part })
  if (JSON.stringify(before) === JSON.stringify(choices)) return choices
  await inTransaction(db, async (tx) => {
    await sql`insert into list_choices as kept (user_id, list, choices) values (${actor.id}, ${list}, ${json(choices)})
      on conflict (user_id, list) do update set choices = jsonb_strip_nulls(kept.choices || ${json(part)})`.execute(tx)
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
function choicesIn(given: unknown): Part {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuseChoices()
  const isRight = ([name, value]: [string, unknown]) =>
    Object.hasOwn(IS_RIGHT, name) && (value === null || IS_RIGHT[name as keyof ListChoices](value))
  return Object.entries(given).every(isRight) ? given : refuseChoices()
}

const withoutNulls = (part: Part): ListChoices =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null)) as ListChoices // the same names

const isListOf = (given: unknown, is: (one: unknown) => boolean): boolean =>
  Array.isArray(given) && given.length <= NAMES_MOST && given.every(is)
const isFlag = (given: unknown): boolean => typeof given === 'boolean'
const isName = (given: unknown): boolean => typeof given === 'string' && /^\w{1,60}$/.test(given)
const isId = (given: unknown): boolean => Number.isSafeInteger(given) && Number(given) > 0
const IS_RIGHT: Record<keyof ListChoices, (given: unknown) => boolean> = {
  columns: (given) => isListOf(given, isName),
  isCompact: isFlag,
  isSplit: isFlag,
  isMine: isFlag,
  order: (given) => isListOf(given, isId),
  view: isId,
}

const refuseChoices = (): never =>
  refuse('invalid', { fields: { choices: pack('{{field}} is not valid', { field: 'Columns' }) } })
