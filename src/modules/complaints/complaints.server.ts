import type { House } from '#server/house.ts'
import { get } from '#server/http/route.ts'
import { startPostman } from '#server/mail/postman.ts'
import { startReader } from '#server/mail/reader.ts'
import { listParameters } from '#server/resource/parameters.ts'
import { serve } from '#server/resource/serve.ts'
import type { Serving } from '#server/resource/serving.ts'
import { refuse } from '../../shared/refusals.ts'
import { acts } from './acts.server.ts'
import { assignRoutes } from './assign.server.ts'
import { boardRoutes } from './board.server.ts'
import { caseFileRoutes } from './case-file.server.ts'
import { byTheClock } from './clock.server.ts'
import { commentRoutes } from './comments.server.ts'
import { complaints, feedback } from './complaints.ts'
import { costRoutes, hindrances, recordCost } from './cost.server.ts'
import { customerRoutes } from './customer.server.ts'
import { draftRoutes, sweepDrafts } from './drafts.server.ts'
import { duplicateRoutes } from './duplicates.server.ts'
import { erase } from './erase.server.ts'
import { escalationRoutes } from './escalation.server.ts'
import { extendRoutes } from './extend.server.ts'
import { complaintFlow } from './flow.ts'
import { handlerRoutes } from './handlers.server.ts'
import { assigned, refuseAssigning, refuseNoHandler, reprioritised, stepColumns } from './handling.server.ts'
import { complaintImports } from './import.server.ts'
import { linkRoutes } from './links.server.ts'
import { markReader, sweepMarks, unmarked } from './marks.server.ts'
import { mergeRoutes } from './merge.server.ts'
import { newComplaint } from './new-complaint.server.ts'
import { wrongNumbers } from './numbers.server.ts'
import { pauseRoutes } from './pause.server.ts'
import { publicRoutes } from './public.server.ts'
import { receive } from './receive.server.ts'
import { receivedRoutes } from './received.server.ts'
import { mailRoutes } from './send-mail.server.ts'
import { counts, filters } from './status.server.ts'
import { deadlineJobs, deadlineReader, deadlineTimes, startWatch, unwatched } from './watch.server.ts'

type Creating = NonNullable<NonNullable<Serving['before']>['create']>
const created =
  (source: 'staff' | 'public'): Creating =>
  async (columns, { actor, tx }) => {
    refuseAssigning(columns, {}, actor)
    await refuseNoHandler(tx, columns, {})
    return newComplaint(recordCost(columns, {}, actor), source)
  }

const serving: Serving = {
  flow: complaintFlow,
  filters,
  acts,
  before: {
    create: created('staff'),
    update: async (columns, old, { actor, tx }) => {
      if (old.merged_into_id) refuse('merged')
      refuseAssigning(columns, old, actor)
      await refuseNoHandler(tx, columns, old)
      return assigned(reprioritised(recordCost(columns, old, actor), old), old)
    },
    step: stepColumns,
  },
  hindrances,
  imports: complaintImports,
  routes: [
    get(
      'counts',
      {
        needs: 'read',
        summary:
          'How many complaints in each status, under the same filters as the list, whose status, page and order say nothing here; `at_least` names those of which a search found more than were counted',
        query: listParameters(complaints, filters),
      },
      (call) => counts(call),
    ),
    ...assignRoutes,
    ...extendRoutes,
    ...handlerRoutes,
    ...costRoutes,
    ...commentRoutes,
    ...mailRoutes,
    ...pauseRoutes,
    ...mergeRoutes,
    ...linkRoutes,
    ...duplicateRoutes,
    ...draftRoutes,
    ...caseFileRoutes,
    ...escalationRoutes,
  ],
}

const served = serve(complaints, serving)
/** What came by the public form; the acts beyond its five are those of the complaint that each of it is. */
const { routes: _own, imports: _imports, ...plain } = serving
const servedFeedback = serve(feedback, { ...plain, before: { ...plain.before, create: created('public') } })
export default {
  ...served,
  routes: [
    ...served.routes,
    ...servedFeedback.routes,
    ...boardRoutes,
    ...customerRoutes,
    ...publicRoutes,
    ...receivedRoutes,
  ],
}

export const verify = [wrongNumbers, unwatched, unmarked]
export { erase }
export const timed = (house: House) => [
  ...byTheClock(serving, house),
  ...deadlineTimes(house),
  { name: 'sweep-marks', cron: '41 3 * * *', work: () => sweepMarks(house.db) },
  { name: 'sweep-drafts', cron: '43 3 * * *', work: () => sweepDrafts(house.db) },
]
export const jobs = deadlineJobs
export const reader = [markReader, deadlineReader]
export const running = (house: House) => {
  const stops = [startPostman(house), startReader(house, receive), startWatch(house)]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
