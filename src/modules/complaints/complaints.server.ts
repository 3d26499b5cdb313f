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
import { complaints } from './complaints.ts'
import { costRoutes, hindrances, recordCost } from './cost.server.ts'
import { customerRoutes } from './customer.server.ts'
import { draftRoutes, sweepDrafts } from './drafts.server.ts'
import { duplicateRoutes } from './duplicates.server.ts'
import { erase } from './erase.server.ts'
import { escalationRoutes } from './escalation.server.ts'
import { complaintFlow } from './flow.ts'
import { handlerRoutes } from './handlers.server.ts'
import { assigned, refuseAssigning, reprioritised, stepColumns } from './handling.server.ts'
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

const serving: Serving = {
  flow: complaintFlow,
  filters,
  acts,
  before: {
    create: (columns, { actor }) => {
      refuseAssigning(columns, {}, actor)
      return newComplaint(recordCost(columns, {}, actor), 'staff')
    },
    update: (columns, old, { actor }) => {
      if (old.merged_into_id) refuse('merged')
      refuseAssigning(columns, old, actor)
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
export default {
  ...served,
  routes: [...served.routes, ...boardRoutes, ...customerRoutes, ...publicRoutes, ...receivedRoutes],
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
