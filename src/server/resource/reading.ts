import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { historyOf } from '../activity/history.ts'
import { actorMay } from '../actor.ts'
import { type Call, JsonText } from '../http/route.ts'
import { RequestCoalescer } from '../request-coalescer.ts'
import type { ModuleOptions } from './module-options.ts'
import { askerOf, ownOf, reachesTrash } from './query/conditions.ts'
import { listJson, namesOf, showJson } from './query/list.ts'
import { many, one, readListQuery, readPage } from './query/parse-query.ts'
import { scopeKey, scopeOf } from './scope.ts'

const lists = new RequestCoalescer<string>()

export async function list(
  definition: Definition,
  serving: ModuleOptions,
  { db, actor, query, context }: Call,
): Promise<JsonText> {
  const wanted = readListQuery(definition, query, serving.filters)
  const owned = ownOf(wanted, actor, serving.filters)
  if (reachesTrash(wanted, owned) && !actorMay(actor, definition.permission, 'delete')) refuse('no permission')
  const timeZone = context.config.timezone
  const request = { definition, query: wanted, actor, timeZone, filters: serving.filters }
  const key = `${definition.wire} ${actor.language} ${timeZone} ${askerOf(definition, actor, owned)} ${JSON.stringify(wanted)}`
  return new JsonText(await lists.ask(key, () => listJson(db, request, key)))
}

export async function show(definition: Definition, { db, actor, id }: Call): Promise<JsonText> {
  const isTrashOpen = actorMay(actor, definition.permission, 'delete')
  const key = `show ${definition.wire} ${actor.language} ${isTrashOpen} ${scopeKey(definition, actor)}`
  const text = await showJson(db, definition, id, scopeOf(definition, actor), actor.language, { isTrashOpen, key })
  return new JsonText(text ?? refuse('not found'))
}

export async function names(definition: Definition, { db, actor, query }: Call): Promise<{ data: unknown[] }> {
  const ids = many(query.id)
    .filter((id) => /^\d{1,15}$/.test(id))
    .slice(0, 200)
    .map(Number)
  const perpage = Math.min(Number(/^\d+$/.exec(one(query.perpage) ?? '')?.[0] ?? 20) || 20, 1000)
  const page = Math.min(Math.max(Number(/^\d{1,6}$/.exec(one(query.page) ?? '')?.[0] ?? 1), 1), 10_000)
  const search = (one(query.search) ?? '').slice(0, 100).replaceAll('\u0000', '')
  // Whose number a history or a record shows may be told by name; only looking around keeps to the scope.
  const scope = ids.length > 0 && definition.visibility === 'names' ? null : scopeOf(definition, actor)
  return { data: await namesOf(db, definition, scope, { search, ids, page, perpage, language: actor.language }) }
}

export async function history(definition: Definition, { db, actor, id, query }: Call) {
  const visible = await showJson(db, definition, id, scopeOf(definition, actor), actor.language, { isTrashOpen: true })
  if (visible === null) refuse('not found')
  const { page, perpage } = readPage(query)
  return historyOf(db, definition.name, id, page, perpage, actor.language)
}
