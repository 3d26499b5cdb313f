import { useMemo } from 'react'

/** The same object as before while nothing in it is another: what is drawn by it is not drawn anew. Its names are always the same. */
export const useSame = <T extends object>(next: T): T =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: its parts are all it depends on
  useMemo(() => next, Object.values(next))
