import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import { row, type Tx } from '#server/db/db.ts'
import type { Call, ExtraBody } from '#server/http/route.ts'
import type { Columns } from '#server/resource/statements.ts'
import { vatInfo } from './vat-info.ts'

/** How a request takes over the company's e-mail, which whoever writes it sees only masked until it is saved. */
export const COMPANY_EMAIL: ExtraBody = {
  company_email: {
    type: ['boolean', 'string', 'null'],
    description:
      'True, or the e-mail as it was shown masked: takes that of the company with this tax code where none is given',
  },
}

function isWanted({ request }: Call): boolean {
  const { company_email } = (request.body ?? {}) as { company_email?: unknown }
  return company_email === true || (typeof company_email === 'string' && company_email !== '')
}

/** The columns with the e-mail that the register of companies has for their tax code. */
export async function withCompanyEmail(tx: Tx, columns: Columns, call: Call): Promise<Columns> {
  if (!isWanted(call) || columns.email) return columns
  const found = await row(
    tx,
    { email: 'string?' },
    sql`select email from master_company where tax_code = ${columns.tax_code} and deleted_at is null`,
  )
  return found?.email ? { ...columns, email: found.email } : columns
}

/** The audit has which company's e-mail went into which request, in the transaction that puts it there. */
export async function recordCompanyEmail(tx: Tx, actor: Actor, id: number, call: Call): Promise<void> {
  if (!isWanted(call)) return
  const found = await row(
    tx,
    { id: 'number', name: 'string', number: 'string' },
    sql`select c.id, left(c.name, 191) as name, ${sql.raw(vatInfo.fields.number.sql ?? '')} as number
        from vat_info r join master_company c on c.tax_code = r.tax_code and c.deleted_at is null and c.email = r.email where r.id = ${id}`,
  )
  if (!found) return
  const changes = { 'looked at': [null, 'E-mail'], reason: [null, found.number] }
  await record(tx, actor, {
    action: 'sensitive_read',
    module: 'master-company',
    recordId: found.id,
    title: found.name,
    changes,
  })
}
