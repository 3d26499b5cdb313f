import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { type Db, row, rows } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { NAMED, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { refuseUnknownParameters } from '#server/http/names.ts'
import { type Call, del, get, post, put, type Route } from '#server/http/route.ts'
import { VERSION } from '#server/resource/module-options.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { change, insert, refuseStale } from '#server/resource/statements.ts'
import { type ListSetup, OF_THE_SCREEN, type SavedView, SHARES, type Share } from '../../shared/list-setup.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Definition, pick } from '../../shared/resource.ts'
import { choiceRoutes, choicesOf, LIST_CHOICES } from './choices.server.ts'
import { isPage, listOf } from './lists.server.ts'
import { savedViews } from './saved-views.ts'

const VIEWS_MOST = 100
const BODY = pick(savedViews, 'name', 'path', 'query', 'share')

const SHARE = oneOf(...SHARES.map(({ value }) => value))
const VIEW_SHOWN = namedAnswer('SavedView', {
  id: 'number',
  version: 'number',
  name: 'string',
  path: 'string',
  query: 'string',
  share: SHARE,
  owner: orNull(NAMED),
  is_mine: 'boolean',
})
const SETUP = { views: [VIEW_SHOWN], choices: LIST_CHOICES, shares: [SHARE] } as const

const routes: Route[] = [
  get(
    'saved-view',
    {
      needs: 'session',
      summary: 'Views of a list and how the caller likes it; of a page that is no list only the latter',
      query: { list: 'name of the list or page' },
      answers: SETUP,
    },
    (call) => setup(call),
  ),
  post(
    'saved-view',
    {
      needs: 'session',
      creates: true,
      answers: VIEW_SHOWN,
      summary: 'Keep the address of a list as a view',
      body: { ...BODY, ...pick(savedViews, 'list') },
    },
    (call) => create(call),
  ),
  put(
    'saved-view/:id',
    {
      needs: 'session',
      isPartial: true,
      answers: VIEW_SHOWN,
      summary: 'Rename, share or change a view',
      body: { ...BODY, version: VERSION },
    },
    (call) => update(call),
  ),
  del('saved-view/:id', { needs: 'session', answers: null, summary: 'Delete a view' }, (call) => destroy(call)),
]

export default { routes: [...routes, ...choiceRoutes] }

const STORED_VIEW = {
  id: 'number',
  version: 'number',
  name: 'string',
  list: 'string',
  path: 'string',
  query: 'string',
  share: narrowed<SavedView['share']>('string'),
  created_by: 'number?',
  owner: jsonOf<SavedView['owner']>(),
} as const
type StoredView = RowOf<typeof STORED_VIEW>

const VIEW = sql`v.id, v.version, v.name, v.list, coalesce(v.path, '') as path, coalesce(v.query, '') as query, v.share, v.created_by,
  (select json_build_object('id', u.id, 'name', u.user_name) from users u where u.id = v.created_by) as owner`

/** Own views, and those shared with everyone, with the caller's store or with the caller's department. */
const openTo = (actor: Actor) => sql`v.deleted_at is null and (v.created_by = ${actor.id} or v.share = 'everyone'
  or (v.share = 'store' and v.place = ${actor.store}) or (v.share = 'department' and v.place = ${actor.department}))`

async function setup({ db, actor, query }: Call): Promise<ListSetup> {
  const list = one(query.list) ?? ''
  if (isPage(list, actor)) return { views: [], choices: await choicesOf(db, actor.id, list), shares: [] }
  const definition = listOf(list, actor)
  const [found, choices] = await Promise.all([
    rows(
      db,
      STORED_VIEW,
      sql`select ${VIEW} from saved_views v where v.list = ${definition.name} and ${openTo(actor)} order by v.id limit ${VIEWS_MOST}`,
    ),
    choicesOf(db, actor.id, definition.name),
  ])
  return {
    views: found.map((view) => shown(view, definition, actor)),
    choices,
    shares: SHARES.map(({ value }) => value).filter((share) => mayShare(share, definition, actor)),
  }
}

function shown({ list: _, created_by, ...view }: StoredView, definition: Definition, actor: Actor): SavedView {
  return { ...view, is_mine: isHandledBy({ created_by, share: view.share }, definition, actor) }
}

/** The owner; of a shared view also those who hold the list's special actions, so that it does not outlive its owner unkempt. */
const isHandledBy = (
  view: Pick<StoredView, 'created_by' | 'share'>,
  { permission }: Definition,
  actor: Actor,
): boolean => view.created_by === actor.id || (view.share !== 'nobody' && actorMay(actor, permission, 'other'))

/** With one's own store or department whoever edits the list's records; with everyone whoever holds its special actions. */
function mayShare(share: Share, { permission }: Definition, actor: Actor): boolean {
  if (share === 'nobody') return true
  if (share === 'everyone') return actorMay(actor, permission, 'other')
  return actor[share] !== null && actorMay(actor, permission, 'edit')
}

async function create({ db, actor, body, context }: Call): Promise<SavedView> {
  const { list, ...given } = body
  const definition = listOf(String(list ?? ''), actor)
  refuseUnknownNames(given.query, definition, context)
  const counted = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from saved_views where created_by = ${actor.id} and deleted_at is null`,
  )
  if ((counted?.n ?? 0) >= VIEWS_MOST) refuse('too large', { params: { max: VIEWS_MOST } })
  const id = await insert(db, savedViews, { ...columnsOf(given, definition, actor), list: definition.name }, actor)
  context.feed.nudge()
  return shown(await viewOf(db, id), definition, actor)
}

async function update({ db, actor, id, body, context }: Call): Promise<SavedView> {
  const { version, ...given } = body
  const { definition } = await handled(db, id, actor)
  if (typeof version !== 'number')
    return refuse('invalid', { fields: { version: pack('{{field}} is required', { field: 'Version' }) } })
  refuseUnknownNames(given.query, definition, context)
  const set = columnsOf(given, definition, actor)
  const done = await change(db, savedViews, { id, version, set, action: 'update', scope: null }, actor)
  if (!done?.isDone) await refuseStale(db, savedViews, id, version, actor.language)
  context.feed.nudge()
  return shown(await viewOf(db, id), definition, actor)
}

async function destroy({ db, actor, id, context }: Call): Promise<null> {
  await handled(db, id, actor)
  await change(db, savedViews, { id, set: { deleted_at: sql`now()` }, action: 'destroy', scope: null }, actor)
  context.feed.nudge()
  return null
}

async function viewOf(db: Db, id: number, open = sql`true`): Promise<StoredView> {
  const found = await row(db, STORED_VIEW, sql`select ${VIEW} from saved_views v where v.id = ${id} and ${open}`)
  return found ?? refuse('not found')
}

/** A view the caller may change; another's private one does not exist for them. */
async function handled(db: Db, id: number, actor: Actor): Promise<{ definition: Definition }> {
  const view = await viewOf(db, id, openTo(actor))
  const definition = listOf(view.list, actor)
  return isHandledBy(view, definition, actor) ? { definition } : refuse('no permission')
}

function columnsOf(given: Record<string, unknown>, definition: Definition, actor: Actor): Record<string, unknown> {
  const { share, path, query } = given
  const isPart = !path || definition.views.some((view) => view.path === path)
  if (!isPart) refuse('invalid', { fields: { path: pack('{{field}} is not valid', { field: 'Part of the list' }) } })
  const found = SHARES.find(({ value }) => value === share)?.value
  if (found && !mayShare(found, definition, actor)) refuse('no permission')
  return {
    ...given,
    ...(query !== undefined && { query: addressOf(String(query ?? '')) }),
    ...(found && { place: found === 'store' || found === 'department' ? actor[found] : null }),
  }
}

/** What the list's own route takes, and how the screen shows it. */
function refuseUnknownNames(query: unknown, { wire }: Definition, context: AppContext): void {
  const known = [...context.parametersOf(wire), ...OF_THE_SCREEN]
  refuseUnknownParameters(
    new URLSearchParams(String(query ?? '')).keys(),
    Object.fromEntries(known.map((name) => [name, name])),
  )
}

/** What an address says, in one spelling; the page of the moment is no part of a view. */
function addressOf(query: string): string {
  const params = new URLSearchParams(query)
  for (const name of ['page', 'view']) params.delete(name)
  return params.toString()
}
