import type { AppContext } from '#server/app-context.ts'
import { get } from '#server/http/route.ts'
import { startPostman } from '#server/mail/postman.ts'
import { startReader } from '#server/mail/reader.ts'
import type { ModuleOptions } from '#server/resource/module-options.ts'
import { listParameters } from '#server/resource/query/parameters.ts'
import { serve } from '#server/resource/routes.ts'
import { refuse } from '../../shared/refusals.ts'
import { assigneeRoutes } from './assignment/assignees.server.ts'
import { assistRoutes } from './assist/assist.server.ts'
import { byDepartment } from './board/by-department.server.ts'
import { caseFileRoutes } from './case-file/case-file.server.ts'
import { discussion } from './comments/comments.server.ts'
import { complaints, feedback } from './complaints.ts'
import { costGuards, costRoutes, recordCost } from './cost/cost.server.ts'
import { customerRoutes } from './customer/customer.server.ts'
import { byTheClock } from './deadlines/auto-close.server.ts'
import { extendRoutes } from './deadlines/extend.server.ts'
import {
  deadlineJobs,
  deadlineReader,
  deadlineTimes,
  startDeadlineMonitor,
  unwatched,
} from './deadlines/monitor.server.ts'
import { pauseRoutes } from './deadlines/pause.server.ts'
import { escalationRoutes } from './escalation/escalation.server.ts'
import { acts } from './handling/actions.server.ts'
import { assignRoutes } from './handling/assign.server.ts'
import { anonymize } from './handling/erase.server.ts'
import { files } from './handling/files.server.ts'
import { handlerRoutes } from './handling/handlers.server.ts'
import { newComplaint } from './handling/new-complaint.server.ts'
import { wrongNumbers } from './handling/numbers.server.ts'
import { taskGuards } from './handling/tasks.server.ts'
import {
  assigned,
  refuseAssigning,
  refuseNoHandler,
  reprioritised,
  stepColumns,
} from './handling/transitions.server.ts'
import { complaintImports } from './list/import.server.ts'
import { COUNTS, counts, filters } from './list/status.server.ts'
import { lowScoreReader } from './low-scores/low-scores.server.ts'
import { answerWayRoutes } from './mail/answer-ways.server.ts'
import { receivedRoutes } from './mail/incoming.server.ts'
import { receive } from './mail/ingest.server.ts'
import { mailRoutes } from './mail/send-mail.server.ts'
import { learnProposals } from './proposer/learning.server.ts'
import { proposerRoutes } from './proposer/proposer.server.ts'
import { publicRoutes } from './public/public.server.ts'
import { duplicateRoutes } from './related/duplicates.server.ts'
import { fingerprintConsumer, missingFingerprints, sweepFingerprints } from './related/fingerprints.server.ts'
import { likelyRoutes } from './related/likely.server.ts'
import { linkRoutes } from './related/links.server.ts'
import { mergeRoutes, refuseTrashOfSurvivor } from './related/merge.server.ts'

type Creating = NonNullable<NonNullable<ModuleOptions['before']>['create']>
const created =
  (source: 'staff' | 'public'): Creating =>
  async (columns, { actor, tx }) => {
    refuseAssigning(columns, {}, actor)
    await refuseNoHandler(tx, columns, {})
    return newComplaint(tx, recordCost(columns, {}, actor), source)
  }

const serving: ModuleOptions = {
  filters,
  discussion,
  boardLayouts: { department: byDepartment },
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
  after: {
    step: { trash: (id, { tx }) => refuseTrashOfSurvivor(tx, id) },
  },
  guards: (step) => [...costGuards(step), ...taskGuards(step)],
  imports: complaintImports,
  routes: [
    get(
      'counts',
      {
        needs: 'read',
        answers: COUNTS,
        summary:
          'How many complaints in each status, under the same filters as the list, whose status, page and order say nothing here; `at_least` names those of which a search found more than were counted',
        query: listParameters(complaints, filters),
      },
      (call) => counts(call),
    ),
    ...assignRoutes,
    ...assigneeRoutes,
    ...extendRoutes,
    ...handlerRoutes,
    ...costRoutes,
    ...mailRoutes,
    ...answerWayRoutes,
    ...pauseRoutes,
    ...mergeRoutes,
    ...linkRoutes,
    ...duplicateRoutes,
    ...likelyRoutes,
    ...caseFileRoutes,
    ...escalationRoutes,
    ...assistRoutes,
    ...proposerRoutes,
  ],
}

/** What came by the public form; the acts beyond its five are those of the complaint that each of it is. */
const { routes: _own, imports: _imports, ...plain } = serving
const servedFeedback = serve(feedback, { ...plain, before: { ...plain.before, create: created('public') } })
export default serve(complaints, {
  ...serving,
  rootRoutes: [...servedFeedback.routes, ...customerRoutes, ...publicRoutes, ...receivedRoutes],
})

export const verify = [wrongNumbers, unwatched, missingFingerprints]
export { anonymize as erase, files }
export const timed = (context: AppContext) => [
  ...byTheClock(serving, context),
  ...deadlineTimes(context),
  { name: 'learn-proposals', cron: '17 2 * * *', work: () => learnProposals(context.db) },
  { name: 'sweep-marks', cron: '41 3 * * *', work: () => sweepFingerprints(context.db) },
]
export const jobs = deadlineJobs
export const reader = [fingerprintConsumer, deadlineReader, lowScoreReader]
export const running = (context: AppContext) => {
  const stops = [startPostman(context), startReader(context, receive), startDeadlineMonitor(context)]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
