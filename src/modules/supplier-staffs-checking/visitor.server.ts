import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { type Actor, actorMay } from '#server/actor.ts'
import { type Db, row, rows, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { NAMED, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import type { Call } from '#server/http/route.ts'
import { holdsSealed } from '#server/private/fields.ts'
import type { Keys } from '#server/private/keys.ts'
import { maskOf } from '../../shared/private.ts'
import { refuse } from '../../shared/refusals.ts'
import { plainDigits } from '../../shared/vietnam/vietnam.ts'
import { type Standing, standingOn } from '../supplier-staffs/standing.ts'
import { supplierStaffs } from '../supplier-staffs/supplier-staffs.ts'
import { PROBLEMS, problemsOf, type Visitor } from './admission.ts'

/** Somebody at the desk. */
export const VISITOR = namedAnswer('Visitor', {
  id: 'number',
  full_name: 'string',
  supplier: orNull(NAMED),
  department_group: orNull(NAMED),
  photo: 'string?',
  valid_from: 'day',
  valid_until: 'day',
  standing: 'string',
  stores: [NAMED],
  visit: orNull({
    id: 'number',
    store: NAMED,
    receiving_date: 'date',
    bag_quantity: 'number?',
    badge: 'string?',
    by: 'string?',
  }),
  last_visit: orNull({ store: 'string', receiving_date: 'date' }),
  planned: orNull({ from: 'string?', until: 'string?' }),
  problems: [oneOf(...PROBLEMS.map(({ value }) => value))],
  'block_reason?': 'string?',
})

/** A moment as SQL; `now` is the database's. */
export const moment = (at: Date | null): Sql => (at ? sql`${at.toISOString()}::timestamptz` : sql`now()`)

const CARD = /^\d{20}$/
const IDENTITY = /^\d{12}$/
const MEMBER_CARD = /^\d{16}$/

/**
 * Who holds out this code: a card of the chain, the QR code or the number of a citizen card, a member card; by their id. Refuses one
 * that nobody has, one that is dead, and one that several people have.
 */
export async function identified(db: Db | Tx, keys: Keys, code: string): Promise<number> {
  const plain = codeOf(code)
  if (CARD.test(plain)) return byCard(db, keys, plain)
  const where = numberIs(keys, plain)
  if (!where) refuse('card unknown')
  const found = await rows(
    db,
    { id: 'number' },
    sql`select r.id from supplier_staffs r where ${where} and r.deleted_at is null limit 2`,
  )
  if (found.length > 1) refuse('several with this number')
  return found[0]?.id ?? refuse('card unknown')
}

/** Of the code of a citizen card, which holds seven facts, the first. */
const codeOf = (code: string): string => plainDigits(code.split('|')[0] ?? '')

/** Those with this whole number of an ID card or member card; null where it is neither. */
export function numberIs(keys: Keys, plain: string): Sql | null {
  if (IDENTITY.test(plain)) return holdsSealed(keys, sql`r.identity_number`, plain)
  return MEMBER_CARD.test(plain) ? holdsSealed(keys, sql`r.member_card`, plain) : null
}

/** Whether a code is the number of a paper, which could be one that is guessed; codes of cards cannot. */
export const isOfPaper = (code: unknown): boolean => {
  const plain = codeOf(String(code ?? ''))
  return IDENTITY.test(plain) || MEMBER_CARD.test(plain)
}

/** The number of a paper that nobody has may be a guess: it is set down who tried which. */
export const traceGuess = ({ context, actor }: Pick<Call, 'context' | 'actor'>, code: string): Promise<void> =>
  record(context.db, actor, {
    action: 'sensitive_search',
    module: supplierStaffs.name,
    title: maskOf(supplierStaffs.fields.identity_number) + codeOf(code).slice(-3),
  })

async function byCard(db: Db | Tx, keys: Keys, code: string): Promise<number> {
  const found = await row(
    db,
    { staff: 'number', name: 'string', isDead: 'boolean' },
    sql`select r.id as staff, r.full_name as name, c.deleted_at is not null as "isDead"
        from supplier_staff_cards c join supplier_staffs r on r.id = c.staff and r.deleted_at is null
        where ${holdsSealed(keys, sql`c.code`, code)} order by c.deleted_at nulls first limit 1`,
  )
  if (!found) refuse('card unknown')
  if (found.isDead) refuse('card dead', { params: { name: found.name } })
  return found.staff
}

/** Somebody as the desk of a store sees them at a moment, with all that keeps them out. */
export async function visitorAt(
  db: Db | Tx,
  id: number,
  store: number,
  at: Date | null,
  actor: Actor,
): Promise<Visitor> {
  const found = await row(
    db,
    {
      id: 'number',
      full_name: 'string',
      photo: 'string?',
      valid_from: 'string',
      valid_until: 'string',
      supplier: jsonOf<Visitor['supplier']>(),
      department_group: jsonOf<Visitor['department_group']>(),
      standing: narrowed<Standing>('string'),
      block_reason: 'string?',
      stores: jsonOf<Visitor['stores']>(),
      visit: jsonOf<Visitor['visit']>(),
      last_visit: jsonOf<Visitor['last_visit']>(),
      planned: jsonOf<Visitor['planned']>(),
    },
    sql`select r.id, r.full_name, r.photo[1] as photo, r.valid_from::text as valid_from, r.valid_until::text as valid_until,
          ${named('suppliers', 'r.supplier')} as supplier, ${named('supplier_groups', 'r.department_group')} as department_group,
          ${sql.raw(standingOn('d.day'))} as standing, r.block_reason,
          coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.code) from stores s where s.id = any(r.stores)), '[]') as stores,
          (select json_build_object('id', v.id, 'store', json_build_object('id', s.id, 'name', s.name), 'receiving_date', v.receiving_date,
              'bag_quantity', v.bag_quantity, 'badge', v.badge, 'by', u.user_name)
            from supplier_staffs_checking v join stores s on s.id = v.store left join users u on u.id = v.updated_by
            where v.staff = r.id and v.receiving_date is not null and v.left_at is null and v.deleted_at is null) as visit,
          (select json_build_object('store', s.name, 'receiving_date', v.receiving_date)
            from supplier_staffs_checking v join stores s on s.id = v.store
            where v.staff = r.id and v.receiving_date is not null and v.left_at is not null and v.deleted_at is null
            order by v.receiving_date desc limit 1) as last_visit,
          (select json_build_object('from', v.planned_from, 'until', v.planned_until) from supplier_staffs_checking v
            where v.staff = r.id and v.store = ${store}::bigint and v.status = 'planned' and v.planned_on = d.day and v.deleted_at is null
            order by v.planned_from nulls last, v.id limit 1) as planned
        from supplier_staffs r cross join lateral (select (${moment(at)} at time zone chain_zone())::date as day) d
        where r.id = ${id}::bigint and r.deleted_at is null`,
  )
  if (!found) refuse('card unknown')
  const { block_reason, ...person } = found
  const mayKnow = actorMay(actor, supplierStaffs.permission, 'other')
  return {
    ...person,
    problems: problemsOf(person, store),
    ...(mayKnow && { block_reason: block_reason ?? null }),
  }
}

const named = (table: string, column: string): Sql =>
  sql`(select json_build_object('id', x.id, 'name', x.name) from ${sql.table(table)} x where x.id = ${sql.ref(column)})`
