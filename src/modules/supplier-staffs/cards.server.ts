import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import { inTransaction, rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { type Call, post, type Route } from '#server/http/route.ts'
import { opened, sealedColumns } from '#server/private/fields.ts'
import type { Keys } from '#server/private/keys.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { supplierStaffCards } from '../supplier-staff-cards/supplier-staff-cards.ts'
import type { Card } from './card.ts'
import { supplierStaffs } from './supplier-staffs.ts'

const DIGITS = 20
const MOST = 400

const CARD = namedAnswer('Card', {
  id: 'number',
  full_name: 'string',
  supplier: 'string?',
  department_group: 'string?',
  photo: 'string?',
  valid_from: 'day',
  valid_until: 'day',
  stores: 'string[]',
  code: 'string',
})

export const cardRoutes: Route[] = [
  post(
    'cards',
    {
      needs: 'edit',
      beside: {
        staff: {
          isNeeded: true,
          description: 'Whose cards, by their ids',
          type: 'array',
          items: { type: 'integer', minimum: 1 },
          minItems: 1,
          maxItems: MOST,
        },
      },
      answers: { data: [CARD] },
      summary: 'Cards to print; who has none yet gets one',
    },
    (call) => cards(call),
  ),
  post(
    ':id/replace-card',
    {
      needs: 'edit',
      answers: { data: [CARD] },
      summary: 'A new card instead of a lost one, which opens nothing from now on',
    },
    (call) => replace(call),
  ),
]

async function cards({ db, actor, request, context }: Call): Promise<{ data: Card[] }> {
  const { staff } = request.body as { staff?: unknown } // an object, as the body check made sure
  if (!Array.isArray(staff) || staff.length === 0 || staff.length > MOST || !staff.every(Number.isSafeInteger))
    refuse('invalid', { fields: { staff: pack('{{field}} is not valid', { field: 'Supplier staff' }) } })
  const { keys } = context.config
  const data = await inTransaction(db, async (tx) => {
    await makeMissing(tx, keys, staff, actor)
    const cards = await cardsOf(tx, keys, staff)
    // Whoever has the code of a card can make one: it is set down who had it.
    for (const { id, full_name } of cards)
      await record(tx, actor, { action: 'card printed', module: supplierStaffs.name, recordId: id, title: full_name })
    return cards
  })
  context.feed.nudge()
  return { data }
}

async function replace({ db, id, actor, context }: Call): Promise<{ data: Card[] }> {
  const { keys } = context.config
  const data = await inTransaction(db, async (tx) => {
    const [person] = await lock(tx, [id])
    if (!person) refuse('not found')
    await sql`update supplier_staff_cards set deleted_at = now(), updated_at = now(), updated_by = ${actor.id}, version = version + 1
      where staff = ${id} and deleted_at is null`.execute(tx)
    await record(tx, actor, {
      action: 'card replaced',
      module: supplierStaffs.name,
      recordId: id,
      title: person.full_name,
    })
    await makeMissing(tx, keys, [id], actor)
    return cardsOf(tx, keys, [id])
  })
  context.feed.nudge()
  return { data }
}

const lock = (tx: Tx, ids: number[]) =>
  rows(
    tx,
    { id: 'number', full_name: 'string', hasCard: 'boolean' },
    sql`select r.id, r.full_name, exists (select 1 from supplier_staff_cards c where c.staff = r.id and c.deleted_at is null) as "hasCard"
        from supplier_staffs r where r.id = any(${ids}::bigint[]) and r.deleted_at is null order by r.id for update of r`,
  )

/** Locked in the order of their ids, so that two who print at the same moment make one card each. */
async function makeMissing(tx: Tx, keys: Keys, ids: number[], actor: Actor): Promise<void> {
  await lock(tx, ids)
  // Only now it is seen what somebody made who was faster.
  const lacking = (await lock(tx, ids)).filter(({ hasCard }) => !hasCard)
  for (const { id, full_name } of lacking) {
    const { code } = sealedColumns(keys, supplierStaffCards, { code: newCode() })
    await sql`insert into supplier_staff_cards (staff, code, created_by, updated_by) values (${id}, ${code}, ${actor.id}, ${actor.id})`.execute(
      tx,
    )
    await record(tx, actor, {
      action: 'card made',
      module: supplierStaffs.name,
      recordId: id,
      title: full_name,
    })
  }
}

/** Random digits: nothing on a card tells anything of a paper, and none can be guessed. */
export const newCode = (): string => Array.from({ length: DIGITS }, () => randomInt(10)).join('')

async function cardsOf(tx: Tx, keys: Keys, ids: number[]): Promise<Card[]> {
  const found = await rows(
    tx,
    {
      id: 'number',
      full_name: 'string',
      supplier: 'string?',
      department_group: 'string?',
      photo: 'string?',
      valid_from: 'string',
      valid_until: 'string',
      stores: jsonOf<string[]>(),
      code: 'string',
    },
    sql`select r.id, r.full_name, s.name as supplier, g.name as department_group, r.photo[1] as photo,
          r.valid_from::text as valid_from, r.valid_until::text as valid_until, c.code,
          coalesce((select json_agg(x.code order by x.code) from stores x where x.id = any(r.stores)), '[]') as stores
        from supplier_staffs r join supplier_staff_cards c on c.staff = r.id and c.deleted_at is null
          left join suppliers s on s.id = r.supplier left join supplier_groups g on g.id = r.department_group
        where r.id = any(${ids}::bigint[]) and r.deleted_at is null order by array_position(${ids}::bigint[], r.id)`,
  )
  return found.map((one) => ({ ...one, code: opened(keys, supplierStaffCards, 'code', one.code) ?? '' }))
}
