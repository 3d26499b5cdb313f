import { sql } from 'kysely'
import { actorMay } from '#server/actor.ts'
import { row } from '#server/db/db.ts'
import type { Call } from '#server/http/route.ts'
import { isAddress } from '#server/mail/addresses.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { MailShown } from '../../shared/mail.ts'
import { complaints } from '../complaints/complaints.ts'

/** Who of the customers a mail comes from, as far as the reader sees a complaint of theirs. */
export async function customerOf({ context, actor }: Call, address: string): Promise<MailShown['customer']> {
  if (!isAddress(address) || !actorMay(actor, complaints.permission, 'read')) return null
  const scope = scopeOf(complaints, actor)
  const found = await row(
    context.db,
    { id: 'number', name: 'string', phone: 'string?' },
    sql`select r.id, r.customer_name as name, r.phone from complaints r
        where lower(r.email) = ${address.toLowerCase()} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}
        order by r.created_at desc, r.id desc limit 1`,
  )
  return found ? { name: found.name, phone: found.phone ?? '', link: `/complaints/view/${found.id}` } : null
}
