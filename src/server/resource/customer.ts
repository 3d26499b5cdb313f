import { sql } from 'kysely'
import { modules } from '../../modules/index.ts'
import type { Definition } from '../../shared/resource.ts'
import { type Actor, actorMay } from '../actor.ts'
import { all, type Db, row, rows, type Sql } from '../db/db.ts'
import type { RowOf } from '../db/shape.ts'
import { namedAnswer, pageOf } from '../http/answers.ts'
import { scopeOf } from './scope.ts'

/** One record of a customer, of whatever module. */
const CUSTOMER_RECORD = {
  module: 'string',
  id: 'number',
  at: 'date',
  title: 'string',
  number: 'string?',
  status: 'string?',
} as const
/** A page of a customer's records. */
export const CUSTOMER_RECORDS = {
  ...pageOf(namedAnswer('CustomerRecord', CUSTOMER_RECORD)),
  total_is_more: 'boolean',
} as const
export type CustomerRecord = RowOf<typeof CUSTOMER_RECORD>

export interface CustomerRecords {
  data: CustomerRecord[]
  total: number
  /** True where a module holds more than are counted; `total` is then a lower bound. */
  total_is_more: boolean
  page: number
  perpage: number
}

const PERPAGE = 10
const DEEPEST = 50
/** Nobody pages further; counting stops there, module by module. */
const COUNTED_MOST = PERPAGE * DEEPEST

/**
 * Every record of a phone number that the actor may see, newest first: of all definitions that name a customer, each within its
 * own permission and scope. Each module is read through its index and no further than the page needs.
 */
export async function customerRecords(db: Db, actor: Actor, phone: string, page: number): Promise<CustomerRecords> {
  const at = Math.min(Math.max(Math.floor(page) || 1, 1), DEEPEST)
  const parts = modules.filter((module) => module.customer && actorMay(actor, module.permission, 'read'))
  const empty = { data: [], total: 0, total_is_more: false, page: at, perpage: PERPAGE }
  if (parts.length === 0) return empty
  const [data, counted] = await Promise.all([
    rows(
      db,
      CUSTOMER_RECORD,
      sql`select * from (${union(parts.map((module) => recordsSql(module, actor, phone, at * PERPAGE)))}) c
          order by at desc, module, id desc limit ${sql.lit(PERPAGE)} offset ${sql.lit((at - 1) * PERPAGE)}`,
    ),
    row(
      db,
      { n: 'number', most: 'number' },
      sql`select sum(n)::int as n, max(n)::int as most from (${union(parts.map((module) => countSql(module, actor, phone)))}) c`,
    ),
  ])
  const total = counted?.n ?? 0
  return { ...empty, data, total, total_is_more: (counted?.most ?? 0) > COUNTED_MOST }
}

const union = (parts: Sql[]): Sql => all(parts, sql` union all `)

function recordsSql(module: Definition, actor: Actor, phone: string, most: number): Sql {
  const { number, status } = module.customer ?? {}
  return sql`(select ${module.name}::text as module, r.id, r.created_at as at, left(r.${sql.ref(module.title)}::text, 191) as title,
      ${shown(module, number)} as number, ${shown(module, status)} as status
    from ${sql.table(module.table)} r where ${mine(module, actor, phone)} order by r.created_at desc, r.id desc limit ${sql.lit(most)})`
}

const countSql = (module: Definition, actor: Actor, phone: string): Sql =>
  sql`(select count(*) as n from (select 1 from ${sql.table(module.table)} r where ${mine(module, actor, phone)} limit ${sql.lit(COUNTED_MOST + 1)}) c)`

function mine(module: Definition, actor: Actor, phone: string): Sql {
  const scope = scopeOf(module, actor)
  return sql`r.${sql.ref(module.customer?.phone ?? '')} = ${phone} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`
}

function shown(module: Definition, name: string | undefined): Sql {
  const field = name === undefined ? undefined : module.fields[name]
  if (!field || name === undefined) return sql`null::text`
  return field.kind === 'computed' ? sql.raw(`(${field.sql})::text`) : sql`r.${sql.ref(name)}::text`
}
