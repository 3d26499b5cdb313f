import type { AppContext } from '#server/app-context.ts'
import type { ModuleOptions, ServedModule } from '#server/resource/module-options.ts'
import { serve } from '#server/resource/routes.ts'
import { servingEvents } from './engine/events.server.ts'
import { type Face, GAME, GIFT } from './engine/faces.ts'
import { servingGifts } from './engine/gifts.server.ts'
import { closeAll } from './engine/plans.server.ts'
import { takeBack } from './engine/returns.server.ts'
import { verifyDraws } from './engine/verify.server.ts'

/** The log is written by draws alone. */
const servingLogs: ModuleOptions = {
  without: ['update', 'destroy'],
  after: {
    step: async (name, id, { tx }) => {
      if (name === 'not_taken') await takeBack(tx, id)
    },
  },
}

const of = (face: Face): ServedModule[] => [serve(face.gift, servingGifts), serve(face.log, servingLogs)]

export default serve(GIFT.event, servingEvents(GIFT))

/** Gifts and log go with their event; games are the second face of all three. */
export const also = [...of(GIFT), serve(GAME.event, servingEvents(GAME)), ...of(GAME)]

/** Events whose date has come are closed, so that everybody can check them. */
export const timed = (context: AppContext) => [
  { name: 'close-events', cron: '* * * * *', work: () => closeAll(context.db) },
]

export const verify = verifyDraws
