import { sql } from 'kysely'
import { recordSql } from '#server/activity/activity.ts'
import { refuseStranger } from '#server/auth/in-person.ts'
import { inTransaction, row } from '#server/db/db.ts'
import type { Call } from '#server/http/route.ts'
import { placeSql, scopeOf } from '#server/resource/scope.ts'
import { refuse } from '../../shared/refusals.ts'
import { vatInfo } from './vat-info.ts'

/** What the next batch would take, and what it would leave as its amounts are not known. */
export async function batchAhead({ db, actor }: Call): Promise<{ n: number; lacking: number }> {
  const scope = scopeOf(vatInfo, actor)
  const found = await row(
    db,
    { n: 'number', lacking: 'number' },
    sql`select count(*) filter (where r.amount_with_vat is not null)::int as n, count(*) filter (where r.amount_with_vat is null)::int as lacking
        from vat_info r where r.state = 'requested' and r.batch is null and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
  )
  return found ?? { n: 0, lacking: 0 }
}

/**
 * Puts every request that waits and has its amounts into one batch; each goes out once, whoever presses at the same moment. The
 * file is the unmasked export of the list with the filter `batch`, so it can be fetched again.
 */
export async function makeBatch(call: Call): Promise<{ batch: number; n: number }> {
  const { db, actor, context } = call
  // Before anything is marked as sent: the file says in full how buyers are reached.
  await refuseStranger(call)
  const scope = scopeOf(vatInfo, actor)
  const made = await inTransaction(db, (tx) =>
    row(
      tx,
      { batch: 'number', n: 'number' },
      sql`with next as materialized (select nextval('vat_batches') as batch),
        b as materialized (
          select r.id from vat_info r where r.state = 'requested' and r.batch is null and r.amount_with_vat is not null and r.deleted_at is null
            ${scope ? sql`and ${scope}` : sql``} order by r.id for update skip locked
        ), a as (
          update vat_info t set state = 'sent', batch = next.batch, batched_at = clock_timestamp(), version = t.version + 1, updated_at = clock_timestamp(),
            updated_by = ${actor.id} from b, next where t.id = b.id and t.batch is null returning t.*
        ), logged as (${recordSql(
          actor,
          'batch',
          vatInfo.name,
          {
            id: sql`a.id`,
            title: sql`a.company_name`,
            place: placeSql(vatInfo, 'a'),
            changes: sql`jsonb_build_object('batch', jsonb_build_array(null, a.batch), 'state', jsonb_build_array('requested', 'sent'))`,
          },
          sql`a`,
        )})
        select max(a.batch)::int as batch, count(*)::int as n from a`,
    ),
  )
  if (!made || made.n === 0) refuse('nothing to send')
  context.feed.nudge()
  return made
}
