import { described, either, namedAnswer, rowOf } from '#server/http/answers.ts'
import { get, type Route } from '#server/http/route.ts'
import { countWaiting, waitingRegisters, waitsFor, worstWaiting } from '#server/resource/waiting.ts'
import { modules } from '../index.ts'

/** Lines of a register; the list has all. */
const MOST = 6

const WAITING = namedAnswer('Waiting', {
  module: 'string',
  count: described('How many wait in it; the lines are the worst of them', 'number'),
  lines: [
    {
      clock: described('Which clock of the register counts, the gravest being 0; null where none runs', 'number?'),
      at: described('When that clock runs out, or did; without one since when it waits', 'date'),
      row: either(
        ...modules.filter(({ pendingFilter, internal }) => pendingFilter && !internal).map((one) => rowOf(one)),
      ),
    },
  ],
})

/** What waits for whoever asks, of every register whose definition says that something may: one call for all. */
export const todayRoutes: Route[] = [
  get(
    'today',
    {
      needs: 'session',
      answers: { registers: [WAITING] },
      summary: 'What waits for the caller in every register, the worst first; those where nothing does are left out',
    },
    async ({ db, actor, context: { config } }) => {
      const found = waitingRegisters(actor)
        .filter((one) => waitsFor(actor, one))
        .map(async (one) => {
          const count = await countWaiting(db, one, actor, config.timezone)
          const lines = count > 0 ? await worstWaiting(db, one, actor, config.timezone, MOST) : []
          return { module: one.name, count, lines }
        })
      return { registers: (await Promise.all(found)).filter(({ lines }) => lines.length > 0) }
    },
  ),
]
