import { sql } from 'kysely'
import { type Actor, actorMay } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { inTransaction, row, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import type { Call } from '#server/http/route.ts'
import { change, insert } from '#server/resource/statements.ts'
import type { Named } from '../../shared/fields.ts'
import { formatMoment } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { labelsOf, type OpenVisit, type Problem, type Visitor } from './admission.ts'
import { closesAfter, type Place, placeOf, refuseOtherStore } from './place.server.ts'
import { supplierStaffsChecking } from './supplier-staffs-checking.ts'
import { moment, visitorAt } from './visitor.server.ts'

const { fields, permission } = supplierStaffsChecking

export interface Arrival {
  staff: number
  store: number
  bag_quantity: number | null | undefined
  badge?: string | null | undefined
  note?: string | null | undefined
  /** Why somebody is let in who may not come in. */
  reason?: string | null | undefined
  /** When it was, where a desk without a line tells it later. */
  at: Date | null
}

/**
 * Lets somebody in, once: whoever comes second reads who was quicker. What one desk does with a person waits for what another does with
 * them; an index of the database holds it besides.
 */
export async function checkIn(
  { db, actor, context }: Pick<Call, 'db' | 'actor' | 'context'>,
  arrival: Arrival,
): Promise<number> {
  refuseOtherStore(actor, arrival.store)
  return inTransaction(db, async (tx) => {
    const place = await placeOf(tx, arrival.store)
    await lockPerson(tx, arrival.staff)
    const person = asOf(await visitorAt(tx, arrival.staff, arrival.store, arrival.at, actor), arrival)
    await refuseInside(tx, person, arrival, context)
    const despite = letIn(person, arrival, actor)
    if (person.visit) await closeElsewhere(tx, person.visit, arrival, actor)
    const next = arrival.at && (await nextAfter(tx, person.id, arrival.at))
    const id = await write(tx, person, place, arrival, despite, next, actor)
    if (next) await lapseAt(tx, id, next, actor)
    return id
  })
}

/** Who came into another store after what is told later was not there yet. */
const asOf = (person: Visitor, { store, at }: Arrival): Visitor =>
  at && person.visit && person.visit.store.id !== store && new Date(person.visit.receiving_date) > at
    ? { ...person, visit: null, problems: person.problems.filter((one) => one !== 'inside elsewhere') }
    : person

/** When somebody next came in anywhere: by then they had left, and nobody saw it. */
async function nextAfter(tx: Tx, staff: number, at: Date): Promise<Date | null> {
  const found = await row(
    tx,
    { next: 'date?' },
    sql`select min(v.receiving_date) as next from supplier_staffs_checking v
        where v.staff = ${staff} and v.receiving_date > ${moment(at)} and v.deleted_at is null`,
  )
  return found?.next ?? null
}

/** One desk at a time deals with somebody. */
export async function lockPerson(tx: Tx, staff: number): Promise<void> {
  await sql`select 1 from supplier_staffs where id = ${staff}::bigint for update`.execute(tx)
}

/** Inside this store now, or at the time that is told later. */
async function refuseInside(tx: Tx, person: Visitor, { store, at }: Arrival, context: AppContext): Promise<void> {
  const open = person.visit?.store.id === store ? person.visit : at && (await visitAt(tx, person.id, at))
  if (!open) return
  refuse('inside already', {
    params: {
      name: person.full_name,
      store: open.store.name,
      who: open.by ?? '–',
      at: formatMoment(open.receiving_date, context.config.timezone),
    },
    facts: { visit: open },
  })
}

async function visitAt(tx: Tx, staff: number, at: Date): Promise<OpenVisit | undefined> {
  const found = await row(
    tx,
    {
      id: 'number',
      store: jsonOf<Named>(),
      receiving_date: 'date',
      bag_quantity: 'number?',
      badge: 'string?',
      by: 'string?',
    },
    sql`select v.id, json_build_object('id', s.id, 'name', s.name) as store, v.receiving_date, v.bag_quantity, v.badge, u.user_name as by
        from supplier_staffs_checking v join stores s on s.id = v.store left join users u on u.id = v.created_by
        where v.staff = ${staff} and v.receiving_date <= ${moment(at)} and v.left_at > ${moment(at)} and v.status <> 'unresolved' and v.deleted_at is null limit 1`,
  )
  return found && { ...found, receiving_date: found.receiving_date.toISOString() }
}

/** What somebody is let in despite of: nothing, unless who may says why. */
function letIn({ full_name, problems }: Visitor, { reason }: Arrival, actor: Actor): Problem[] {
  if (problems.length === 0) return []
  if (!reason) refuse('not admitted', { params: { name: full_name, why: labelsOf(problems) }, facts: { problems } })
  if (!actorMay(actor, permission, 'other')) refuse('no permission')
  return problems
}

/** Whoever is let in here has left the other store, where nobody saw it. */
const closeElsewhere = (tx: Tx, { id }: OpenVisit, { at }: Arrival, actor: Actor): Promise<void> =>
  lapseAt(tx, id, at, actor)

async function lapseAt(tx: Tx, id: number, at: Date | null, actor: Actor): Promise<void> {
  await change(
    tx,
    supplierStaffsChecking,
    { id, set: { status: 'unresolved', ...leaving(moment(at)) }, action: 'lapse', scope: null },
    actor,
  )
}

/** What every end of a visit sets, over the row `b` as it stood. */
export const leaving = (at: Sql): Record<string, Sql> => ({
  left_at: at,
  minutes: sql`greatest(0, floor(extract(epoch from (${at})::timestamptz - b.receiving_date) / 60))::int`,
  is_overstay: sql`coalesce((${at})::timestamptz > b.closes_at, false)`,
})

async function write(
  tx: Tx,
  person: Visitor,
  place: Place,
  arrival: Arrival,
  despite: Problem[],
  next: Date | null,
  actor: Actor,
): Promise<number> {
  const { staff, store, bag_quantity, badge, note, reason, at } = arrival
  const came = moment(at)
  const set = {
    ...{ staff, store, person: person.full_name, supplier: person.supplier?.id ?? null },
    department_group: person.department_group?.id ?? null,
    ...{ status: 'inside', receiving_date: came, visit_on: sql`(${came} at time zone chain_zone())::date` },
    bag_quantity:
      bag_quantity ??
      refuse('invalid', {
        fields: { bag_quantity: pack('{{field}} is required', { field: fields.bag_quantity.label }) },
      }),
    ...{ badge: badge || null, badge_state: badge ? 'given' : null, note: note || null },
    ...{ let_in_despite: despite, entry_reason: despite.length > 0 ? (reason ?? null) : null },
    ...{ is_sent_later: at !== null, closes_at: closesAfter(came, place.closing) },
    ...(next && { left_at: moment(next) }),
  }
  const planned = await row(
    tx,
    { id: 'number' },
    sql`select v.id from supplier_staffs_checking v
        where v.staff = ${staff} and v.store = ${store} and (v.status = 'planned' or (${at !== null} and v.status = 'no-show')) and v.deleted_at is null
          and v.planned_on = (${came} at time zone chain_zone())::date order by v.status desc, v.planned_from nulls last, v.id limit 1`,
  )
  if (!planned) return insert(tx, supplierStaffsChecking, set, actor, 'check in')
  const { staff: _staff, store: _store, note: _note, ...rest } = set
  await change(tx, supplierStaffsChecking, { id: planned.id, set: rest, action: 'check in', scope: null }, actor)
  return planned.id
}
