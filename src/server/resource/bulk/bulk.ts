/** The one file of this folder that others import (tests/rules/doors.test.ts): acts on many records at once. */
export { progressRoutes } from './bulk-progress.ts'
export { bulkRoutes } from './bulk-routes.ts'
export { bulkJob, type FindBulkAction, resumeBulks } from './bulk-worker.ts'
