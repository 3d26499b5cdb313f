import { sql } from 'kysely'
import { isCompletable } from '../../shared/completion.ts'
import type { Flag } from '../../shared/permissions.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { inTransaction, row } from '../db/db.ts'
import { JsonText, type Needs, post, type Route, type RowCall } from '../http/route.ts'
import { showJson } from './list.ts'
import { scopeOf } from './scope.ts'
import type { Serving } from './serving.ts'
import { type Change, change, refuseStale } from './write.ts'

/** The acts of a record that is completed (shared/completion.ts): what each needs, and how it is called in the API reference. */
export const COMPLETING = {
  completed: { needs: 'edit', summary: 'Completed: once, however often it is asked' },
  /** As restoring from the trash, for administrators. */
  'undo-completed': { needs: 'delete', summary: 'Not completed after all' },
} as const satisfies Record<string, { needs: Flag; summary: string }>
export type CompletingAct = keyof typeof COMPLETING

/** A route for each of them, where the definition is completable. */
export function completionRoutes(definition: Definition, serving: Serving, needs: (flag: Flag) => Needs): Route[] {
  if (!isCompletable(definition)) return []
  return completingActs.map((name) =>
    post(
      `${definition.wire}/:id/${name}`,
      { needs: needs(COMPLETING[name].needs), summary: COMPLETING[name].summary },
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
 * @throws 'not found' outside the actor's scope; 'stale version' where `body.version` is given and older than the record
 */
export async function takeCompletion(
  definition: Definition,
  serving: Serving,
  name: CompletingAct,
  call: RowCall,
): Promise<void> {
  const { actor, id, house, body } = call
  const isDone = name === 'completed'
  const wanted: Change = {
    id,
    set: isDone
      ? { status: 'completed', completed_by: actor.id, completed_at: sql`clock_timestamp()` }
      : { status: 'waiting', completed_by: null, completed_at: null },
    action: name,
    when: isDone ? sql`b.completed_at is null` : sql`b.completed_at is not null`,
    scope: scopeOf(definition, actor),
    ...(typeof body?.version === 'number' && { version: body.version }),
  }
  await inTransaction(call.db, async (tx) => {
    const done = await change(tx, definition, wanted, actor)
    if (!done) refuse('not found')
    if (done.isDone) return serving.after?.change?.(id, { tx, actor })
    const now = await row<{ isDone: boolean }>(
      tx,
      sql`select completed_at is not null as "isDone" from ${sql.table(definition.table)} where id = ${id}`,
    )
    if (now?.isDone !== isDone) await refuseStale(tx, definition, id, wanted.version, actor.language)
  })
  house.feed.nudge()
}
