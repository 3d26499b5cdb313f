import { sql } from 'kysely'
import { type Db, inTransaction, json, row } from '#server/db/db.ts'
import { soundBy } from '#server/resource/judging.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { DELIVERED } from './delivered.ts'
import { escalationRungs } from './escalation-rungs.ts'

/** A role where one is told, and never more than the whole of the time. */
const wrongIn = ({ told, role, timing, amount }: Columns): Record<string, string> => ({
  ...(told === 'role' && !role && { role: pack('{{field}} is required', { field: 'Role' }) }),
  ...(timing === 'share' &&
    Number(amount) > 100 && { amount: pack('{{field}}: at most {{max}}', { field: 'Percent or hours', max: 100 }) }),
})

export default serve(escalationRungs, soundBy(wrongIn))

/** The ladder every chain is delivered with, once; from then on it is the chain's own. */
export async function prepare(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('delivered ladder'))`.execute(tx)
    if (await row(tx, sql`select 1 as n from escalation_rungs limit 1`)) return
    await sql`insert into escalation_rungs (name, name_en, name_ko, clock, timing, amount, told, role, channels, again)
      select d.name, d.name_en, d.name_ko, d.clock, d.timing, d.amount, d.told, o.id, array(select jsonb_array_elements_text(d.channels)), coalesce(d.again, false)
      from jsonb_to_recordset(${json(DELIVERED)}) d(name text, name_en text, name_ko text, clock text, timing text, amount int, told text, role text, channels jsonb, again boolean)
      left join user_roles o on o.name = d.role and o.deleted_at is null
      where d.role is null or o.id is not null`.execute(tx)
  })
}
