import { sql } from 'kysely'
import { count, type Field } from '../../shared/fields.ts'
import { askedFields, type Flow, isAllowed, type Step, stepsFrom } from '../../shared/flow.ts'
import { type Flag, FLAGS } from '../../shared/permissions.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { historyOf } from '../activity/history.ts'
import type { Actor } from '../actor.ts'
import { actorMay } from '../actor.ts'
import { type Db, inTransaction, row, rows, type Sql, type Tx } from '../db/db.ts'
import { claimFiles } from '../files/files.ts'
import { type Call, del, get, JsonText, type Needs, post, put, type Route } from '../http/route.ts'
import { cleanHtml } from './clean.ts'
import { targetOf } from './columns.ts'
import type { OwnFilters } from './conditions.ts'
import { listJson, namesOf, showJson } from './list.ts'
import { many, one, readListQuery } from './query.ts'
import { scopeOf } from './scope.ts'
import { change, type Columns, danglingRefs, insert, refuseStale } from './write.ts'

export interface HookCall {
  tx: Tx
  actor: Actor
  call: Call
}

/** What a module adds to its resource; the ladder of design/architecture.md. */
export interface Serving {
  flow?: Flow
  filters?: OwnFilters
  /** Names beside the fields that the hooks read from the request themselves, e.g. a role's permissions. */
  beside?: readonly string[]
  before?: {
    /** Changes or adds columns of a new record. */
    create?: (columns: Columns, hook: HookCall, body: Record<string, unknown>) => Promise<Columns> | Columns
    /** Changes or adds columns of an update; `old` is the row as it stands, locked. */
    update?: (columns: Columns, old: Columns, hook: HookCall, body: Record<string, unknown>) => Promise<Columns> | Columns
    destroy?: (old: Columns, hook: HookCall) => Promise<void> | void
    /** Columns a step sets beside the state. */
    step?: (name: string, columns: Columns, actor: Actor) => Columns
  }
  after?: {
    create?: (id: number, hook: HookCall, body: Record<string, unknown>) => Promise<object | void>
    change?: (id: number, hook: HookCall) => Promise<void>
  }
  /** Columns a state implies are written by SQL of the module, e.g. the row's trash mark. */
  routes?: readonly Route[]
  /** Left out of the five, where the module brings its own or has none. */
  without?: readonly ('list' | 'create' | 'show' | 'update' | 'destroy')[]
}

export interface Served {
  definition: Definition
  serving: Serving
  routes: Route[]
}

/** The routes of a resource: the five, names, trash, history, the flow's steps and its own. */
export function serve(definition: Definition, serving: Serving = {}): Served {
  const needs = (flag: Flag): Needs => ({ permission: definition.permission, flag })
  const own = (serving.routes ?? []).map((route): Route => ({ ...route, path: `${definition.wire}/${route.path}`, needs: isFlag(route.needs) ? needs(route.needs) : route.needs }))
  const routes = [...own, ...(serving.flow ? flowRoutes(definition, serving, serving.flow, needs) : []), ...(definition.internal ? [] : fiveRoutes(definition, serving, needs))]
  return { definition, serving, routes }
}

const isFlag = (value: Needs | Flag): value is Flag => FLAGS.some((flag) => flag === value)

function fiveRoutes(definition: Definition, serving: Serving, needs: (flag: Flag) => Needs): Route[] {
  const { wire, one: single, label } = definition
  const left = new Set<string>(serving.without)
  const body = definition.fields
  const { beside } = serving
  const reading = definition.open === 'all' ? 'session' : needs('read')
  const routes: [string, Route][] = [
    ['names', get(`${wire}/get-name`, { needs: definition.open === 'read' ? needs('read') : 'session', summary: `Names of ${label} for pickers` }, (call) => names(definition, call))],
    ['list', get(wire, { needs: reading, summary: `List of ${label}`, query: listParameters(definition) }, (call) => list(definition, serving, call))],
    ['create', post(wire, { needs: needs('add'), creates: true, body, beside, summary: `New ${single}` }, (call) => create(definition, serving, call))],
    ['show', get(`${wire}/:id`, { needs: reading, summary: single }, (call) => show(definition, call))],
    ['update', put(`${wire}/:id`, { needs: needs('edit'), isPartial: true, body: { ...body, version: VERSION }, beside, summary: `Change of ${single}` }, (call) => update(definition, serving, call))],
    ['destroy', del(`${wire}/:id`, { needs: needs('delete'), summary: `${single} into the trash` }, (call) => destroy(definition, serving, call))],
    ['restore', post(`${wire}/:id/restore`, { needs: needs('delete'), summary: `${single} out of the trash` }, (call) => restore(definition, serving, call))],
    ['history', get(`${wire}/:id/history`, { needs: needs('read'), summary: `History of ${single}` }, (call) => history(definition, call))],
  ]
  if (serving.flow?.steps.restore) left.add('restore')
  return routes.filter(([name]) => !left.has(name)).map(([, route]) => route)
}

export const VERSION = count('Version', { min: 1, required: true })

async function list(definition: Definition, serving: Serving, { db, actor, query, house }: Call): Promise<JsonText> {
  const wanted = readListQuery(definition, query)
  if (wanted.isTrash && !actorMay(actor, definition.permission, 'delete')) refuse('no permission')
  return new JsonText(await listJson(db, definition, wanted, actor, { timeZone: house.config.timezone, filters: serving.filters }))
}

async function show(definition: Definition, { db, actor, id }: Call): Promise<JsonText> {
  const isTrashOpen = actorMay(actor, definition.permission, 'delete')
  const text = await showJson(db, definition, id, scopeOf(definition, actor), isTrashOpen)
  return new JsonText(text ?? refuse('not found'))
}

async function names(definition: Definition, { db, actor, query }: Call): Promise<{ data: unknown[] }> {
  const ids = many(query.id).filter((id) => /^\d{1,15}$/.test(id)).slice(0, 200).map(Number)
  const perpage = Math.min(Number(/^\d+$/.exec(one(query.perpage) ?? '')?.[0] ?? 20) || 20, 1000)
  const search = (one(query.search) ?? '').slice(0, 100).replaceAll('\u0000', '')
  return { data: await namesOf(db, definition, scopeOf(definition, actor), { search, ids, perpage }) }
}

async function create(definition: Definition, serving: Serving, call: Call): Promise<JsonText> {
  const { actor, house } = call
  const { columns, extra, filesGiven } = columnsOf(definition, call.body)
  const isPlain = !serving.before?.create && !serving.after?.create && filesGiven.length === 0
  const made = async (db: Db | Tx): Promise<{ id: number; more: object | void }> => {
    await refuseDangling(db, definition, columns, actor)
    const hook: HookCall = { tx: db as Tx, actor, call } // only hooks use it, and they run in a transaction
    const ready = serving.before?.create ? await serving.before.create(columns, hook, extra) : columns
    placeInScope(definition, ready, actor)
    const id = await insert(db, definition, ready, actor)
    for (const [field, ids] of filesGiven) await claimFiles(db, { module: definition.name, recordId: id, field }, ids, actor.id)
    return { id, more: await serving.after?.create?.(id, hook, extra) }
  }
  const { id, more } = isPlain ? await made(call.db) : await inTransaction(call.db, made)
  house.feed.nudge()
  const text = (await showJson(call.db, definition, id, null)) ?? 'null'
  return new JsonText(more ? `${text.slice(0, -1)},${JSON.stringify(more).slice(1)}` : text)
}

/** Under a store scope a new record belongs to the actor's own store; another one is refused as unknown. */
function placeInScope(definition: Definition, columns: Columns, actor: Actor): void {
  const { store } = definition.placed
  if (actor.scope !== 'store' || !store || store === 'id') return
  columns[store] ??= actor.store
  if (columns[store] !== actor.store) refuse('invalid', { fields: { [store]: pack('{{field}} is not valid', { field: definition.fields[store]?.label ?? store }) } })
}

async function update(definition: Definition, serving: Serving, call: Call): Promise<JsonText> {
  const { actor, id, house, body } = call
  const version = typeof body.version === 'number' ? body.version : refuse('invalid', { fields: { version: pack('{{field}} is required', { field: 'Version' }) } })
  const { columns, extra, filesGiven } = columnsOf(definition, body)
  const scope = scopeOf(definition, actor)
  await refuseDangling(call.db, definition, columns, actor)
  const isPlain = !serving.before?.update && !serving.after?.change && filesGiven.length === 0
  const work = async (db: Db | Tx) => {
    const hook: HookCall = { tx: db as Tx, actor, call } // only hooks use it, and they run in a transaction
    let ready = columns
    if (serving.before?.update) {
      const old = await lockedRow(db, definition, id, scope)
      if (old.version !== version) await refuseStale(db, definition, id, version)
      ready = await serving.before.update(columns, old, hook, extra)
    }
    placeInScope(definition, { ...ready }, { ...actor, scope: definition.placed.store && definition.placed.store in ready ? actor.scope : 'chain' })
    const done = await change(db, definition, { id, version, set: ready, action: 'update', scope }, actor)
    if (!done) refuse('not found')
    if (!done.isDone) await refuseStale(db, definition, id, version)
    for (const [field, ids] of filesGiven) await claimFiles(db, { module: definition.name, recordId: id, field }, ids, actor.id)
    await serving.after?.change?.(id, hook)
  }
  await (isPlain ? work(call.db) : inTransaction(call.db, work))
  house.feed.nudge()
  return new JsonText((await showJson(call.db, definition, id, null)) ?? 'null')
}

/** The row as stored, locked until the transaction ends. */
export async function lockedRow(db: Db | Tx, definition: Definition, id: number, scope: Sql | null, isTrashed = false): Promise<Columns> {
  const found = await row<Columns>(
    db,
    sql`select * from ${sql.table(definition.table)} r where r.id = ${id} and r.deleted_at is ${isTrashed ? sql`not null` : sql`null`} ${scope ? sql`and ${scope}` : sql``} for update`,
  )
  return found ?? refuse('not found')
}

async function destroy(definition: Definition, serving: Serving, call: Call): Promise<null> {
  const { actor, id, house } = call
  if (serving.flow?.steps.trash) {
    await takeStep(definition, serving, serving.flow, 'trash', call)
    return null
  }
  await inTransaction(call.db, async (tx) => {
    const old = await lockedRow(tx, definition, id, scopeOf(definition, actor))
    await serving.before?.destroy?.(old, { tx, actor, call })
    await refuseInUse(tx, definition, id)
    await change(tx, definition, { id, set: { deleted_at: sql`now()` }, action: 'destroy', scope: null }, actor)
    await serving.after?.change?.(id, { tx, actor, call })
  })
  house.feed.nudge()
  return null
}

async function restore(definition: Definition, serving: Serving, call: Call): Promise<JsonText> {
  const { actor, id, house } = call
  await inTransaction(call.db, async (tx) => {
    const done = await change(tx, definition, { id, set: { deleted_at: null }, action: 'restore', scope: scopeOf(definition, actor), life: 'trashed' }, actor)
    if (!done) refuse('not found')
    await serving.after?.change?.(id, { tx, actor, call })
  })
  house.feed.nudge()
  return new JsonText((await showJson(call.db, definition, id, null)) ?? 'null')
}

const referrers = new Map<string, { table: string; column: string; isMany: boolean }[]>()

/** Who points at a module; filled once from the definitions by the composition. */
export function knowReferrers(definitions: readonly Definition[]): void {
  referrers.clear()
  for (const definition of definitions)
    for (const [column, field] of entriesOf(definition))
      if (field.to) referrers.set(field.to, [...(referrers.get(field.to) ?? []), { table: definition.table, column, isMany: field.kind === 'refs' }])
}

/** A record that live ones still need stays. */
async function refuseInUse(tx: Tx, definition: Definition, id: number): Promise<void> {
  for (const { table, column, isMany } of referrers.get(definition.name) ?? []) {
    const holds = isMany ? sql`r.${sql.ref(column)} @> array[${id}]::bigint[]` : sql`r.${sql.ref(column)} = ${id}`
    const found = await row<{ n: number }>(tx, sql`select 1 as n from ${sql.table(table)} r where ${holds} and r.deleted_at is null limit 1`)
    if (found) refuse('in use')
  }
}

async function history(definition: Definition, { db, actor, id, query }: Call) {
  const visible = await showJson(db, definition, id, scopeOf(definition, actor), true)
  if (visible === null) refuse('not found')
  const { page, perpage } = readListQuery({ ...definition, fields: {}, sort: '-id' }, { page: query.page, perpage: query.perpage })
  return historyOf(db, definition.name, id, page, perpage)
}

function flowRoutes(definition: Definition, serving: Serving, flow: Flow, needs: (flag: Flag) => Needs): Route[] {
  return Object.entries(flow.steps)
    .filter(([, step]) => !step.automatic)
    .map(([name, step]) =>
      post(`${definition.wire}/:id/${name}`, { needs: needs(step.needs), body: { ...askedFields(flow, step), version: VERSION }, summary: step.label }, async (call) => {
        await takeStep(definition, serving, flow, name, call)
        return new JsonText((await showJson(call.db, definition, call.id, null, true)) ?? 'null')
      }),
    )
}

/** Takes one step of a flow in one statement; whoever comes second is told by whom and what. */
export async function takeStep(definition: Definition, serving: Serving, flow: Flow, name: string, call: Pick<Call, 'db' | 'actor' | 'id' | 'house' | 'body'>): Promise<void> {
  const { actor, id, body } = call
  const step: Step = flow.steps[name] ?? refuse('not found')
  const { version, ...given } = body
  const asked = cleaned(definition, given)
  const stored = Object.fromEntries(Object.entries(asked).filter(([field]) => field in definition.fields))
  const note = Object.fromEntries(Object.entries(asked).filter(([field]) => !(field in definition.fields)))
  const state = sql.ref(flow.field)
  const columns: Columns = {
    ...stored,
    [flow.field]: step.to === 'before' ? sql`coalesce(b.state_before, 'new')` : step.to,
    state_before: sql`b.${state}`,
    ...(step.to === 'deleted' ? { deleted_at: sql`now()` } : step.from !== 'any' && step.from.includes('deleted') ? { deleted_at: null } : {}),
  }
  const set = serving.before?.step ? serving.before.step(name, columns, actor) : columns
  const when = step.from === 'any' ? sql`b.${state} <> ${step.to}` : sql`b.${state} = any(${[...step.from]}::text[])`
  const scope = scopeOf(definition, actor)
  const done = await change(call.db, definition, { id, version: typeof version === 'number' ? version : undefined, set, action: name, when, scope, note, life: 'any' }, actor)
  if (!done) refuse('not found')
  if (!done.isDone) await refuseStep(definition, flow, step, call, typeof version === 'number' ? version : undefined)
  call.house.feed.nudge()
}

async function refuseStep(definition: Definition, flow: Flow, step: Step, call: Pick<Call, 'db' | 'actor' | 'id'>, version: number | undefined): Promise<never> {
  const now = await row<{ state: string }>(call.db, sql`select ${sql.ref(flow.field)} as state from ${sql.table(definition.table)} where id = ${call.id}`)
  const state = now?.state ?? ''
  if (isAllowed(step, state)) return refuseStale(call.db, definition, call.id, version)
  const label = definition.fields[flow.field]?.of?.find((choice) => choice.value === state)?.label ?? state
  const steps = stepsFrom(flow, state)
  const record: unknown = JSON.parse((await showJson(call.db, definition, call.id, null, true)) ?? 'null')
  const last = await rows<{ user_name: string | null; at: string }>(call.db, sql`select u.user_name, a.at from activity a left join users u on u.id = a.actor where a.module = ${definition.name} and a.record_id = ${call.id} order by a.id desc limit 1`)
  return refuse('not allowed now', {
    params: { state: label, steps: steps.length > 0 ? steps.map(([, one]) => one.label) : '–' },
    facts: { state, steps: steps.map(([name]) => name), record, changed_by: last[0]?.user_name ?? null, changed_at: last[0]?.at ?? null },
  })
}

/** A checked body as columns, HTML cleaned; extra fields and files apart. */
function columnsOf(definition: Definition, body: Record<string, unknown>): { columns: Columns; extra: Record<string, unknown>; filesGiven: [string, string[]][] } {
  const columns: Columns = {}
  const extra: Record<string, unknown> = {}
  const filesGiven: [string, string[]][] = []
  for (const [name, value] of Object.entries(cleaned(definition, body))) {
    const field = definition.fields[name]
    if (!field) extra[name] = value
    else columns[name] = value
    if (field?.kind === 'files' && Array.isArray(value) && value.length > 0) filesGiven.push([name, value.map(String)])
  }
  delete extra.version
  return { columns, extra, filesGiven }
}

const cleaned = (definition: Definition, body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, definition.fields[name]?.kind === 'richText' && typeof value === 'string' ? cleanHtml(value) : value]))

async function refuseDangling(db: Db | Tx, definition: Definition, columns: Columns, _actor: Actor): Promise<void> {
  const checks = entriesOf(definition).flatMap(([name, field]: [string, Field]) => {
    const value = columns[name]
    const ids = typeof value === 'number' ? [value] : Array.isArray(value) ? [...new Set(value.map(Number))] : []
    return (field.kind === 'ref' || field.kind === 'refs') && field.to && ids.length > 0 ? [{ name, field, ids, table: targetOf(field.to).table }] : []
  })
  const errors = await danglingRefs(db, checks)
  if (Object.keys(errors).length > 0) refuse('invalid', { fields: errors })
}

function listParameters(definition: Definition): Record<string, string> {
  return { page: 'from 1', perpage: '1 to 1000', search: 'without regard to diacritics', sort: `a field, - before it for descending; ${definition.sort} by default`, trashed: '1 for the trash' }
}
