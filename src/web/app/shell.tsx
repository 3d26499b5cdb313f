import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '../../shared/language.ts'
import { ActsNotice } from '../acts/acts-notice.tsx'
import { busy } from '../busy.ts'
import { lazyWithCatalog } from '../catalogs.ts'
import { screenQuery } from '../screen-query.ts'
import { keepFresh, useSession } from '../session.ts'
import { useSettings } from '../theme/settings.ts'
import { ConfirmHost } from '../ui/dialogs/confirm.tsx'
import { SnackbarHost } from '../ui/snackbar.tsx'
import { redirectOf } from './addresses.ts'
import { AssistantLauncher } from './assistant/launcher.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { keepAwake, useIdleEnd } from './idle.ts'
import { useLive } from './live.ts'
import bar from './loading-bar.module.css'
import { go, usePath } from './location.ts'
import { SideMenu } from './menu/side-menu.tsx'
import { Screen } from './screen.tsx'
import css from './shell.module.css'
import { TopBar } from './top-bar.tsx'

const PlaceNotice = lazyWithCatalog(() => import('./place-notice.tsx'))
const IdleNotice = lazyWithCatalog(() => import('./idle-notice.tsx'))

/** There is room for the menu beside the content. */
const useLargeScreen = screenQuery('(min-width: 75em)')

/** What stands around every screen of a signed-in person. */
export function Shell() {
  // The menu stands beside the content, or lies over it and closes again.
  const isLarge = useLargeScreen()
  const [isOpen, setOpen] = useState(isLarge)
  useEffect(() => setOpen(isLarge), [isLarge])
  useEffect(keepFresh, [])
  useLive()
  const main = useFocusOnArrival()
  const { container } = useSettings()
  const close = useCallback(() => setOpen(false), [])
  const session = useSession()
  const { scope } = session.role
  useEffect(() => keepAwake(session.idle_minutes), [session.idle_minutes])
  const idleEnd = useIdleEnd()
  const lacks = (scope === 'store' || scope === 'department') && !session[scope] && scope
  return (
    <div className={css.shell} data-menu={isOpen && isLarge ? 'beside' : undefined}>
      <button type="button" className={css.skip} onClick={() => main.current?.focus()}>
        {t('Skip to the content')}
      </button>
      <LoadingBar />
      <TopBar isMenuOpen={isOpen} toggleMenu={() => setOpen((before) => !before)} />
      <SideMenu isOpen={isOpen} isBeside={isLarge} close={close} />
      <div className={css.stage} inert={isOpen && !isLarge}>
        <ConnectionBanner />
        <ErrorBoundary instead={null}>
          <Suspense>{lacks && <PlaceNotice lacks={lacks} />}</Suspense>
          <Suspense>{idleEnd !== null && <IdleNotice endsAt={idleEnd} />}</Suspense>
        </ErrorBoundary>
        <ActsNotice />
        <main id="main" ref={main} className={css.main} tabIndex={-1}>
          <div className={css.content} data-narrow={container || undefined}>
            <Guarded />
          </div>
        </main>
      </div>
      <AssistantLauncher isMenuBeside={isOpen && isLarge} />
      <SnackbarHost />
      <ErrorBoundary instead={null}>
        <ConfirmHost />
      </ErrorBoundary>
    </div>
  )
}

/** The screen of the address, or the way to where the person may be (specification section 5, route guard). */
function Guarded() {
  const path = usePath()
  const { route_access } = useSession()
  const elsewhere = redirectOf(path, route_access)
  useLayoutEffect(() => {
    if (elsewhere) go(elsewhere, { replace: true })
  }, [elsewhere])
  return elsewhere ? null : <Screen />
}

/** A new screen starts at its top, for the eye and for a screen reader. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const path = usePath()
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    main.current?.scrollTo({ top: 0 })
    // What is typed ahead may be held for a box of the page that comes.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}

/** Runs along the top while any call is under way. */
function LoadingBar() {
  const isBusy = useSyncExternalStore(busy.listen, () => busy.read().count > 0)
  return <div className={bar.bar} data-busy={isBusy || undefined} aria-hidden />
}
