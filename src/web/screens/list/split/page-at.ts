import { type ComponentType, createContext } from 'react'

/** Draws the screen of a path within another one; the shell's screen gives it, as screens do not import the shell's. */
export const PageAt = createContext<ComponentType<{ path: string }>>(() => null)
