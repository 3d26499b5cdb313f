import { sql } from 'kysely'
import { inTransaction, row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { described, NAMED, namedAnswer, orNull } from '#server/http/answers.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { lockedRow } from '#server/resource/handlers.ts'
import { changeScopeOf, scopeOf } from '#server/resource/scope.ts'
import { change } from '#server/resource/statements.ts'
import { partsOf } from '../../../shared/draws/parts.ts'
import type { Named } from '../../../shared/fields.ts'
import { count, decimal, lines, longText, ref } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Face } from '../faces.ts'
import { FOUR_DECIMALS, heldCounter, heldEvent, refuseTooMuch, sealPlan, tooLittle } from './plans.server.ts'

const VERSION = {
  version: 'number',
  first: 'number',
  commitment: 'string',
  reason: 'string?',
  made_at: 'date',
  made_by: jsonOf<Named | null>(),
} as const

const PLAN_VERSION = namedAnswer('PlanVersion', {
  ...{ version: 'number', first: described('Number of its first draw', 'number'), commitment: 'string' },
  ...{ reason: 'string?', made_at: 'date', made_by: orNull(NAMED) },
})

/** The versions of an event's plan, and a new one for several gifts at once. */
export const planRoutes = (face: Face): Route[] => [
  get(
    ':id/plans',
    {
      needs: 'read',
      answers: {
        data: [PLAN_VERSION],
      },
      summary: 'The versions of the plan of gifts, the newest first; seeds are told by the fairness page alone',
    },
    async ({ db, actor, id }) => {
      const scope = scopeOf(face.event, actor)
      return {
        data: await rows(
          db,
          VERSION,
          sql`select d.plan_version as version, d.first, d.commitment, d.reason, d.made_at,
                (select json_build_object('id', u.id, 'name', u.user_name) from users u where u.id = d.made_by) as made_by
              from draw_plans d join gift_card_events r on r.id = d.event
              where d.event = ${id} and ${scope ?? sql`true`} and d.deleted_at is null and r.deleted_at is null order by d.plan_version desc`,
        ),
      }
    },
  ),
  post(
    ':id/change_plan',
    {
      needs: { permission: face.gift.permission, flag: 'edit' },
      body: {
        reason: longText('Why the plan changes', { required: true, max: 500 }),
        gifts: lines(
          'Gifts',
          {
            gift: ref('Gift', 'gift-card-event-products', { required: true }),
            chance: decimal('Chance (%)', { required: true, min: 0, max: 100 }),
            stock: count('Stock', { required: true, min: 0, max: 10_000_000 }),
          },
          { required: true, max: 100 },
        ),
      },
      answers: null,
      summary: 'Chances and stock of several gifts at once: one new version of the plan, from the next draw on',
    },
    (call) => changePlan(face, call),
  ),
]

interface Body {
  reason: string
  gifts: { gift: number; chance: number; stock: number }[]
}

async function changePlan(face: Face, { db, actor, context, id, body }: Call<Body>): Promise<null> {
  await inTransaction(db, async (tx) => {
    await lockedRow(tx, face.event, id, changeScopeOf(face.event, actor))
    const event = await heldEvent(tx, id)
    if (event.isOver) refuse('event over')
    await heldCounter(tx, id)
    for (const [at, { gift, chance, stock }] of body.gifts.entries()) {
      if (partsOf(chance) === null) refuse('invalid', { fields: { [`gifts.${at}.chance`]: FOUR_DECIMALS } })
      const set = await changedOf(tx, id, gift, { chance, stock })
      if (set === null)
        refuse('invalid', { fields: { [`gifts.${at}.gift`]: pack('{{field}} is not valid', { field: 'Gift' }) } })
      const wrong = await tooLittle(tx, gift, { stock })
      if (wrong.stock) refuse('invalid', { fields: { [`gifts.${at}.stock`]: wrong.stock } })
      if (Object.keys(set).length === 0) continue
      const wanted = { id: gift, set: { ...set, plan_reason: body.reason }, action: 'update', scope: null }
      await change(tx, face.gift, wanted, actor)
    }
    await refuseTooMuch(tx, id)
    if (event.stage !== 'draft') await sealPlan(tx, context.config.keys, event, body.reason, actor)
  })
  context.feed.nudge()
  return null
}

/** What of a gift becomes another; null of what is no gift of this event. */
async function changedOf(
  tx: Tx,
  event: number,
  gift: number,
  { chance, stock }: { chance: number; stock: number },
): Promise<Record<string, number> | null> {
  const now = await row(
    tx,
    { chance: 'number', stock: 'number' },
    sql`select chance, stock from gift_card_event_products where id = ${gift} and event = ${event} and deleted_at is null for update`,
  )
  return now ? { ...(now.chance !== chance && { chance }), ...(now.stock !== stock && { stock }) } : null
}
