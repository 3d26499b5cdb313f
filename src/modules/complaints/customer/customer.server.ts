import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import { type Db, row, rows } from '#server/db/db.ts'
import type { RowOf } from '#server/db/shape.ts'
import { namedAnswer, orNull } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { CUSTOMER_RECORDS, type CustomerRecords, customerRecords } from '#server/resource/customer.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { isPhone, PHONE_PATTERN } from '../../../shared/vietnam/vietnam.ts'
import { complaints } from '../complaints.ts'
import {
  DUPLICATE,
  DUPLICATE_LINE,
  type DuplicateLine,
  duplicatesOf,
  LINE,
  MATTER,
} from '../related/duplicates.server.ts'
import { LINKED, linksOf } from '../related/links.server.ts'
import { isOpenState } from '../states.ts'

const FIGURES = {
  complaints: 'number',
  open: 'number',
  rating: 'number?',
  rated: 'number',
} as const
const CUSTOMER = namedAnswer('Customer', {
  name: 'string',
  email: 'string?',
  total: 'number',
  ...FIGURES,
  tickets: [
    {
      ...DUPLICATE_LINE,
      status: 'string',
      store: 'number',
      feedback_type: 'number',
      customer_name: 'string',
      email: 'string?',
    },
  ],
})
const RELATED = { duplicates: [DUPLICATE], links: [LINKED], parts: [DUPLICATE], into: orNull(DUPLICATE) } as const

const needs = { permission: complaints.permission, flag: 'read' } as const
const asked = {
  needs,
  limit: 'private lookup',
  answers: orNull(CUSTOMER),
  summary: 'A customer and their complaints by phone',
  query: { phone: { says: 'of the customer', schema: { type: 'string', pattern: PHONE_PATTERN }, isRequired: true } },
} as const

/** A customer by phone, at the specification's two addresses, and what else of theirs there is. */
export const customerRoutes: Route[] = [
  get('ticket/get-customer-by-phone', asked, (call) => byPhone(call)),
  get('customer/find-customer-by-phone', asked, (call) => byPhone(call)),
  get(
    'ticket/:id/customer',
    {
      needs,
      answers: { ...FIGURES, records: CUSTOMER_RECORDS },
      summary: "Everything of this complaint's customer, newest first",
      query: { page: 'from 1' },
    },
    (call) => ofTicket(call),
  ),
  get('ticket/:id/related', { needs, answers: RELATED, summary: 'Links, merges and probable duplicates' }, (call) =>
    related(call),
  ),
]

type Figures = RowOf<typeof FIGURES>

interface Customer extends Figures {
  name: string
  email: string | null
  total: number
  tickets: (DuplicateLine & { store: number; feedback_type: number })[]
}

/** A customer with more complaints than this is known well enough. */
const COUNTED_MOST = 1000

/** Exact numbers only, within the caller's scope, and every look is in the audit (design/security.md, T9). */
async function byPhone({ db, actor, query }: Call): Promise<Customer | null> {
  const digits = one(query.phone) ?? ''
  if (!isPhone(digits)) refuse('invalid', { fields: { phone: pack('Please enter a valid phone number') } })
  await record(db, actor, { action: 'customer lookup', module: 'customers', title: `•••••••${digits.slice(-3)}` })
  const scope = scopeOf(complaints, actor)
  const tickets = await rows(
    db,
    {
      ...DUPLICATE_LINE,
      store: 'number',
      feedback_type: 'number',
      customer_name: 'string',
      email: 'string?',
    },
    sql`select ${LINE}, r.customer_name, r.email, r.store, r.feedback_type from complaints r
        where r.phone = ${digits} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``} order by r.created_at desc, r.id desc limit 10`,
  )
  if (tickets.length === 0) return null
  const figures = await figuresOf(db, actor, digits)
  return {
    name: tickets[0]?.customer_name ?? '',
    email: tickets.find((ticket) => ticket.email)?.email ?? null,
    total: figures.complaints,
    ...figures,
    tickets,
  }
}

/** No look-up of a number: whoever sees the complaint knows it already. */
async function ofTicket({ db, actor, id, query }: Call): Promise<Figures & { records: CustomerRecords }> {
  const scope = scopeOf(complaints, actor)
  const self = await row(
    db,
    { phone: 'string' },
    sql`select r.phone from complaints r where r.id = ${id} ${scope ? sql`and ${scope}` : sql``}`,
  )
  if (!self) refuse('not found')
  const [figures, records] = await Promise.all([
    figuresOf(db, actor, self.phone),
    customerRecords(db, actor, self.phone, Number(one(query.page) ?? 1)),
  ])
  return { ...figures, records }
}

async function figuresOf(db: Db, actor: Actor, phone: string): Promise<Figures> {
  const scope = scopeOf(complaints, actor)
  const found = await row(
    db,
    FIGURES,
    sql`select count(*)::int as complaints, count(*) filter (where ${sql.raw(isOpenState('state'))})::int as open,
          round(avg(rating), 1) as rating, count(rating)::int as rated
        from (select r.state, r.rating from complaints r where r.phone = ${phone} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}
              order by r.created_at desc limit ${sql.lit(COUNTED_MOST)}) c`,
  )
  return found ?? { complaints: 0, open: 0, rating: null, rated: 0 }
}

async function related({ db, actor, id }: Call) {
  const scope = scopeOf(complaints, actor)
  const visible = scope ? sql`and ${scope}` : sql``
  const self = await row(
    db,
    { ...MATTER, merged_into_id: 'number?' },
    sql`select r.id, r.phone, r.store, r.feedback_type, r.created_at, r.content, r.merged_into_id from complaints r where r.id = ${id} ${visible}`,
  )
  if (!self) refuse('not found')
  const [duplicates, links, parts, into] = await Promise.all([
    self.merged_into_id ? [] : duplicatesOf(db, actor, self),
    linksOf(db, actor, id),
    rows(
      db,
      DUPLICATE_LINE,
      sql`select ${LINE} from complaints r where r.merged_into_id = ${id} ${visible} order by r.merged_at limit 50`,
    ),
    row(
      db,
      DUPLICATE_LINE,
      sql`select ${LINE} from complaints r where r.id = ${self.merged_into_id}::bigint ${visible}`,
    ),
  ])
  return { duplicates, links, parts, into: into ?? null }
}
