import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { row } from '#server/db/db.ts'
import { type FileAccesses, seesRecord } from '#server/files/access.ts'
import { serve } from '#server/resource/routes.ts'
import { statisticsRoutes } from '#server/statistics/routes.ts'
import { calendarRoutes } from './calendar/calendar.server.ts'
import { checklistRoutes } from './checklist/checklist.server.ts'
import { checklistItems } from './checklist.ts'
import { waitingReader } from './dependencies/waits.server.ts'
import { anonymize } from './erase.server.ts'
import { STATISTICS_ROWS } from './figures.ts'
import { lateTimes } from './lateness/late.server.ts'
import { listCalls } from './list/calls.server.ts'
import { filters } from './list/filters.server.ts'
import { taskImports } from './list/import.server.ts'
import { severalRoute } from './list/several.server.ts'
import { loadRoutes } from './load/load.server.ts'
import { progressActs, progressRoutes } from './progress/progress.server.ts'
import { spentRoute } from './progress/spent.server.ts'
import { broughtAlong, judgeTask, refuseWrongTask } from './rules/changes.server.ts'
import { peopleRoutes } from './rules/people.server.ts'
import { stepColumns, stepGuards } from './rules/steps.server.ts'
import { tasks } from './task-management.ts'
import { todayRoutes } from './today/today.server.ts'

export default serve(tasks, {
  filters,
  acts: progressActs,
  before: {
    create: async (columns, { tx, actor }) => {
      await refuseWrongTask(tx, columns, {}, actor)
      return { ...columns, source: 'staff' }
    },
    update: async (columns, old, { tx, actor }) => {
      await refuseWrongTask(tx, columns, old, actor)
      return broughtAlong(columns, old, actor)
    },
    step: (name, columns) => stepColumns(name, columns),
  },
  judge: judgeTask,
  guards: stepGuards,
  imports: taskImports,
  mayBeLate: true,
  routes: [
    ...listCalls,
    severalRoute,
    ...peopleRoutes,
    ...progressRoutes,
    spentRoute,
    ...checklistRoutes,
    ...calendarRoutes,
    ...loadRoutes,
    ...todayRoutes,
    ...statisticsRoutes(tasks, {
      path: 'statistics',
      rows: STATISTICS_ROWS,
      summary: 'Tasks done on time and late, open and cancelled, their quality, hours estimated and spent',
    }),
  ],
})

export { anonymize as erase }
export const reader = waitingReader
export const timed = (context: AppContext) => lateTimes(context)

/** The photos of a checklist belong to its task. */
export const files: FileAccesses = {
  [checklistItems.name]: {
    isOpen: async (db, { record_id }, actor) => {
      const found = await row(
        db,
        { task: 'number' },
        sql`select task from task_checklist_items where id = ${record_id}`,
      )
      return found !== undefined && seesRecord(db, tasks, found.task, actor)
    },
  },
}
