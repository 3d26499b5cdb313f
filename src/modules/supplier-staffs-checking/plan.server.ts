import { sql } from 'kysely'
import { type Db, row, type Tx } from '#server/db/db.ts'
import type { Columns } from '#server/resource/statements.ts'
import { pack } from '../../shared/message.ts'
import { refuse, refuseFields } from '../../shared/refusals.ts'
import { supplierStaffsChecking } from './supplier-staffs-checking.ts'

const { fields } = supplierStaffsChecking

/** What a visit says of somebody, as it is now. */
export async function personColumns(tx: Db | Tx, staff: unknown): Promise<Columns> {
  const found = await row(
    tx,
    { person: 'string', supplier: 'number', department_group: 'number?' },
    sql`select r.full_name as person, r.supplier, r.department_group from supplier_staffs r where r.id = ${Number(staff)} and r.deleted_at is null`,
  )
  return (
    found ?? refuse('invalid', { fields: { staff: pack('{{field}} is not valid', { field: fields.staff.label }) } })
  )
}

/** What is wrong with the days and hours of a plan, by field. */
export function wrongPlan({ planned_on, planned_from, planned_until }: Columns, today: string): Record<string, string> {
  return {
    ...(Boolean(planned_on) &&
      String(planned_on) < today && {
        planned_on: pack('{{field}} cannot be in the past', { field: fields.planned_on.label }),
      }),
    ...(Boolean(planned_from && planned_until) &&
      String(planned_until) <= String(planned_from) && { planned_until: pack('The end must be after the beginning') }),
  }
}

/** The same person at the same store, day and hour is planned once. */
export async function refusePlannedTwice(tx: Db | Tx, columns: Columns, self = 0): Promise<void> {
  const found = await row(
    tx,
    sql`select 1 as n from supplier_staffs_checking v
        where v.staff = ${Number(columns.staff)} and v.store = ${Number(columns.store)} and v.planned_on = ${columns.planned_on}::date
          and v.planned_from is not distinct from ${columns.planned_from ?? null}::text and v.status = 'planned' and v.id <> ${self} and v.deleted_at is null`,
  )
  if (found) refuse('invalid', { fields: { planned_on: pack('This visit is planned already') } })
}

export function refuseWrong(wrong: Record<string, string>): void {
  refuseFields(wrong)
}
