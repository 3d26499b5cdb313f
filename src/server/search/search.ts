/** The one file of this folder that others import (tests/rules/doors.test.ts): text search and the index of its words. */
export {
  INDEX_LATER,
  indexPending,
  indexSearch,
  rebuildSearchIndex,
  searchIndexFunctions,
  searchIndexTableOf,
  searchIndexTables,
  searchTextOf,
  waitingTableOf,
  wrongSearchIndex,
} from './index.ts'
export { searched } from './search-plan.ts'
