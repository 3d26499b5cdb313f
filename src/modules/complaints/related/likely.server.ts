import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, row, rows } from '#server/db/db.ts'
import { narrowed, type RowOf } from '#server/db/shape.ts'
import { namedAnswer, oneOf } from '#server/http/answers.ts'
import { get, type Route } from '#server/http/route.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'
import { DUPLICATE_LINE, LINE, MATTER, type Matter, nearTexts } from './duplicates.server.ts'

const OFFERED_MOST = 8

const LIKELY_LINE = {
  ...DUPLICATE_LINE,
  customer_name: 'string',
  store: 'string',
  phone_end: 'string?',
  why: narrowed<'phone' | 'words'>('string'),
} as const
const LIKELY = namedAnswer('LikelyTicket', {
  ...LIKELY_LINE,
  status: 'string',
  why: oneOf('phone', 'words'),
})

/** Which complaints one may be a matter with, before anybody searches. */
export const likelyRoutes: Route[] = [
  get(
    ':id/likely',
    {
      needs: 'read',
      answers: { data: [LIKELY] },
      summary:
        'Complaints that may be of the same matter: those of the same phone, then those that say nearly the same',
    },
    async ({ db, actor, id }) => {
      const scope = scopeOf(complaints, actor)
      const of = await row(
        db,
        MATTER,
        sql`select r.id, r.phone, r.store, r.feedback_type, r.created_at, r.content from complaints r
            where r.id = ${id} ${scope ? sql`and ${scope}` : sql``}`,
      )
      return { data: await likelyOf(db, actor, of ?? refuse('not found')) }
    },
  ),
]

async function likelyOf(db: Db, actor: Actor, of: Matter): Promise<RowOf<typeof LIKELY_LINE>[]> {
  const scope = scopeOf(complaints, actor)
  const near = (await nearTexts(db, actor, of)).map((one) => one.id)
  return rows(
    db,
    LIKELY_LINE,
    sql`select ${LINE}, r.customer_name, s.name as store, right(r.phone, 3) as phone_end,
          case when r.phone = ${of.phone} then 'phone' else 'words' end as why
        from complaints r join stores s on s.id = r.store
        where r.id in (
            select k.id from (select id from complaints r where r.phone = ${of.phone} and r.id <> ${of.id} and r.deleted_at is null
              and r.merged_into_id is null ${scope ? sql`and ${scope}` : sql``} order by r.created_at desc limit ${sql.lit(OFFERED_MOST)}) k
            union all select unnest(${near}::bigint[]))
        order by r.phone = ${of.phone} desc nulls last, array_position(${near}::bigint[], r.id), r.created_at desc, r.id desc
        limit ${sql.lit(OFFERED_MOST)}`,
  )
}
