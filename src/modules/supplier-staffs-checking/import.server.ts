import { sql } from 'kysely'
import { json, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting } from '#server/sheets/sheets.ts'
import { identityNumber } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { supplierStaffsChecking } from './supplier-staffs-checking.ts'

const IDENTITY = identityNumber('ID card number', {
  private: 'sealed',
  hint: 'Or the name, where only one person has it',
})
const { fields } = supplierStaffsChecking
const required = (label: string) => pack('{{field}} is required', { field: label })

/** A supplier's workbook of planned visits; its people are known by their ID card numbers. */
export const planImports: Imports = {
  extra: { identity_number: IDENTITY },
  completed: ['status', 'visit_on', 'person', 'supplier', 'department_group'],
  closed: () => ['bag_quantity', 'badge'],
  check,
  complete: () => sql`, completed as (
      select c.*, 'planned'::text as status, (c.p).planned_on as visit_on, s.full_name as person, s.supplier, s.department_group
      from c left join supplier_staffs s on s.id = (c.p).staff
    )`,
}

const when = (condition: ReturnType<typeof sql>, name: string, message: string) =>
  sql`case when ${condition} then ${json({ [name]: message })} else '{}' end`

/** Who is meant, and whether the plan holds; one that is there already stays as it is. */
async function check(tx: Tx, id: number): Promise<void> {
  await sql`update import_rows i set "values" = i."values" || jsonb_build_object('staff', s.id)
    from supplier_staffs s
    where i.import = ${id} and ${isWaiting(id)} and i."values" ? 'identity_number' and not i."values" ? 'staff' and s.deleted_at is null
      and split_part(s.identity_number, '.', 3) = split_part(i."values" ->> 'identity_number', '.', 3)`.execute(tx)
  const isUnknown = sql`i."values" ? 'identity_number' and p.staff is null`
  const hasNobody = sql`not i."values" ? 'identity_number' and p.staff is null and not coalesce(i.errors, '{}') ? 'staff'`
  await sql`update import_rows i set verdict = x.verdict, target = x.target, errors = x.errors
    from (
      select line, target, nullif(errors, '{}') as errors, case when errors <> '{}' then 'bad' when target is not null then 'same' else 'new' end as verdict
      from (
        select i.line, t.id as target, coalesce(i.errors, '{}')
          || ${when(isUnknown, 'identity_number', pack('Nobody has this ID card number'))}
          || ${when(hasNobody, 'identity_number', required(IDENTITY.label))}
          || ${when(sql`p.planned_on is null and not coalesce(i.errors, '{}') ? 'planned_on'`, 'planned_on', required(fields.planned_on.label))}
          || ${when(sql`p.planned_on < (now() at time zone chain_zone())::date`, 'planned_on', pack('{{field}} cannot be in the past', { field: fields.planned_on.label }))}
          || ${when(sql`p.planned_until <= p.planned_from`, 'planned_until', pack('The end must be after the beginning'))}
          || ${when(sql`row_number() over (partition by p.staff, p.store, p.planned_on, p.planned_from order by i.line) > 1 and p.staff is not null`, 'planned_on', pack('This visit is in the file already'))} as errors
        from import_rows i cross join lateral jsonb_populate_record(null::supplier_staffs_checking, i."values") p
          left join supplier_staffs_checking t on t.staff = p.staff and t.store = p.store and t.planned_on = p.planned_on
            and t.planned_from is not distinct from p.planned_from and t.status = 'planned' and t.deleted_at is null
        where i.import = ${id} and ${isWaiting(id)}
      ) j
    ) x where i.import = ${id} and i.line = x.line`.execute(tx)
}
