import type { AppContext } from '#server/app-context.ts'
import type { Timed } from '#server/jobs/jobs.ts'
import { consentsRoute } from '#server/private/consents.ts'
import { opened } from '#server/private/fields.ts'
import type { Keys } from '#server/private/keys.ts'
import { nextOf } from '#server/resource/judging.ts'
import type { ModuleOptions } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import type { Columns } from '#server/resource/statements.ts'
import { behind, DESK_BODY, keepDeskConsents } from './desk.server.ts'
import { handoverPublicRoutes, handoverRoutes, sweepHandovers } from './handover.server.ts'
import { changed, type Form, judgedBeside, lackingCard, placeOf, prepared } from './judged.server.ts'
import { knownRoute } from './known.server.ts'
import { memberRegister, memberRegisterNew } from './member-register.ts'
import { publicRoutes } from './public.server.ts'

const servingOf = (form: Form): ModuleOptions => ({
  beside: DESK_BODY,
  before: {
    create: async (given, { tx, call }) => {
      const { columns, lacking } = await behind(tx, call.actor, given, call)
      return prepared(tx, columns, form, placeOf(call), { ...lackingCard(columns), ...lacking })
    },
    update: (columns, old, hook) => {
      const place = placeOf(hook.call)
      return changed(hook.tx, columns, { ...old, ...openedOf(place.keys, old) }, place)
    },
  },
  judge: async (columns, about) => {
    const { db, actor, context, old, call } = about
    const place = placeOf({ context })
    const opened = old && { ...about, old: { ...old, ...openedOf(place.keys, old) } }
    const lacking = old ? {} : { ...lackingCard(columns), ...(await behind(db, actor, columns, call)).lacking }
    const self = Number(old?.id ?? 0)
    return { ...lacking, ...(await judgedBeside(nextOf(columns, opened ?? about), form, place, { db, self })) }
  },
  routes: [consentsRoute(memberRegister)],
  // A transaction of its own, in which the same request is looked for.
  after: { create: (id, { tx, call }) => keepDeskConsents(tx, id, call) },
})

const openedOf = (keys: Keys, old: Columns): Columns =>
  Object.fromEntries(
    ['birth_date', 'identity_number', 'card_number'].map((name) => [
      name,
      opened(keys, memberRegister, name, old[name]),
    ]),
  )

export default serve(memberRegister, {
  ...servingOf('desk'),
  routes: [consentsRoute(memberRegister), knownRoute, ...handoverRoutes],
  rootRoutes: [...serve(memberRegisterNew, servingOf('steps')).routes, ...publicRoutes, ...handoverPublicRoutes],
})

/** Every hour: what is sealed for a customer's signature is not to lie about till the night. */
export const timed = ({ db }: AppContext): readonly Timed[] => [
  { name: 'sweep-handovers', cron: '19 * * * *', work: async () => void (await sweepHandovers(db)) },
]
