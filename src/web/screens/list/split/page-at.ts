import { type ComponentType, createContext } from 'react'

interface PageAt {
  /** Draws the screen of a path within another one. */
  Page: ComponentType<{ path: string }>
  /** Fetches what draws it before it is opened. */
  fetchAhead: (path: string) => void
}

/** The shell's screens, given to those that it draws, as they do not import the shell's. */
export const PageAt = createContext<PageAt>({ Page: () => null, fetchAhead: () => undefined })
