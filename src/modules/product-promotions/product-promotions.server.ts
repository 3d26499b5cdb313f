import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { rows } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { byKey, NAMED, namedAnswer } from '#server/http/answers.ts'
import { type Call, post } from '#server/http/route.ts'
import { nextOf } from '#server/resource/judging.ts'
import { serve } from '#server/resource/routes.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { Named } from '../../shared/fields.ts'
import { tell } from '../../shared/message.ts'
import { refuseFields } from '../../shared/refusals.ts'
import { acts } from './acts.server.ts'
import { announce } from './announce.server.ts'
import { candidateOf } from './concerns.server.ts'
import { filters } from './filters.server.ts'
import { historyRoute } from './history.server.ts'
import { promotionImports } from './import.server.ts'
import { changed, concernsFor, isSettled, placed, settled, wrongWith } from './judged.server.ts'
import { linked } from './linked.server.ts'
import { productPromotions } from './product-promotions.ts'
import { reportRoutes } from './reports.server.ts'
import { wrongIn } from './rules.ts'
import { overlapSql } from './standing.ts'

const { product, product_name, barcode, price, promotion_price, starts_on, ends_on, stores, active } =
  productPromotions.fields
const TYPED = { product, product_name, barcode, price, promotion_price, starts_on, ends_on, stores, active }

const OVERLAP = namedAnswer('PromotionOverlap', {
  id: 'number',
  product_name: 'string',
  promotion_price: 'number',
  starts_on: 'day',
  ends_on: 'day',
  stores: [NAMED],
})

export default serve(productPromotions, {
  filters,
  acts,
  imports: promotionImports,
  before: {
    create(columns, { tx }) {
      const fields = wrongIn(columns)
      refuseFields(fields)
      return linked(tx, columns)
    },
    update: (columns, old, { tx, call }) => changed(tx, call.context, placed(columns, call.actor), old),
    // What would need a reason by now comes back switched off; switching it on asks for one.
    restore: async (old, { tx, context }) =>
      (await isSettled(tx, context, old, Number(old.id))) ? {} : { active: false },
  },
  judge: (columns, about) =>
    wrongWith(
      about.db,
      about.context,
      placed({ stores: [], ...nextOf(columns, about) }, about.actor),
      about.old ? Number(about.old.id) : null,
    ),
  after: {
    // Once it stands there, and nobody else can plan the same product before it does for all.
    async create(id, { tx, call }) {
      const [made] = await rows(tx, sql`select * from product_promotions where id = ${id}`)
      if (made) await settled(tx, call.context, made, id)
    },
  },
  rootRoutes: [historyRoute, ...reportRoutes],
  routes: [
    post(
      'concerns',
      {
        needs: 'read',
        body: Object.fromEntries(Object.entries(TYPED).map(([name, field]) => [name, { ...field, required: false }])),
        isPartial: true,
        beside: { id: { type: 'integer', minimum: 1, description: 'The promotion that is being changed' } },
        answers: { concerns: byKey('string', 'Field to what asks for a reason'), overlaps: [OVERLAP] },
        summary: 'What of a promotion under way asks for a reason, and which others it overlaps',
      },
      concerns,
    ),
  ],
})

export const timed = (context: AppContext) => [
  { name: 'announce-promotions', cron: '*/10 * * * *', work: () => announce(context, new Date()) },
]

const SHOWN = 20

interface Overlap {
  id: number
  product_name: string
  promotion_price: number
  starts_on: string
  ends_on: string
  stores: Named[]
}

/** Told while somebody types; nothing is refused here. */
async function concerns({
  db,
  actor,
  body,
  context,
  request,
}: Call): Promise<{ concerns: Record<string, string>; overlaps: Overlap[] }> {
  const { id } = request.body as { id?: unknown } // an object, as the body check made sure
  const self = typeof id === 'number' ? id : null
  const next = placed({ stores: [], ...(await linked(db, body)) }, actor)
  const found = await concernsFor(db, context, next, self)
  const scope = scopeOf(productPromotions, actor)
  const overlaps = found.starts_on
    ? await rows(
        db,
        {
          ...{
            id: 'number',
            product_name: 'string',
            promotion_price: 'number',
            starts_on: 'string',
            ends_on: 'string',
          },
          stores: jsonOf<Named[]>(),
        },
        sql`select r.id, r.product_name, r.promotion_price, r.starts_on, r.ends_on,
              coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.code) from stores s where s.id = any(r.stores)), '[]') as stores
            from (${candidateOf(next, self)}) x join product_promotions r on r.deleted_at is null and r.active and r.id is distinct from x.id and ${sql.raw(overlapSql('x', 'r'))}
            where ${scope ?? sql`true`} order by r.starts_on, r.id limit ${sql.lit(SHOWN)}`,
      )
    : []
  const say = (sentence: string) => tell(sentence, actor.language)
  return {
    concerns: Object.fromEntries(Object.entries(found).map(([name, sentence]) => [name, say(sentence)])),
    overlaps,
  }
}
