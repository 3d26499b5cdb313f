/** The one file of this folder that others import (tests/rules/doors.test.ts): workbooks that go out and come in. */
export { differs } from './import/import-judge.ts'
export { type FindImports, importJob, isImportWriting, sweepImports, watchImports } from './import/import-work.ts'
export { isWaiting, refuseRows } from './import/imports.ts'
export { exportRoutes, sheetRoutes } from './routes.ts'
export { sendWorkbook } from './send-workbook.ts'
export { type Sheet, type SheetColumn, type SheetRow, workbook } from './xlsx/workbook.ts'
