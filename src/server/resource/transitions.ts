import { sql } from 'kysely'
import type { Fields } from '../../shared/fields.ts'
import {
  askedFields,
  type Flow,
  fieldOf,
  isAllowed,
  type Step,
  stepsFrom,
  stepsOf,
  UNDO_MINUTES,
} from '../../shared/flow.ts'
import { pack } from '../../shared/message.ts'
import { Refusal, refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import type { Right } from '../../shared/users/permissions.ts'
import { type Actor, actorMay } from '../actor.ts'
import { all, type Db, inTransaction, row, type Sql, type Tx } from '../db/db.ts'
import { jsonOf } from '../db/shape.ts'
import { claimFiles } from '../files/files.ts'
import { recordOf } from '../http/answers.ts'
import { type Call, JsonText, type Needs, post, type Route } from '../http/route.ts'
import { sealedColumns } from '../private/fields.ts'
import { cleaned } from './clean.ts'
import { refuseDangling } from './dangling.ts'
import { AS_SEEN, type Guard, type ModuleOptions, VERSION } from './module-options.ts'
import { showJson } from './query/list.ts'
import { changeScopeOf, refuseShared, scopeOf } from './scope.ts'
import { type Change, type Columns, change, changesOf, doerOf, refuseStale } from './statements.ts'

/** A route for each step of a flow. */
export function flowRoutes(definition: Definition, serving: ModuleOptions, needs: (flag: Right) => Needs): Route[] {
  return stepsOf(definition.flow).map(([name, step]) =>
    post(
      `${definition.wire}/:id/${name}`,
      {
        needs: needs(step.needs),
        ...(step.repeats && AS_SEEN),
        ...(step.mayBeLate && { mayBeLate: true }),
        body: {
          ...stepBody(definition, step),
          ...(step.repeats || step.mayBeLate ? AS_SEEN.body : { version: VERSION }),
        },
        answers: recordOf(definition),
        summary: step.summary ?? step.label,
      },
      async (call) => {
        const taken = await takeStep(definition, serving, name, call, true)
        return new JsonText(taken ?? 'null')
      },
    ),
  )
}

/** What a request for a step may hold beside the version: what it asks for is required, but where the step may have been taken before. */
export function stepBody(definition: Definition, step: Step): Fields {
  const { overrules } = step
  const asked = {
    ...askedFields(definition, step),
    ...(overrules && { [overrules.by]: { ...fieldOf(definition, overrules.by), required: false } }),
  }
  if (!step.repeats) return asked
  return Object.fromEntries(Object.entries(asked).map(([name, field]) => [name, { ...field, required: false }]))
}

/** Takes one step of a flow in one statement and answers the record where asked for; whoever comes second is told by whom and what. */
export async function takeStep(
  definition: Definition,
  serving: ModuleOptions,
  name: string,
  call: Pick<Call, 'db' | 'actor' | 'id' | 'context' | 'body'>,
  shows = false,
): Promise<string | null> {
  const { actor, id, body } = call
  const { flow } = definition
  const step = flow?.steps[name]
  if (!flow || !step) refuse('not found')
  const { version, ...given } = body
  const asked = cleaned(definition, given)
  const { refusal: overruled, by: overruling = '' } = step.overrules ?? {}
  const isOverruled = asked[overruling] === true
  if (!isOverruled) delete asked[overruling]
  const stored = Object.fromEntries(Object.entries(asked).filter(([field]) => field in definition.fields))
  const note = Object.fromEntries(Object.entries(asked).filter(([field]) => !(field in definition.fields)))
  await refuseDangling(call.db, definition, stored)
  const state = sql.ref(flow.field)
  const columns: Columns = {
    ...stored,
    [flow.field]: step.to === 'before' ? sql`coalesce(b.state_before, 'new')` : step.to,
    ...step.sets,
    ...(step.stamps && { [step.stamps.by]: actor.id, [step.stamps.at]: sql`clock_timestamp()` }),
    ...(step.undoes && { [step.undoes.by]: null, [step.undoes.at]: null }),
    ...(goesBack(flow) && { state_before: sql`b.${state}` }),
    ...(step.to === 'deleted'
      ? { deleted_at: sql`now()` }
      : step.from !== 'any' && step.from.includes('deleted')
        ? { deleted_at: null }
        : {}),
  }
  const hooked = serving.before?.step ? serving.before.step(name, columns, actor) : columns
  const set = sealedColumns(call.context.config.keys, definition, hooked)
  const fits = step.from === 'any' ? sql`b.${state} <> ${step.to}` : sql`b.${state} = any(${[...step.from]}::text[])`
  const guards = [
    ...(serving.guards?.(name, asked, actor) ?? []).filter(({ refusal }) => !(isOverruled && refusal === overruled)),
    ...undoGuards(definition, step, actor),
    ...lackingGuards(definition, step, asked),
  ]
  const when = all([
    fits,
    ...(flow.held ? [sql`b.${sql.ref(flow.held.by)} is null` as Sql] : []),
    ...guards.map(({ where }) => sql`(${where}) is not true` as Sql),
  ])
  const scope = changeScopeOf(definition, actor)
  await refuseShared(call.db, definition, id, actor)
  const wanted: Change = {
    id,
    version: typeof version === 'number' ? version : undefined,
    set,
    action: name,
    when,
    scope,
    note,
    life: flow.steps.restore ? 'any' : 'live',
    shows,
  }
  const withFiles = Object.entries(stored).filter(([field]) => definition.fields[field]?.kind === 'files')
  const follow = serving.after?.step?.[name]
  const move = async (db: Db | Tx) => {
    const moved = await change(db, definition, wanted, actor)
    for (const [field, ids] of moved?.isDone ? withFiles : [])
      await claimFiles(db as Tx, { module: definition.name, recordId: id, field }, ids as string[], actor.id) // its check saw to it; only below in a transaction
    if (moved?.isDone) await follow?.(id, { tx: db as Tx, actor, context: call.context }) // likewise
    return moved
  }
  const moved = withFiles.length > 0 || follow ? inTransaction(call.db, move) : move(call.db)
  const done = await moved.catch(async (error: unknown) => {
    // Who was faster with what may be there only once can be told by now.
    if (error instanceof Refusal && error.refusal === 'duplicate' && !call.db.isTransaction)
      await refuseGuarded(definition, guards, call)
    throw error
  })
  if (!done) refuse('not found')
  if (!done.isDone)
    return refuseStep(definition, flow, step, guards, call, typeof version === 'number' ? version : undefined)
  call.context.feed.nudge()
  return done.record ?? null
}

/** Whose slip it was puts it right at once; later that is for who may delete. */
function undoGuards({ permission }: Definition, { undoes }: Step, actor: Actor): Guard[] {
  if (!undoes || actorMay(actor, permission, 'delete')) return []
  const [by, at] = [sql`b.${sql.ref(undoes.by)}`, sql`b.${sql.ref(undoes.at)}`]
  const isOwn = sql`${by} = ${actor.id} and ${at} > done_at() - ${`${UNDO_MINUTES} minutes`}::interval`
  return [{ where: sql`(${isOwn}) is not true`, refusal: 'undo over', says: { minutes: sql`${UNDO_MINUTES}::int` } }]
}

/** What may be left out where a step was taken before is asked for where it was not. */
const lackingGuards = (definition: Definition, step: Step, asked: Columns): Guard[] =>
  Object.entries(askedFields(definition, step))
    .filter(([name, { required }]) => required && (asked[name] ?? null) === null)
    .map(([name, { label, requiredMessage }]) => ({
      where: sql`true`,
      refusal: 'invalid',
      fields: { [name]: pack(requiredMessage ?? '{{field}} is required', { field: label }) },
    }))

/** Whether a step leads to where the record stood before, so that it must be kept. */
const goesBack = (flow: Flow): boolean => Object.values(flow.steps).some(({ to }) => to === 'before')

/** Why a step changed nothing; answers the record where it had been taken before. */
async function refuseStep(
  definition: Definition,
  flow: Flow,
  step: Step,
  guards: readonly Guard[],
  call: Pick<Call, 'db' | 'actor' | 'id'>,
  version: number | undefined,
): Promise<string | null> {
  const isHeld = flow.held ? sql`${sql.ref(flow.held.by)} is not null` : sql`false`
  const now = await row(
    call.db,
    { state: 'string', isHeld: 'boolean' },
    sql`select ${sql.ref(flow.field)} as state, ${isHeld} as "isHeld" from ${sql.table(definition.table)} where id = ${call.id}`,
  )
  const state = now?.state ?? ''
  if (step.repeats?.includes(state))
    return showJson(call.db, definition, call.id, scopeOf(definition, call.actor), call.actor.language)
  if (now?.isHeld && flow.held) refuse(flow.held.refusal)
  if (isAllowed(step, state)) await refuseGuarded(definition, guards, call)
  if (isAllowed(step, state)) return refuseStale(call.db, definition, call.id, version, call.actor.language)
  const refusal = step.refusals?.[state]
  if (refusal) refuse(refusal)
  const record: unknown = JSON.parse(
    (await showJson(call.db, definition, call.id, null, call.actor.language, { isTrashOpen: true })) ?? 'null',
  )
  const last = await row(
    call.db,
    { name: 'string?', address: 'string?', at: 'date' },
    sql`select u.user_name as name, a.address, a.at from (${changesOf(definition, call.id)} limit 1) a left join users u on u.id = a.actor`,
  )
  return refuse('not allowed now', {
    params: standing(definition, state),
    facts: {
      state,
      steps: stepsFrom(flow, state).map(([name]) => name),
      record,
      changed_by: last ? doerOf(last, call.actor.language) : null,
      changed_at: last?.at ?? null,
    },
  })
}

/** Where a record stands and which steps are open from there, by their names, as 'not allowed now' says it. */
export function standing({ fields, flow }: Definition, state: string): { state: string; steps?: string[] } {
  const label = fields[flow?.field ?? '']?.of?.find((choice) => choice.value === state)?.label ?? state
  const steps = stepsFrom(flow, state).map(([, step]) => step.label)
  return { state: label, ...(steps.length > 0 && { steps }) }
}

/** A guard is told before a stale version: trying again would be in vain. */
export async function refuseGuarded(
  definition: Definition,
  guards: readonly Guard[],
  { db, id }: Pick<Call, 'db' | 'id'>,
): Promise<void> {
  for (const { where, refusal, says = {}, fields } of guards) {
    const params = Object.entries(says).map(([name, value]) => sql`${sql.lit(name)}, ${value}` as Sql)
    const held = await row(
      db,
      { params: jsonOf<Record<string, string>>() },
      sql`select jsonb_build_object(${all(params, sql`, `, sql``)}) as params from ${sql.table(definition.table)} b where b.id = ${id} and ${where}`,
    )
    if (held) refuse(refusal, { params: held.params, ...(fields && { fields }) })
  }
}
