import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, inTransaction, row, type Tx } from '#server/db/db.ts'
import { change } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { leaving, lockPerson } from './check-in.server.ts'
import { refuseOtherStore } from './place.server.ts'
import { supplierStaffsChecking } from './supplier-staffs-checking.ts'
import { moment } from './visitor.server.ts'

export interface Departure {
  staff: number
  store: number
  bags_out: number
  /** Needed where they differ from the bags they came with. */
  reason?: string | null | undefined
  badge_state?: 'back' | 'lost' | null | undefined
  at: Date | null
}

/** Lets somebody out of the store they are inside. */
export async function checkOut(db: Db | Tx, departure: Departure, actor: Actor): Promise<number> {
  const { staff, store, bags_out, reason, badge_state, at } = departure
  refuseOtherStore(actor, store)
  return inTransaction(db, async (tx) => {
    await lockPerson(tx, staff)
    const visit = await openVisit(tx, departure)
    const difference = visit.bags === null ? null : bags_out - visit.bags
    refuseUnsaid(visit, departure, difference)
    await change(
      tx,
      supplierStaffsChecking,
      {
        id: visit.id,
        set: {
          status: 'left',
          ...leaving(moment(at)),
          bags_out,
          bags_difference: difference,
          bags_reason: difference ? (reason ?? null) : null,
          ...(visit.badge && { badge_state }),
          ...(at && { is_sent_later: true }),
        },
        action: 'check out',
        scope: null,
      },
      actor,
    )
    return visit.id
  })
}

interface Leaving {
  id: number
  bags: number | null
  badge: string | null
}

/** The open visit; of a departure told later also one that the system has closed since. */
async function openVisit(tx: Tx, { staff, store, at }: Departure): Promise<Leaving> {
  const found = await row(
    tx,
    { id: 'number', bags: 'number?', badge: 'string?' },
    sql`select v.id, v.bag_quantity as bags, v.badge from supplier_staffs_checking v
        where v.staff = ${staff}::bigint and v.store = ${store}::bigint and v.deleted_at is null and v.receiving_date <= ${moment(at)}
          and (v.left_at is null or (${at !== null} and v.status = 'unresolved' and v.left_at > ${moment(at)}))
        order by v.left_at nulls first, v.receiving_date desc limit 1`,
  )
  if (found) return found
  const person = await row(
    tx,
    { name: 'string' },
    sql`select full_name as name from supplier_staffs where id = ${staff}::bigint and deleted_at is null`,
  )
  return person ? refuse('not inside', { params: { name: person.name } }) : refuse('card unknown')
}

/** Bags that differ need a reason, a badge an end. */
function refuseUnsaid({ badge }: Leaving, { reason, badge_state }: Departure, difference: number | null): void {
  const fields = {
    ...(difference && !reason && { reason: pack('The bags differ from those they came with. Please say why.') }),
    ...(badge && !badge_state && { badge_state: pack('Is the badge {{badge}} given back, or lost?', { badge }) }),
  }
  refuseFields(fields)
}
