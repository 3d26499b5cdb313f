import { holdersOf } from '#server/holders.ts'
import { NAMED, namedAnswer, orNull } from '#server/http/answers.ts'
import { get } from '#server/http/route.ts'
import { idParameter } from '#server/resource/query/parameters.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { serve } from '#server/resource/routes.ts'
import { exportRoute } from './export.server.ts'
import { giveRoute } from './give.server.ts'
import { makeRoute } from './make.server.ts'
import { linesOf, ROUND_LINE, roundOf, STORE_SHOWN } from './page.server.ts'
import { remindRoute } from './remind.server.ts'
import { changedRound, moveTasks, PEOPLE, readyRound, sendRound, wrongDates } from './send.server.ts'
import { taskRounds } from './task-rounds.ts'
import { templateOf } from './template.server.ts'

const HOLDER = namedAnswer('StoreHolder', { store: STORE_SHOWN, person: orNull(NAMED), approver: 'number?' })

export default serve(taskRounds, {
  beside: { people: PEOPLE },
  judge: (columns, { old }) => (old ? {} : wrongDates(columns)),
  before: { create: readyRound, update: changedRound },
  after: { create: sendRound, change: moveTasks },
  routes: [
    get(
      'holders',
      {
        needs: 'add',
        answers: [HOLDER],
        summary: 'Every store that is open, and who would get its task of a template',
        query: { template: { ...idParameter('task-templates'), isRequired: true } },
      },
      async ({ db, actor, query }) => holdersOf(db, await templateOf(db, Number(one(query.template))), actor.id),
    ),
    get(
      ':id/progress',
      {
        needs: 'read',
        answers: { lines: [ROUND_LINE] },
        summary: 'How far each store is with the round, with its photos',
      },
      async ({ db, id, actor }) => {
        const round = await roundOf(db, id, actor)
        return { lines: await linesOf(db, round, actor) }
      },
    ),
    giveRoute,
    remindRoute,
    exportRoute,
  ],
  rootRoutes: [makeRoute],
})
