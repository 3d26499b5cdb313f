import { sql } from 'kysely'
import { type Db, row, rows } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { namedAnswer, oneOf } from '#server/http/answers.ts'
import { get } from '#server/http/route.ts'
import type { Standing } from '../../../shared/draws/published.ts'
import { refuse } from '../../../shared/refusals.ts'
import { standingSql } from '../standing.ts'

const STANDING = oneOf('planned', 'running', 'paused', 'ended')
const EVENT = {
  id: 'number',
  code: 'string',
  name: 'string',
  standing: narrowed<Standing>('string'),
  rules: 'string?',
  starts_at: 'date',
  ends_at: 'date',
  stores: jsonOf<{ code: string; name: string }[]>(),
  applies_to: 'string',
  minimum_total: 'number?',
  bill_step: 'number?',
  quantity_of_bills: 'number?',
  most_per_bill: 'number?',
  most_per_customer: 'number?',
  most_per_day: 'number?',
  registration_number: 'string?',
} as const
const GIFT = {
  id: 'number',
  name: 'string',
  chance: 'number',
  minimum_total: 'number?',
  image: 'string?',
  stock: 'number',
  left: 'number',
} as const
const PLAN = { version: 'number', first: 'number', commitment: 'string', made_at: 'date', reason: 'string?' } as const
const { id: _, ...SHOWN } = EVENT

/** An event as everybody may see it, from its release on: under the code that is on its poster, of either face. */
export const eventRoute = get(
  'draws/:code',
  {
    needs: 'nothing',
    pathTexts: ['code'],
    limit: 'public lookup',
    answers: namedAnswer('PublicDrawEvent', {
      ...SHOWN,
      standing: STANDING,
      stores: [{ code: 'string', name: 'string' }],
      gifts: [GIFT],
      plans: [PLAN],
    }),
    summary: 'A prize draw as everybody may see it: gifts, chances, stock, rules and what its honesty stands on',
  },
  async ({ db, params }) => {
    const { id, ...event } = await releasedEvent(db, params.code ?? '')
    const [gifts, plans] = await Promise.all([
      rows(
        db,
        GIFT,
        sql`select r.id, r.name, r.chance::float8 as chance, r.minimum_total::float8 as minimum_total, r.image[1] as image, r.stock,
              greatest(r.stock - coalesce((select g.n from draw_given g where g.gift = r.id and g.store = 0 and g.day = '-infinity'), 0), 0) as left
            from gift_card_event_products r where r.event = ${id} and r.deleted_at is null order by r.position, r.id`,
      ),
      rows(
        db,
        PLAN,
        sql`select plan_version as version, first, commitment, made_at, reason from draw_plans where event = ${id} order by plan_version`,
      ),
    ])
    return { ...event, gifts, plans }
  },
)

const CODE = /^[A-Z0-9-]{3,20}$/

/** A draft is nobody's business yet. */
export async function releasedEvent(db: Db, code: string): Promise<RowOf<typeof EVENT>> {
  if (!CODE.test(code)) refuse('not found')
  const found = await row(
    db,
    EVENT,
    sql`select r.id, r.code, r.name, ${sql.raw(standingSql('r'))} as standing, r.rules, r.starts_at, r.ends_at, r.applies_to,
          coalesce((select json_agg(json_build_object('code', s.code, 'name', s.name) order by s.code)
                    from stores s where s.id = any(r.stores)), '[]') as stores,
          r.minimum_total::float8 as minimum_total, r.bill_step::float8 as bill_step, r.quantity_of_bills,
          r.most_per_bill, r.most_per_customer, r.most_per_day, r.registration_number
        from gift_card_events r where r.code = ${code} and r.stage <> 'draft' and r.deleted_at is null`,
  )
  return found ?? refuse('not found')
}
