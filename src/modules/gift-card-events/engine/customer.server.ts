import { sql } from 'kysely'
import { type Db, row, type Tx } from '#server/db/db.ts'
import { holdsSealed } from '#server/private/fields.ts'
import type { Keys } from '#server/private/keys.ts'

export interface Customer {
  isMember: boolean
  name: string | null
  phone: string | null
  card: string | null
}

/** Who stands at the desk, by the member register: the card in hand, or the phone of a registration that was completed. */
export async function customerOf(
  db: Db | Tx,
  keys: Keys,
  { phone = null, card = null }: { phone?: string | null; card?: string | null },
): Promise<Customer> {
  if (!phone && !card) return { isMember: false, name: null, phone: null, card: null }
  const byCard = card ? holdsSealed(keys, sql`r.card_number`, card) : sql`false`
  const found = await row(
    db,
    { name: 'string', phone: 'string?', by_card: 'boolean' },
    sql`select * from (
          select r.full_name as name, nullif(r.phone, '–') as phone, true as by_card, r.created_at from member_register r where ${byCard} and r.deleted_at is null
          union all
          select r.full_name, nullif(r.phone, '–'), false, r.created_at from member_register r
          where ${card === null} and r.phone = ${phone} and r.status = 'completed' and r.deleted_at is null
        ) m order by m.by_card desc, m.created_at desc limit 1`,
  )
  return { isMember: found !== undefined, name: found?.name ?? null, phone: phone ?? found?.phone ?? null, card }
}
