import { useSyncExternalStore } from 'react'

/** How far the export of a list is; it goes on when its page is left. */
export interface Exporting {
  rows: number
  /** 0 while nobody knows. */
  expected: number
  stop: () => void
}

let running: ReadonlyMap<string, Exporting> = new Map()
const listeners = new Set<() => void>()

export const useExporting = (wire: string): Exporting | undefined =>
  useSyncExternalStore(listen, () => exportingOf(wire))

export const exportingOf = (wire: string): Exporting | undefined => running.get(wire)

export function setExporting(wire: string, now: Exporting | undefined): void {
  const next = new Map(running)
  if (now) next.set(wire, now)
  else next.delete(wire)
  running = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
