import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import type { Timed } from '#server/jobs/jobs.ts'
import type { ModuleOptions } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import { statisticsRoutes } from '#server/statistics/routes.ts'
import { askRoute } from './ask.server.ts'
import { figureRoutes } from './figures.server.ts'
import { checkImports } from './import.server.ts'
import { priceChecking } from './price-checking.ts'
import { remindLate } from './remind.server.ts'
import { changedCheck, judgeCheck, newCheck, todayOf } from './rules.server.ts'

/** Nobody says that a price is wrong which shelf and till say as we do, or that it is right where one of them says another one. */
const guards: ModuleOptions['guards'] = (step, { shelf_price, till_price }) => {
  if (step === 'right')
    return [
      {
        where: sql`b.our_price <> coalesce(b.shelf_price, b.our_price) or b.our_price <> coalesce(b.till_price, b.our_price)`,
        refusal: 'price differs',
      },
    ]
  return step === 'wrong'
    ? [
        {
          where: sql`b.our_price = ${shelf_price}::numeric and b.our_price = ${till_price}::numeric`,
          refusal: 'price agrees',
        },
      ]
    : []
}

export default serve(priceChecking, {
  guards,
  imports: checkImports,
  before: {
    create: (columns, { tx, actor, call }) => newCheck(tx, columns, actor.id, todayOf(call.context, call.doneAt)),
    update: (columns, old, { tx }) => changedCheck(tx, columns, old),
  },
  judge: judgeCheck,
  mayBeLate: true,
  routes: [
    askRoute,
    ...figureRoutes,
    ...statisticsRoutes(priceChecking, {
      rows: ['month', 'store', 'product'],
      summary: 'Prices found wrong: products, stores, time to fix, complaints behind them',
    }),
  ],
})

export const timed = (context: AppContext): readonly Timed[] => [
  { name: 'remind-price-checks', cron: '*/5 * * * *', work: () => remindLate(context) },
]
