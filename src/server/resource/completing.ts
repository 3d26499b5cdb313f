import { sql } from 'kysely'
import { completionAsks, isCompletable, UNDO_MINUTES } from '../../shared/completion.ts'
import type { Flag, Right } from '../../shared/permissions.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { type Actor, actorMay } from '../actor.ts'
import { all, inTransaction, row, type Sql } from '../db/db.ts'
import { JsonText, type Needs, post, type Route, type RowCall } from '../http/route.ts'
import { AS_SEEN, type ModuleOptions } from './module-options.ts'
import { showJson } from './query/list.ts'
import { scopeOf } from './scope.ts'
import { type Change, change, refuseStale } from './statements.ts'
import { refuseHindered } from './transitions.ts'

/** The acts of a record that is completed (shared/completion.ts): what each needs, and how it is called in the API reference. */
export const COMPLETING = {
  completed: { needs: 'edit', summary: 'Completed: once, however often it is asked' },
  'undo-completed': {
    needs: 'edit',
    summary: `Not completed after all: within ${UNDO_MINUTES} minutes by whoever completed it, and ever by who may delete`,
  },
} as const satisfies Record<string, { needs: Flag; summary: string }>
export type CompletingAct = keyof typeof COMPLETING

/** A route for each of them, where the definition is completable. */
export function completionRoutes(
  definition: Definition,
  serving: ModuleOptions,
  needs: (flag: Right) => Needs,
): Route[] {
  if (!isCompletable(definition)) return []
  return completingActs.map((name) =>
    post(
      `${definition.wire}/:id/${name}`,
      {
        needs: needs(COMPLETING[name].needs),
        ...AS_SEEN,
        ...(name === 'completed' &&
          definition.completing && {
            body: { ...completionAsks(definition), ...AS_SEEN.body },
            isBodyOptional: true,
            isPartial: false,
          }),
        summary: COMPLETING[name].summary,
      },
      async (call) => {
        await takeCompletion(definition, serving, name, call)
        return new JsonText(
          (await showJson(call.db, definition, call.id, scopeOf(definition, call.actor), call.actor.language)) ??
            'null',
        )
      },
    ),
  )
}

export const completingActs = Object.keys(COMPLETING) as CompletingAct[] // its own keys

/**
 * Completes a record, or takes that back; where it is so already, nothing happens and nothing is written (security.md S51).
 * @throws 'not found' outside the actor's scope; 'stale version' where `body.version` is given and older than the record; 'undo over'
 * where somebody else completed it, or too long ago; what the module's `hindrances` say
 */
export async function takeCompletion(
  definition: Definition,
  serving: ModuleOptions,
  name: CompletingAct,
  call: RowCall,
): Promise<void> {
  const { actor, id, context, body } = call
  const { version, ...asked } = body ?? {}
  const isDone = name === 'completed'
  const columns = isDone
    ? {
        ...asked,
        ...definition.completing?.becomes,
        status: 'completed',
        completed_by: actor.id,
        completed_at: sql`clock_timestamp()`,
      }
    : { status: 'waiting', completed_by: null, completed_at: null }
  const hindrances = serving.guards?.(name, asked, actor) ?? []
  const wanted: Change = {
    id,
    set: serving.before?.step?.(name, columns, actor) ?? columns,
    action: name,
    when: all([
      isDone ? sql`b.completed_at is null` : sql`b.completed_at is not null and ${mayTakeBack(definition, actor)}`,
      ...hindrances.map(({ where }) => sql`(${where}) is not true` as Sql),
    ]),
    scope: scopeOf(definition, actor),
    ...(typeof version === 'number' && { version }),
  }
  await inTransaction(call.db, async (tx) => {
    const done = await change(tx, definition, wanted, actor)
    if (!done) refuse('not found')
    if (done.isDone) return serving.after?.change?.(id, { tx, actor })
    const now = await row(
      tx,
      { isDone: 'boolean', mayTakeBack: 'boolean' },
      sql`select b.completed_at is not null as "isDone", ${mayTakeBack(definition, actor)} as "mayTakeBack"
          from ${sql.table(definition.table)} b where b.id = ${id}`,
    )
    if (now?.isDone === isDone) return
    await refuseHindered(definition, hindrances, { db: tx, id })
    if (!isDone && !now?.mayTakeBack) refuse('undo over', { params: { minutes: UNDO_MINUTES } })
    await refuseStale(tx, definition, id, wanted.version, actor.language)
  })
  context.feed.nudge()
}

/** Over the row `b`: whose slip it was puts it right at once; later that is for who may delete. */
const mayTakeBack = (definition: Definition, actor: Actor): Sql =>
  actorMay(actor, definition.permission, 'delete')
    ? sql`true`
    : sql`coalesce(b.completed_by = ${actor.id} and b.completed_at > clock_timestamp() - ${`${UNDO_MINUTES} minutes`}::interval, false)`
