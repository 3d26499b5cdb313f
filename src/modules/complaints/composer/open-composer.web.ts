export type ComposerTab = 'answer' | 'note' | 'call'

type Listener = (tab: ComposerTab) => void

const listeners = new Map<number, Listener>()
/** Asked for before its case was on the screen. */
let awaited: { id: number; tab: ComposerTab } | undefined

/** Hears what is opened from elsewhere, e.g. by a key or from the bar under the thumb. Answers how to stop. */
export function listenToComposer(id: number, listener: Listener): () => void {
  listeners.set(id, listener)
  if (awaited?.id === id) listener(awaited.tab)
  awaited = undefined
  return () => {
    if (listeners.get(id) === listener) listeners.delete(id)
  }
}

/** Opens the composer of a case; of one that is not on the screen yet, as soon as it is. Answers whether it was. */
export function openComposer(id: number, tab: ComposerTab): boolean {
  const listener = listeners.get(id)
  awaited = listener ? undefined : { id, tab }
  listener?.(tab)
  return listener !== undefined
}
