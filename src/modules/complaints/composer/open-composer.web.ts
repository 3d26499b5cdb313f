export type ComposerTab = 'answer' | 'note' | 'call'

type Listener = (tab: ComposerTab) => void

const listeners = new Set<Listener>()

/** Hears what is opened from elsewhere on the page, e.g. by a key or from the bar under the thumb. Answers how to stop. */
export function listenToComposer(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Opens the composer of the case on the screen. */
export function openComposer(tab: ComposerTab): void {
  for (const listener of listeners) listener(tab)
}
