import { sql } from 'kysely'
import { lockOf } from '../../shared/flow.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { isInMany, placeAmong } from '../../shared/users/shared-records.ts'
import { type Actor, storesOf } from '../actor.ts'
import { type Db, inHotLockTransaction, inTransaction, row, type Sql, type Tx } from '../db/db.ts'
import { claimFiles, releaseFiles } from '../files/files.ts'
import { type Call, JsonText, type RowCall } from '../http/route.ts'
import { sealedColumns } from '../private/fields.ts'
import { cleaned } from './clean.ts'
import { refuseDangling } from './dangling.ts'
import type { HookCall, ModuleOptions } from './module-options.ts'
import { showJson } from './query/list.ts'
import { refuseInUse } from './referrers.ts'
import { changeScopeOf, ownStoreField, refuseShared } from './scope.ts'
import { type Columns, change, insert, insertShown, refuseStale } from './statements.ts'
import { takeStep } from './transitions.ts'

export async function create(definition: Definition, serving: ModuleOptions, call: Call): Promise<JsonText> {
  const { actor, context } = call
  const given = columnsOf(definition, call.body)
  const isAlone =
    !call.db.isTransaction && !serving.after?.create && given.filesGiven.every(([, ids]) => ids.length === 0)
  const made = async (tx: Tx): Promise<string> => {
    await refuseDangling(tx, definition, given.columns, actor)
    const { id, more } = await createIn(tx, definition, serving, call, given)
    const text = (await showJson(tx, definition, id, null, actor.language)) ?? 'null'
    const answer = more ? `${text.slice(0, -1)},${JSON.stringify(more).slice(1)}` : text
    await call.keep?.(sql`${answer}::text`).execute(tx)
    return answer
  }
  const alone = async (): Promise<string> => {
    await refuseDangling(call.db, definition, given.columns, actor)
    const ready = await prepared(call.db, definition, serving, call, given)
    return insertShown(call.db, definition, ready, actor, call.keep)
  }
  const answer = isAlone ? await alone() : await inHotLockTransaction(call.db, made)
  context.feed.nudge()
  return new JsonText(answer)
}

/** Makes a record whose refs are known to point at something, within a transaction. */
export async function createIn(
  tx: Tx,
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  given: Given,
): Promise<{ id: number; more: object | void }> {
  const { actor } = call
  const id = await insert(tx, definition, await prepared(tx, definition, serving, call, given), actor)
  for (const [field, ids] of given.filesGiven)
    await claimFiles(tx, { module: definition.name, recordId: id, field }, ids, actor.id)
  return { id, more: await serving.after?.create?.(id, { tx, actor, call }, given.extra) }
}

/** The columns of a new record, as the module's hook and the actor's scope have them. */
async function prepared(
  db: Db | Tx,
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  { columns, extra }: Given,
): Promise<Columns> {
  const { actor, context } = call
  const hook: HookCall = { tx: db as Tx, actor, call } // a hook before creating only reads
  const ready = serving.before?.create ? await serving.before.create(columns, hook, extra) : columns
  placeInScope(definition, ready, actor)
  return sealedColumns(context.config.keys, definition, ready)
}

/** Under the scope of a store a new record belongs to the actor's own store; another one is refused as unknown. */
export function placeInScope(definition: Definition, columns: Columns, actor: Actor): void {
  const store = ownStoreField(definition, actor)
  if (!store) return
  const place = placeAmong(storesOf(actor), columns[store], isInMany(definition))
  if (place === undefined)
    refuse('invalid', {
      fields: { [store]: pack('{{field}} is not valid', { field: definition.fields[store]?.label ?? store }) },
    })
  columns[store] = place
}

export async function update(definition: Definition, serving: ModuleOptions, call: Call): Promise<JsonText> {
  const { actor, id, context, body } = call
  const version =
    typeof body.version === 'number'
      ? body.version
      : refuse('invalid', { fields: { version: pack('{{field}} is required', { field: 'Version' }) } })
  const { columns, extra, filesGiven } = columnsOf(definition, body)
  const scope = changeScopeOf(definition, actor)
  await refuseShared(call.db, definition, id, actor)
  // As it was sent: a hook may read what is no field.
  if (Object.keys(call.request.body ?? {}).every((name) => name === 'version'))
    return asItStands(definition, version, scope, call)
  await refuseDangling(call.db, definition, columns, actor)
  const isPlain = !serving.before?.update && !serving.after?.change && filesGiven.length === 0
  const work = async (db: Db | Tx) => {
    const hook: HookCall = { tx: db as Tx, actor, call } // only hooks use it, and they run in a transaction
    let ready = columns
    if (serving.before?.update) {
      const old = await lockedRow(db, definition, id, scope)
      refuseLocked(definition, old)
      if (old.version !== version) await refuseStale(db, definition, id, version, actor.language)
      ready = await serving.before.update(columns, old, hook, extra)
    }
    if ((definition.ownership.store ?? '') in ready) placeInScope(definition, ready, actor)
    const set = sealedColumns(context.config.keys, definition, ready)
    const { flow } = definition
    const isLocked = flow?.locked && sql`b.${sql.ref(flow.field)} = any(${[...flow.locked.in]}::text[])`
    const when = isLocked ? { when: sql`(${isLocked}) is not true` as Sql } : {}
    const wanted = { id, version, set, action: 'update', scope, shows: isPlain, ...when }
    const done = await change(db, definition, wanted, actor)
    if (!done) refuse('not found')
    if (!done.isDone) await refuseUnchanged(db, definition, id, version, actor)
    for (const [field, ids] of filesGiven) {
      const place = { module: definition.name, recordId: id, field }
      await releaseFiles(db, place, ids)
      await claimFiles(db, place, ids, actor.id)
    }
    await serving.after?.change?.(id, { tx: db as Tx, actor, context }) // likewise
    return done.record ?? (await showJson(db, definition, id, null, actor.language))
  }
  const answer = await (isPlain ? work(call.db) : inTransaction(call.db, work))
  context.feed.nudge()
  return new JsonText(answer ?? 'null')
}

/** The answer to an update that changes nothing: no new version, no line in the history. */
async function asItStands(
  definition: Definition,
  version: number,
  scope: Sql | null,
  { db, id, actor }: Call,
): Promise<JsonText> {
  const old = await lockedRow(db, definition, id, scope)
  refuseLocked(definition, old)
  if (old.version !== version) await refuseStale(db, definition, id, version, actor.language)
  return new JsonText((await showJson(db, definition, id, null, actor.language)) ?? 'null')
}

function refuseLocked(definition: Definition, now: Columns): void {
  const refusal = lockOf(definition, now)
  if (refusal) refuse(refusal)
}

/** Why an update did nothing: the record is locked, or was changed meanwhile. */
async function refuseUnchanged(
  db: Db | Tx,
  definition: Definition,
  id: number,
  version: number,
  actor: Actor,
): Promise<never> {
  const { flow, table } = definition
  if (flow?.locked)
    refuseLocked(
      definition,
      (await row(db, sql`select ${sql.ref(flow.field)} from ${sql.table(table)} where id = ${id}`)) ?? {},
    )
  return refuseStale(db, definition, id, version, actor.language)
}

/** The row as stored, locked until the transaction ends. */
export async function lockedRow(
  db: Db | Tx,
  definition: Definition,
  id: number,
  scope: Sql | null,
  isTrashed = false,
): Promise<Columns> {
  const found = await row(
    db,
    sql`select * from ${sql.table(definition.table)} r where r.id = ${id} and r.deleted_at is ${isTrashed ? sql`not null` : sql`null`} ${scope ? sql`and ${scope}` : sql``} for update`,
  )
  return found ?? refuse('not found')
}

export async function destroy(definition: Definition, serving: ModuleOptions, call: RowCall): Promise<null> {
  const { actor, id, context, body } = call
  if (definition.flow?.steps.trash) {
    await takeStep(definition, serving, 'trash', call)
    return null
  }
  await inTransaction(call.db, async (tx) => {
    await refuseShared(tx, definition, id, actor)
    const old = await lockedRow(tx, definition, id, changeScopeOf(definition, actor))
    if (typeof body.version === 'number' && old.version !== body.version)
      await refuseStale(tx, definition, id, body.version, actor.language)
    await serving.before?.destroy?.(old, { tx, actor })
    await refuseInUse(tx, definition, id)
    await change(tx, definition, { id, set: { deleted_at: sql`now()` }, action: 'destroy', scope: null }, actor)
    await serving.after?.change?.(id, { tx, actor, context })
  })
  context.feed.nudge()
  return null
}

export async function restore(definition: Definition, serving: ModuleOptions, call: RowCall): Promise<JsonText> {
  const { actor, id, context, body } = call
  const version = typeof body.version === 'number' ? body.version : undefined
  const scope = changeScopeOf(definition, actor)
  await inTransaction(call.db, async (tx) => {
    await refuseShared(tx, definition, id, actor)
    const hooked = serving.before?.restore
    const more = hooked && (await hooked(await lockedRow(tx, definition, id, scope, true), { tx, actor, context }))
    const done = await change(
      tx,
      definition,
      { id, version, set: { ...more, deleted_at: null }, action: 'restore', scope, life: 'trashed' },
      actor,
    )
    if (!done) refuse('not found')
    if (!done.isDone) await refuseStale(tx, definition, id, version, actor.language)
    await serving.after?.change?.(id, { tx, actor, context })
  })
  context.feed.nudge()
  return new JsonText((await showJson(call.db, definition, id, null, actor.language)) ?? 'null')
}

export interface Given {
  columns: Columns
  extra: Record<string, unknown>
  filesGiven: [string, string[]][]
}

/** A checked body as columns, HTML cleaned; extra fields and files apart. */
export function columnsOf(definition: Definition, body: Record<string, unknown>): Given {
  const columns: Columns = {}
  const extra: Record<string, unknown> = {}
  const filesGiven: [string, string[]][] = []
  for (const [name, value] of Object.entries(cleaned(definition, body))) {
    const field = definition.fields[name]
    if (!field) extra[name] = value
    else columns[name] = value
    if (field?.kind === 'files' && Array.isArray(value)) filesGiven.push([name, value.map(String)])
  }
  delete extra.version
  return { columns, extra, filesGiven }
}
