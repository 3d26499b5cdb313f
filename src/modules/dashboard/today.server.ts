import { described, either, namedAnswer, rowOf } from '#server/http/answers.ts'
import { get, type Route } from '#server/http/route.ts'
import { one } from '#server/resource/query/parse-query.ts'
import {
  countTheirs,
  countWaiting,
  theirOwn,
  waitingRegisters,
  waitsFor,
  worstWaiting,
} from '#server/resource/waiting.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { modules } from '../index.ts'

/** Lines of a register; the list has all. */
const MOST = 6

const WAITING = namedAnswer('Waiting', {
  module: 'string',
  count: described('How many wait in it; the lines are the worst of them', 'number'),
  mine: described('Of these the ones that wait for the caller, and not for somebody else', 'number'),
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
      summary:
        'What waits in every register for the caller and those beside them, the worst first; those where nothing does are left out',
      query: {
        whose: {
          says: '`mine` leaves out what was given to somebody else; all in the scope of the caller unless said',
          schema: { enum: ['mine', 'all'] },
        },
      },
    },
    async ({ db, actor, query, context: { config } }) => {
      const isMine = readWhose(one(query.whose)) === 'mine'
      const found = waitingRegisters(actor)
        .filter((register) => waitsFor(actor, register))
        .map(async (register) => {
          const count = await countWaiting(db, register, actor, config.timezone)
          const theirs = count > 0 ? theirOwn(register, actor) : null
          const mine = theirs ? await countTheirs(db, register, actor, theirs) : count
          const isAny = (isMine ? mine : count) > 0
          const lines = isAny
            ? await worstWaiting(db, register, actor, config.timezone, MOST, isMine ? theirs : null)
            : []
          return { module: register.name, count, mine, lines }
        })
      return { registers: (await Promise.all(found)).filter(({ count }) => count > 0) }
    },
  ),
]

function readWhose(said: string | undefined): 'mine' | 'all' {
  if (said === undefined || said === 'all') return 'all'
  return said === 'mine'
    ? said
    : refuse('invalid', { fields: { whose: pack('{{field}} is not valid', { field: 'whose' }) } })
}
