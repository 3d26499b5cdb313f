import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { row, rows } from '#server/db/db.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { one } from '#server/resource/query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { complaints } from './complaints.ts'
import { duplicatesOf, LINE, type Line, type Matter } from './duplicates.server.ts'
import { linksOf } from './links.server.ts'

const needs = { permission: complaints.permission, flag: 'read' } as const
const asked = {
  needs,
  limit: 'private lookup',
  summary: 'A customer and their complaints by phone',
  query: { phone: 'ten digits' },
} as const

/** A customer by phone, at the specification's two addresses, and what else of theirs there is. */
export const customerRoutes: Route[] = [
  get('ticket/get-customer-by-phone', asked, (call) => byPhone(call)),
  get('customer/find-customer-by-phone', asked, (call) => byPhone(call)),
  get('ticket/:id/related', { needs, summary: "The customer's other complaints and probable duplicates" }, (call) =>
    related(call),
  ),
]

interface Customer {
  name: string
  email: string | null
  total: number
  tickets: unknown[]
}

/** Exact numbers only, within the caller's scope, and every look is in the audit (design/security.md, T9). */
async function byPhone({ db, actor, query }: Call): Promise<Customer | null> {
  const digits = one(query.phone) ?? ''
  if (!/^\d{10}$/.test(digits)) refuse('invalid', { fields: { phone: pack('Phone number has exactly 10 digits') } })
  const scope = scopeOf(complaints, actor)
  const where = sql`r.phone = ${digits} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`
  const tickets = await rows<{ customer_name: string; email: string | null }>(
    db,
    sql`select r.id, r.issue_number, r.title, r.created_at, r.customer_name, r.email, (${sql.raw(String(complaints.fields.status.sql))}) as status
        from complaints r where ${where} order by r.created_at desc limit 10`,
  )
  if (tickets.length === 0) return null
  await record(db, actor, { action: 'customer lookup', module: 'customers', title: `•••••••${digits.slice(-3)}` })
  const counted = await row<{ n: number }>(db, sql`select count(*)::int as n from complaints r where ${where}`)
  return {
    name: tickets[0]?.customer_name ?? '',
    email: tickets.find((ticket) => ticket.email)?.email ?? null,
    total: counted?.n ?? 0,
    tickets,
  }
}

async function related({ db, actor, id }: Call) {
  const scope = scopeOf(complaints, actor)
  const visible = scope ? sql`and ${scope}` : sql``
  const self = await row<Matter & { merged_into_id: number | null }>(
    db,
    sql`select r.id, r.phone, r.store, r.feedback_type, r.created_at, r.content, r.merged_into_id from complaints r where r.id = ${id} ${visible}`,
  )
  if (!self) refuse('not found')
  const [same_customer, duplicates, links, parts, into] = await Promise.all([
    rows<Line>(
      db,
      sql`select ${LINE} from complaints r where r.id <> ${id} and r.deleted_at is null and r.phone = ${self.phone} ${visible} order by r.created_at desc limit 10`,
    ),
    self.merged_into_id ? [] : duplicatesOf(db, actor, self),
    linksOf(db, actor, id),
    rows<Line>(
      db,
      sql`select ${LINE} from complaints r where r.merged_into_id = ${id} ${visible} order by r.merged_at limit 50`,
    ),
    row<Line>(db, sql`select ${LINE} from complaints r where r.id = ${self.merged_into_id}::bigint ${visible}`),
  ])
  return { same_customer, duplicates, links, parts, into: into ?? null }
}
