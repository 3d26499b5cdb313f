import { useSyncExternalStore } from 'react'
import { busy } from '../busy.ts'
import css from './loading-bar.module.css'

/** Runs along the top while any call is under way. */
export function LoadingBar() {
  const isBusy = useSyncExternalStore(busy.listen, () => busy.read().count > 0)
  return <div className={css.bar} data-busy={isBusy || undefined} aria-hidden />
}
