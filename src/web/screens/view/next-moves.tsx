import { Portal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../../shared/language.ts'
import css from './next-moves.module.css'

export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false }) ?? false

/** What can be done with a record as it stands; on a phone at the foot of the window, whatever the page above it is doing. */
export function NextMoves({ state, children }: { state: string; children: ReactNode }) {
  const isPhone = useIsPhone()
  const moves = useFocusKept(state)
  const bar = (
    <section
      ref={moves}
      tabIndex={-1}
      className={css.moves}
      data-foot-bar={isPhone || undefined}
      aria-label={t('Next moves')}
    >
      {children}
    </section>
  )
  return isPhone ? <Portal>{bar}</Portal> : bar
}

const AFTER_DIALOG_MS = 300

/** The button of a step goes with the step: the keyboard stays where the next moves are. */
function useFocusKept(state: string) {
  const place = useRef<HTMLElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    }, AFTER_DIALOG_MS)
    return () => clearTimeout(timer)
  }, [state])
  return place
}
