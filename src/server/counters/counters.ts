/** The one file of this folder that others import (tests/rules/doors.test.ts): totals and figures that are counted ahead. */
export { compactDeltas, PIECE, sweepCounts } from './compact.ts'
export { startOfPage } from './deep-page.ts'
export { type Figures, figuresBy } from './figures.ts'
export { doneByDay, timesOf } from './figures-times.ts'
export { recount } from './recount.ts'
export { counterFunctions, counterTables, counterTablesOf } from './tables.ts'
export { countedTotal } from './totals.ts'
export { type Check, verifyFigures } from './verify-figures.ts'
