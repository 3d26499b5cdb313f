import { sql } from 'kysely'
import { type Db, inTransaction, json, row } from '#server/db/db.ts'
import { nextOf } from '#server/resource/judging.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import { escalationRungs } from './escalation-rungs.ts'

export default serve(escalationRungs, {
  before: {
    create: (columns) => sound(columns, {}),
    update: (columns, old) => sound(columns, old),
  },
  judge: (columns, about) => wrongIn(nextOf(columns, about)),
})

/** A role where one is told, and never more than the whole of the time. */
function sound(columns: Columns, old: Columns): Columns {
  refuseFields(wrongIn({ ...old, ...columns }))
  return columns
}

const wrongIn = ({ told, role, timing, amount }: Columns): Record<string, string> => ({
  ...(told === 'role' && !role && { role: pack('{{field}} is required', { field: 'Role' }) }),
  ...(timing === 'share' &&
    Number(amount) > 100 && { amount: pack('{{field}}: at most {{max}}', { field: 'Percent or hours', max: 100 }) }),
})

const EVERYWHERE = ['app', 'browser', 'mail']
const DELIVERED = [
  {
    name: 'Sắp hết giờ tiếp nhận',
    clock: 'first',
    timing: 'share',
    amount: 75,
    told: 'assignee',
    channels: EVERYWHERE,
  },
  {
    name: 'Quá giờ tiếp nhận',
    clock: 'first',
    timing: 'after',
    amount: 0,
    told: 'store manager',
    channels: EVERYWHERE,
  },
  {
    name: 'Hết nửa thời gian',
    clock: 'completion',
    timing: 'share',
    amount: 50,
    told: 'assignee',
    channels: ['app', 'browser'],
  },
  {
    name: 'Còn một phần tư thời gian',
    clock: 'completion',
    timing: 'share',
    amount: 75,
    told: 'assignee',
    channels: EVERYWHERE,
  },
  {
    name: 'Đến hạn: báo trưởng bộ phận',
    clock: 'completion',
    timing: 'after',
    amount: 0,
    told: 'department manager',
    channels: EVERYWHERE,
    again: true,
  },
  {
    name: 'Quá hạn 4 giờ: báo quản lý cửa hàng',
    clock: 'completion',
    timing: 'after',
    amount: 4,
    told: 'store manager',
    channels: EVERYWHERE,
    again: true,
  },
  {
    name: 'Quá hạn 8 giờ: báo giám đốc',
    clock: 'completion',
    timing: 'after',
    amount: 8,
    told: 'role',
    role: 'CEO',
    channels: EVERYWHERE,
    again: true,
  },
  {
    name: 'Sắp hết hạn theo luật',
    clock: 'law',
    timing: 'share',
    amount: 70,
    told: 'department manager',
    channels: EVERYWHERE,
  },
  {
    name: 'Quá hạn theo luật: báo giám đốc',
    clock: 'law',
    timing: 'after',
    amount: 0,
    told: 'role',
    role: 'CEO',
    channels: EVERYWHERE,
    again: true,
  },
]

/** The ladder every chain is delivered with, once; from then on it is the chain's own. */
export async function prepare(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('delivered ladder'))`.execute(tx)
    if (await row(tx, sql`select 1 as n from escalation_rungs limit 1`)) return
    await sql`insert into escalation_rungs (name, clock, timing, amount, told, role, channels, again)
      select d.name, d.clock, d.timing, d.amount, d.told, o.id, array(select jsonb_array_elements_text(d.channels)), coalesce(d.again, false)
      from jsonb_to_recordset(${json(DELIVERED)}) d(name text, clock text, timing text, amount int, told text, role text, channels jsonb, again boolean)
      left join user_roles o on o.name = d.role and o.deleted_at is null
      where d.role is null or o.id is not null`.execute(tx)
  })
}
