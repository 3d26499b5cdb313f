import { sql } from 'kysely'
import { row, type Sql } from '#server/db/db.ts'
import type { RowCall } from '#server/http/route.ts'
import type { BulkAction } from '#server/resource/module-options.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { change, refuseStale } from '#server/resource/statements.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'
import { DIRECTS } from '../flow.ts'
import { assign, HANDED, RULE } from './assign.server.ts'

const TAGS = { tags: { ...complaints.fields.tags, required: true } }
const TAGS_MOST = complaints.fields.tags.max ?? 0

/** What is done to many complaints beside the steps of their flow. */
export const acts: Record<string, BulkAction> = {
  assign: {
    summary: 'Assign to a department and a person',
    needs: DIRECTS,
    body: { ...HANDED, rule: RULE },
    isPartial: true,
    run: assign,
  },
  tag: {
    summary: 'Add tags',
    needs: 'edit',
    body: TAGS,
    run: (call) =>
      tag(
        call,
        sql`b.tags || array(select x from unnest(${idsOf(call)}::bigint[]) x where x <> all(b.tags))`,
        sql`not b.tags @> ${idsOf(call)}::bigint[]`,
      ),
  },
  untag: {
    summary: 'Take tags away',
    needs: 'edit',
    body: TAGS,
    run: (call) =>
      tag(
        call,
        sql`array(select x from unnest(b.tags) x where x <> all(${idsOf(call)}::bigint[]))`,
        sql`b.tags && ${idsOf(call)}::bigint[]`,
      ),
  },
}

const idsOf = ({ body }: RowCall): number[] => (Array.isArray(body.tags) ? body.tags.map(Number) : [])

/** A complaint that stands as wished already is left as it is, without a line in its history. */
async function tag(call: RowCall, tags: Sql, isNeeded: Sql): Promise<void> {
  const { db, actor, id, body } = call
  const version = Number(body.version)
  const most = TAGS_MOST
  const known = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from tags where id = any(${idsOf(call)}::bigint[]) and deleted_at is null`,
  )
  if (known?.n !== idsOf(call).length || known.n === 0)
    refuse('invalid', { fields: { tags: pack('{{field}} is not valid', { field: 'Tags' }) } })
  const scope = scopeOf(complaints, actor)
  const when = sql`${isNeeded} and cardinality(${tags}) <= ${most}::int`
  const done = await change(db, complaints, { id, version, set: { tags }, action: 'update', when, scope }, actor)
  if (!done) refuse('not found')
  if (!done.isDone) await refuseTags(call, version, isNeeded)
}

async function refuseTags({ db, id, actor }: RowCall, version: number, isNeeded: Sql): Promise<void> {
  const now = await row(
    db,
    { version: 'number', needed: 'boolean' },
    sql`select b.version, ${isNeeded} as needed from complaints b where b.id = ${id}`,
  )
  if (now && !now.needed) return
  if (now?.version !== version) await refuseStale(db, complaints, id, version, actor.language)
  refuse('invalid', {
    fields: { tags: pack('{{field}}: at most {{max}}', { field: 'Tags', max: TAGS_MOST }) },
  })
}
