import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, rows } from '#server/db/db.ts'
import { namedAnswer, recordOf } from '#server/http/answers.ts'
import { type Call, get, JsonText, post, type Route } from '#server/http/route.ts'
import { opened } from '#server/private/fields.ts'
import { showJson } from '#server/resource/query/list.ts'
import { idParameter } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { choice, count, ref, text, type Values } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { supplierStaffCards } from '../supplier-staff-cards/supplier-staff-cards.ts'
import { checkIn } from './check-in.server.ts'
import { checkOut } from './check-out.server.ts'
import type { Desk, Expected, InsideNow, KnownCard } from './desk.ts'
import { findRoute } from './find.server.ts'
import { RETURNED } from './flow.ts'
import { placeOf, refuseOtherStore } from './place.server.ts'
import { BAGS_MOST, supplierStaffsChecking } from './supplier-staffs-checking.ts'
import { identified, isOfPaper, traceGuess, VISITOR, visitorAt } from './visitor.server.ts'

const STORE = ref('Store', 'stores', { required: true })
/** A card in hand, or somebody chosen from a list. */
const WHO = {
  code: text('Code', { max: 300 }),
  staff: ref('Supplier staff member', 'supplier-staffs'),
  store: STORE,
}
const SCAN = { ...WHO }
const IN = {
  ...WHO,
  bag_quantity: count('Bag quantity', { required: true, min: 0, max: BAGS_MOST }),
  badge: text('Badge number', { max: 20 }),
  reason: text('Why let in', { min: 3, max: 300 }),
}
const OUT = {
  ...WHO,
  bags_out: count('Bags out', { required: true, min: 0, max: BAGS_MOST }),
  reason: text('Why the bags differ', { min: 3, max: 300 }),
  badge_state: choice('Badge', RETURNED),
}

/** Cards as quick as they come; numbers of papers no quicker than people look for them. */
const GUESSABLE = { limit: 'private lookup', limits: ({ code }: { code?: unknown }) => isOfPaper(code) } as const

const DESK = namedAnswer('Desk', {
  store: { id: 'number', code: 'string', name: 'string', usesBadges: 'boolean' },
  inside: [
    {
      id: 'number',
      staff: 'number',
      person: 'string',
      supplier: 'string?',
      department_group: 'string?',
      receiving_date: 'date',
      bag_quantity: 'number?',
      badge: 'string?',
      isOver: 'boolean',
    },
  ],
  expected: [
    { id: 'number', staff: 'number', person: 'string', supplier: 'string?', from: 'string?', until: 'string?' },
  ],
  isOfflineAllowed: 'boolean',
})
const KNOWN_CARD = {
  hash: 'string',
  full_name: 'string',
  supplier: 'string?',
  photo: 'string?',
  valid_until: 'day',
} as const

/** What a desk at the staff entrance asks and tells. Scanning needs what checking in needs. */
export const deskRoutes: Route[] = [
  post(
    'scan',
    {
      needs: 'add',
      atCounter: true,
      ...GUESSABLE,
      body: SCAN,
      answers: VISITOR,
      summary: 'Who holds out a card, and what keeps them out',
    },
    async (call) => {
      refuseOtherStore(call.actor, call.body.store)
      const staff = await whose(call, call.body)
      return visitorAt(call.db, staff, call.body.store, null, call.actor)
    },
  ),
  findRoute,
  post(
    'in',
    {
      needs: 'add',
      atCounter: true,
      ...GUESSABLE,
      creates: true,
      mayBeLate: true,
      body: IN,
      answers: recordOf(supplierStaffsChecking),
      summary: 'Check in, once however often it is sent',
    },
    (call) => letIn(call),
  ),
  post(
    'out',
    {
      needs: 'add',
      atCounter: true,
      ...GUESSABLE,
      creates: true,
      mayBeLate: true,
      body: OUT,
      answers: recordOf(supplierStaffsChecking),
      summary: 'Check out, once however often it is sent',
    },
    (call) => letOut(call),
  ),
  get(
    'desk',
    {
      needs: 'read',
      query: { store: idParameter('stores') },
      answers: DESK,
      summary: 'Who is inside a store, and who is expected today',
    },
    (call) => desk(call),
  ),
  get(
    'known-cards',
    {
      needs: 'add',
      query: { store: idParameter('stores') },
      answers: { data: [KNOWN_CARD] },
      summary: 'The cards that are valid at a store today, for a desk without a line (CHECKIN_OFFLINE)',
    },
    (call) => knownCards(call),
  ),
]

async function whose(
  { db, context, actor }: Pick<Call, 'db' | 'context' | 'actor'>,
  { code, staff }: Values<typeof SCAN>,
): Promise<number> {
  if (typeof staff === 'number') return staff
  if (!code) refuse('invalid', { fields: { code: pack('{{field}} is required', { field: 'Code' }) } })
  try {
    return await identified(db, context.config.keys, code)
  } catch (error) {
    if (isOfPaper(code)) await traceGuess({ context, actor }, code)
    throw error
  }
}

async function letIn(call: Call<Values<typeof IN>>) {
  const { body, doneAt } = call
  const staff = await whose(call, body)
  const id = await checkIn(call, { ...body, staff, at: doneAt })
  return shownVisit(call, id)
}

async function letOut(call: Call<Values<typeof OUT>>) {
  const { body, doneAt, db, actor } = call
  const staff = await whose(call, body)
  const id = await checkOut(db, { ...body, staff, at: doneAt }, actor)
  return shownVisit(call, id)
}

async function shownVisit(
  { db, actor, context }: Pick<Call, 'db' | 'actor' | 'context'>,
  id: number,
): Promise<JsonText> {
  context.feed.nudge()
  return new JsonText((await showJson(db, supplierStaffsChecking, id, null, actor.language)) ?? 'null')
}

async function storeOf({ db, actor, query }: Pick<Call, 'db' | 'actor' | 'query'>) {
  const asked = one(query.store)
  const id = asked && /^\d{1,15}$/.test(asked) ? Number(asked) : actor.store
  if (id === null) refuse('invalid', { fields: { store: pack('{{field}} is required', { field: 'Store' }) } })
  refuseOtherStore(actor, id)
  return placeOf(db, id)
}

async function desk(call: Pick<Call, 'db' | 'actor' | 'query' | 'context'>): Promise<Desk> {
  const { closing: _, ...store } = await storeOf(call)
  return {
    store,
    inside: await insideOf(call.db, store.id),
    expected: await expectedAt(call.db, store.id),
    isOfflineAllowed: call.context.config.checkinOffline,
  }
}

async function insideOf(db: Db, store: number): Promise<InsideNow[]> {
  const found = await rows(
    db,
    {
      id: 'number',
      staff: 'number',
      person: 'string',
      supplier: 'string?',
      department_group: 'string?',
      receiving_date: 'date',
      bag_quantity: 'number?',
      badge: 'string?',
      isOver: 'boolean',
    },
    sql`select v.id, v.staff, v.person, s.name as supplier, g.name as department_group, v.receiving_date, v.bag_quantity, v.badge, now() > v.closes_at as "isOver"
        from supplier_staffs_checking v left join suppliers s on s.id = v.supplier left join supplier_groups g on g.id = v.department_group
        where v.store = ${store} and v.receiving_date is not null and v.left_at is null and v.deleted_at is null
        order by v.receiving_date desc, v.id desc`,
  )
  return found.map((one) => ({ ...one, receiving_date: one.receiving_date.toISOString() }))
}

const expectedAt = (db: Db, store: number): Promise<Expected[]> =>
  rows(
    db,
    { id: 'number', staff: 'number', person: 'string', supplier: 'string?', from: 'string?', until: 'string?' },
    sql`select v.id, v.staff, v.person, s.name as supplier, v.planned_from as "from", v.planned_until as until
        from supplier_staffs_checking v left join suppliers s on s.id = v.supplier
        where v.store = ${store} and v.status = 'planned' and v.planned_on = (now() at time zone chain_zone())::date and v.deleted_at is null
        order by v.planned_from nulls last, v.person, v.id limit 200`,
  )

/** Hashes: nobody can make a card from what a stolen device holds. */
export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

async function knownCards(call: Pick<Call, 'db' | 'actor' | 'query' | 'context'>): Promise<{ data: KnownCard[] }> {
  const { config } = call.context
  if (!config.checkinOffline) refuse('not found')
  const { id } = await storeOf(call)
  return { data: await cardsValidAt(call.db, config.keys, id) }
}

async function cardsValidAt(db: Db, keys: Parameters<typeof opened>[0], store: number): Promise<KnownCard[]> {
  const found = await rows(
    db,
    { code: 'string', full_name: 'string', supplier: 'string?', photo: 'string?', valid_until: 'string' },
    sql`select c.code, r.full_name, s.name as supplier, r.photo[1] as photo, r.valid_until::text as valid_until
        from supplier_staffs r join supplier_staff_cards c on c.staff = r.id and c.deleted_at is null left join suppliers s on s.id = r.supplier
        where r.deleted_at is null and r.active and r.status = 'open' and (now() at time zone chain_zone())::date between r.valid_from and r.valid_until
          and (r.stores = '{}' or ${store}::bigint = any(r.stores)) order by r.id`,
  )
  return found.map(({ code, ...one }) => ({
    ...one,
    hash: hashOfCode(opened(keys, supplierStaffCards, 'code', code) ?? ''),
  }))
}
