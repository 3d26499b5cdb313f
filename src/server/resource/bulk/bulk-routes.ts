import { sql } from 'kysely'
import { BULK_AT_ONCE } from '../../../shared/api.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Definition } from '../../../shared/resource.ts'
import { actorMay } from '../../actor.ts'
import { inTransaction, json, row, type Sql, type Tx } from '../../db/db.ts'
import { refuseUnknownParameters } from '../../http/names.ts'
import { type Call, type Needs, post, type Route } from '../../http/route.ts'
import { queueJob } from '../../jobs/jobs.ts'
import { bulkActionsOf } from '../actions.ts'
import type { BulkAction, ModuleOptions } from '../module-options.ts'
import { conditionsOf, ownOf, reachesTrash } from '../query/conditions.ts'
import { listParameters } from '../query/parameters.ts'
import { type ListQuery, readListQuery } from '../query/parse-query.ts'
import { whereSql } from '../query/where.ts'
import { BULK_PROGRESS, type BulkProgress, bulkOf } from './bulk-progress.ts'
import { workOff } from './bulk-worker.ts'

/** More than this is no work for one person's press of a button. */
export const BULK_MOST = 50_000
const AT_ONCE_MS = 10_000

/** A route for each act of a resource that is done to many records. */
export function bulkRoutes(
  definition: Definition,
  serving: ModuleOptions,
  needs: (flag: BulkAction['needs']) => Needs,
): Route[] {
  return Object.entries(bulkActionsOf(definition, serving)).map(([name, act]) =>
    post(
      `${definition.wire}/bulk/${name}`,
      {
        needs: needs(act.needs),
        ...(act.creates && { creates: true }),
        body: act.body,
        isPartial: act.isPartial,
        beside: CHOSEN,
        answers: BULK_PROGRESS,
        summary: `${act.summary}, for many: rows as [id, version] pairs, or query as the list takes it`,
      },
      (call) => begin(definition, serving, name, act, call),
    ),
  )
}

const CHOSEN = {
  rows: {
    type: 'array',
    maxItems: BULK_MOST,
    items: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 2, maxItems: 2 },
    description: 'Pairs of id and version',
  },
  query: { type: 'string', description: 'Instead of rows: all that the list of this query string shows' },
  all: { type: 'boolean', description: 'true where the query narrows nothing: the act is on every record of the list' },
}

/**
 * Fixes which records it is about, and starts; up to a hundred are done when it answers. Under an Idempotency-Key all waits for the job:
 * each record is a transaction of its own, and the one of the key must be over before.
 */
async function begin(
  definition: Definition,
  serving: ModuleOptions,
  name: string,
  act: BulkAction,
  call: Call,
): Promise<BulkProgress> {
  const { db, actor, context, body } = call
  const wanted = wantedRows(definition, serving, call)
  const { id, isLater } = await inTransaction(db, async (tx) => {
    const made = await row(
      tx,
      { id: 'number' },
      sql`insert into bulks (user_id, address, module, act, given, total)
          values (${actor.id}, ${actor.address}, ${definition.name}, ${name}, ${json(body)}, 0) returning id`,
    )
    const bulk = made?.id ?? 0
    const count = await keepRows(tx, bulk, wanted)
    if (count > BULK_MOST) refuse('too large', { params: { max: BULK_MOST } })
    await sql`update bulks set total = ${count} where id = ${bulk}`.execute(tx)
    const isLater = db.isTransaction || count > BULK_AT_ONCE
    if (isLater) await queueJob(tx, 'bulk', { id: bulk }, { key: `bulk ${bulk}` })
    return { id: bulk, isLater }
  })
  if (!isLater) {
    const find = () => ({ ...act, permission: definition.permission })
    const isThrough = await workOff(context, id, find, AT_ONCE_MS).catch(() => false)
    if (!isThrough) await queueJob(db, 'bulk', { id }, { key: `bulk ${id}` })
  }
  return bulkOf(db, id, actor)
}

/** The rows as a select of record and version. */
function wantedRows(definition: Definition, serving: ModuleOptions, { request, actor, context }: Call): Sql {
  const { rows: given, query, all } = request.body as Record<keyof typeof CHOSEN, unknown> // an object, as the body check made sure
  if (typeof query === 'string' || all === true)
    return matching(definition, serving, { query: String(query ?? ''), isAll: all === true }, { actor, context })
  if (!Array.isArray(given) || given.length > BULK_MOST || !given.every(isPair))
    return refuse('invalid', { fields: { rows: pack('{{field}} is not valid', { field: 'Selected rows' }) } })
  const [ids, versions] = [given.map(([id]) => id), given.map(([, version]) => version)]
  return sql`select distinct on (x.id) x.id, x.version from unnest(${ids}::bigint[], ${versions}::int[]) x(id, version)`
}

const isPair = (given: unknown): given is [number, number] =>
  Array.isArray(given) &&
  given.length === 2 &&
  given.every((one) => Number.isSafeInteger(one) && one > 0 && one < 2 ** 52)

const NEEDS_ALL = pack('This narrows nothing. Whoever means every record says so with all: true.')

/** What the list of this address shows to this person, all pages of it; every record of it only where that is said. */
function matching(
  definition: Definition,
  serving: ModuleOptions,
  asked: { query: string; isAll: boolean },
  { actor, context }: Pick<Call, 'actor' | 'context'>,
): Sql {
  const params = new URLSearchParams(asked.query)
  const names = [...new Set(params.keys())]
  refuseUnknownParameters(names, listParameters(definition, serving.filters))
  const raw = Object.fromEntries(names.map((name) => [name, params.getAll(name)]))
  const query = readListQuery(definition, { ...raw, page: undefined, perpage: undefined }, serving.filters)
  if (!actorMay(actor, definition.permission, 'read')) refuse('no permission')
  if (reachesTrash(query, ownOf(query, actor, serving.filters)) && !actorMay(actor, definition.permission, 'delete'))
    refuse('no permission')
  if (!asked.isAll && !isNarrowed(query)) refuse('invalid', { fields: { query: NEEDS_ALL } })
  const conditions = conditionsOf({
    ...{ definition, query, actor },
    timeZone: context.config.timezone,
    filters: serving.filters,
  })
  return sql`select r.id, r.version from ${sql.table(definition.table)} r where ${whereSql(conditions)} limit ${sql.raw(String(BULK_MOST + 1))}`
}

/** The trash is a list of its own, and not a narrower one. */
const isNarrowed = ({ search, filters, ranges }: ListQuery): boolean =>
  search !== '' || Object.keys(filters).length > 0 || Object.keys(ranges).length > 0

async function keepRows(tx: Tx, bulk: number, wanted: Sql): Promise<number> {
  const kept = await sql`insert into bulk_rows (bulk_id, at, record_id, version)
    select ${bulk}::bigint, row_number() over (order by w.id), w.id, w.version from (${wanted}) w`.execute(tx)
  return Number(kept.numAffectedRows ?? 0)
}
