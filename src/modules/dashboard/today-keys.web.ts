import type { RefObject } from 'react'
import { t } from '../../shared/language.ts'
import { usePageKeys } from '../../web/screens/list/page-keys.ts'
import { type PageAct, usePageActs } from '../../web/screens/page-acts.ts'

/**
 * By keyboard alone: j and k go from line to line, Enter opens it. The line's own acts have the keys of its list; it stays the one they
 * are done to, wherever the focus is after one of them.
 * @param active the line that was gone to last
 */
export function useTodayKeys(place: RefObject<HTMLElement | null>, active: string | undefined): void {
  const step = (by: number) => () => {
    const links = [...(place.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    const at = links.findIndex((link) => link.dataset.line === active)
    links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
  }
  usePageKeys({ j: step(1), k: step(-1) })
  usePageActs({ of: t('Waits for you'), keys: '', list: keysOfToday })
}

const keysOfToday = (): PageAct[] => [
  { keys: ['j', 'k'], label: t('Next and previous line') },
  { keys: ['Enter'], label: t('Open the row') },
]
