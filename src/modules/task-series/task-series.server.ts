import type { AppContext } from '#server/app-context.ts'
import type { Timed } from '#server/jobs/jobs.ts'
import { serve } from '#server/resource/routes.ts'
import { anonymize } from './erase.server.ts'
import { makeRepeated } from './making.server.ts'
import { repetitionRoutes } from './routes.server.ts'
import { taskSeries } from './task-series.ts'

export default serve(taskSeries, { rootRoutes: repetitionRoutes })

export { anonymize as erase }

export const timed = (context: AppContext): readonly Timed[] => [
  { name: 'make-repeated-tasks', cron: '*/5 * * * *', work: () => makeRepeated(context) },
]
