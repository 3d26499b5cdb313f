import { refuse } from '../../shared/refusals.ts'
import { record } from '../activity/activity.ts'
import { anyValue, namedAnswer, pageOf } from '../http/answers.ts'
import { del, get, post, type Route } from '../http/route.ts'
import { pageParameters } from '../resource/query/parameters.ts'
import { readPage } from '../resource/query/parse-query.ts'
import { dropJob, GIVEN_UP, givenUp, runAgain } from './jobs.ts'

const FAILED_JOB = namedAnswer('FailedJob', { ...GIVEN_UP, payload: anyValue('what the job was told') })

/** Jobs that gave up: read why, run again, or let go. */
export const jobRoutes: Route[] = [
  get(
    'job',
    {
      needs: { permission: 'system', flag: 'read' },
      summary: 'Failed jobs',
      query: pageParameters(),
      answers: pageOf(FAILED_JOB),
    },
    ({ db, query }) => {
      const { page, perpage } = readPage(query)
      return givenUp(db, page, perpage)
    },
  ),
  post(
    'job/:id/run',
    { needs: { permission: 'system', flag: 'edit' }, answers: null, summary: 'Run it again' },
    async ({ db, id, actor, context }) => {
      if (!(await runAgain(db, id))) refuse('not found')
      await record(db, actor, { action: 'run again', module: 'jobs', recordId: id })
      context.feed.nudge()
      return null
    },
  ),
  del(
    'job/:id',
    { needs: { permission: 'system', flag: 'delete' }, answers: null, summary: 'Let it go' },
    async ({ db, id, actor, context }) => {
      if (!(await dropJob(db, id))) refuse('not found')
      await record(db, actor, { action: 'destroy', module: 'jobs', recordId: id })
      context.feed.nudge()
      return null
    },
  ),
]
