import { screenQuery } from '../../screen-query.ts'

/** Whether a list stands as cards: a table has no room. */
export const useIsNarrow = screenQuery('(width < 768px)')
