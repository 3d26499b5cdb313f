import { createContext } from 'react'

/** What a page knows that is shown beside its list: how to go on to the next. */
export interface BesideList {
  onward: () => void
}

/** Null where a page has the screen for itself. */
export const Beside = createContext<BesideList | null>(null)
