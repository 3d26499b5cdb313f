import { t } from '../../../shared/language.ts'
import { typeAhead } from '../../../web/ui/type-ahead.ts'

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

/** Opens the composer of a case for what is typed from now on; of one that is not on the screen yet, as soon as it is. Answers whether it was. */
export function openComposer(id: number, tab: ComposerTab): boolean {
  const listener = listeners.get(id)
  awaited = listener ? undefined : { id, tab }
  listener?.(tab)
  writeIn(id, tab)
  return listener !== undefined
}

/** Leads what is typed to the box of a tab, which may still be on its way. */
export const writeIn = (id: number, tab: ComposerTab): void =>
  typeAhead(t('Write'), () =>
    document.querySelector<HTMLElement>(`[data-composer="${id}"][data-tab="${tab}"] :is([role="textbox"], textarea)`),
  )
