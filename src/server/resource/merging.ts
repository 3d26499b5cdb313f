import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import type { RefTarget } from '../../shared/definition/ref-targets.ts'
import { ref } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { record } from '../activity/activity.ts'
import { type Db, inTransaction, row, rows, type Tx } from '../db/db.ts'
import { namedAnswer, recordOf } from '../http/answers.ts'
import { type Call, JsonText, post, type Route } from '../http/route.ts'
import { VERSION } from './module-options.ts'
import { showJson } from './query/list.ts'
import { handOver, referrersOf } from './referrers.ts'
import { scopeOf } from './scope.ts'
import { change, refuseStale } from './statements.ts'

/** How many records of a module point at one, in words of its definition. */
export interface Pointing {
  module: string
  label: string
  n: number
}

const PREVIEW = {
  from: 'string',
  into: 'string',
  data: [namedAnswer('Pointing', { module: 'string', label: 'string', n: 'number' })],
} as const

/** Two records that are one: whatever points at the first, found from the definitions, points at the second from then on. */
export function mergeRoutes(definition: Definition, target: RefTarget): Route[] {
  const into = ref(definition.one, target, { required: true })
  return [
    post(
      ':id/merge-preview',
      {
        needs: ['edit', 'delete'],
        body: { into },
        answers: PREVIEW,
        summary: 'What would follow if it were merged into another',
      },
      async ({ db, id, body, actor }) => {
        const { gone, stays } = await both(db, definition, id, body.into, actor)
        return { from: gone.title, into: stays.title, data: await pointing(db, definition, id) }
      },
    ),
    post(
      ':id/merge',
      {
        needs: ['edit', 'delete'],
        body: { into, version: VERSION },
        answers: recordOf(definition),
        summary: 'Merge into another, which all that pointed at it belongs to from now on',
      },
      (call) => merge(definition, call as unknown as Merging), // checked against exactly these fields
    ),
  ]
}

type Merging = Call<{ into: number; version: number }>

async function merge(definition: Definition, { db, actor, id, body, context }: Merging): Promise<JsonText> {
  const { into, version } = body
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '60s'`.execute(tx)
    const { gone, stays } = await both(tx, definition, id, into, actor)
    const data = await pointing(tx, definition, id)
    const moved = data.map(({ label, n }) => `${label}: ${n}`).join(', ')
    const done = await change(
      tx,
      definition,
      {
        id,
        version,
        set: { deleted_at: sql`now()` },
        action: 'merge',
        scope: null,
        note: { into: stays.title, ...(moved && { moved }) },
      },
      actor,
    )
    if (!done?.isDone) await refuseStale(tx, definition, id, version, actor.language)
    await handOver(tx, definition, id, into)
    await record(tx, actor, {
      action: 'absorb',
      module: definition.name,
      recordId: into,
      title: stays.title,
      changes: { merged: [null, gone.title], ...(moved && { moved: [null, moved] }) },
    })
  })
  // What was being written meanwhile saw the first one live, and points at it.
  await inTransaction(db, (tx) => handOver(tx, definition, id, into))
  context.feed.nudge()
  return new JsonText((await showJson(db, definition, into, null, actor.language)) ?? 'null')
}

interface Side {
  id: number
  title: string
}

/** Both, live and in sight, locked in the order of their ids: of two merges that cross the second finds what the first did. */
async function both(
  db: Db | Tx,
  definition: Definition,
  id: number,
  into: number,
  actor: Call['actor'],
): Promise<{ gone: Side; stays: Side }> {
  if (id === into) refuse('merge into itself')
  const scope = scopeOf(definition, actor)
  const found = await rows(
    db,
    { id: 'number', title: 'string' },
    sql`select r.id, r.${sql.ref(definition.title)}::text as title from ${sql.table(definition.table)} r
        where r.id = any(${[id, into]}::bigint[]) and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``} order by r.id ${db.isTransaction ? sql`for update` : sql``}`,
  )
  const gone = found.find((one) => one.id === id)
  const stays = found.find((one) => one.id === into)
  if (!gone) refuse('not found')
  return stays
    ? { gone, stays }
    : refuse('invalid', { fields: { into: pack('{{field}} is not valid', { field: definition.one }) } })
}

async function pointing(db: Db | Tx, definition: Definition, id: number): Promise<Pointing[]> {
  const counts = new Map<string, number>()
  for (const referrer of referrersOf(definition)) {
    const found = await row(
      db,
      { n: 'number' },
      sql`select count(*)::int as n from ${sql.table(referrer.table)} r where ${referrer.holds(id)}`,
    )
    counts.set(referrer.module, (counts.get(referrer.module) ?? 0) + (found?.n ?? 0))
  }
  return [...counts].flatMap(([module, n]) => (n > 0 ? [{ module, label: moduleOf(module)?.label ?? module, n }] : []))
}
