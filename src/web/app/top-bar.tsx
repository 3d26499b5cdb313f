import { IconMenu2, IconPalette, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import { fetchAhead } from '../ahead.ts'
import { lazyWithCatalog, withCatalog } from '../catalogs.ts'
import { isTaken } from '../screens/list/list-keys.ts'
import { useSession } from '../session.ts'
import { AwaitedDialog } from '../ui/dialogs/awaited-dialog.tsx'
import { Link } from '../ui/link.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import shared from './menu/drop-down.module.css'
import { ProfileMenu } from './menu/profile-menu.tsx'
import { Bell } from './notifications/bell.tsx'
import { LanguagePicker } from './settings/language-picker.tsx'
import css from './top-bar.module.css'

const loadSearch = () => withCatalog(() => import('./search/search-dialog.tsx'))
const SearchDialog = lazy(loadSearch)
const KeysHelp = lazyWithCatalog(() => import('../screens/keys-help.tsx'))
const SettingsPanel = lazyWithCatalog(() => import('./settings/settings-panel.tsx'))

type Shown = 'search' | 'settings' | 'keys' | null

interface TopBarProps {
  isMenuOpen: boolean
  toggleMenu: () => void
}

export function TopBar({ isMenuOpen, toggleMenu }: TopBarProps) {
  const [shown, setShown] = useState<Shown>(null)
  const { chain_name } = useSession()
  const early = useRef('')
  const close = () => setShown(null)
  useShortcuts(setShown)
  return (
    <header className={css.bar}>
      <button
        type="button"
        className={shared.button}
        title={t('Menu')}
        aria-label={t('Menu')}
        aria-expanded={isMenuOpen}
        aria-controls="menu"
        onClick={toggleMenu}
      >
        <IconMenu2 size={20} aria-hidden />
      </button>
      <Link to="/" className={css.logo}>
        <Mark />
        <span className={css.name}>{chain_name ?? t('Retail chain')}</span>
      </Link>
      <button
        type="button"
        className={css.find}
        onPointerEnter={() => fetchAhead(loadSearch)}
        onClick={() => setShown('search')}
        aria-keyshortcuts="Control+K"
      >
        <IconSearch size={18} aria-hidden />
        <span className={css.hint}>{t('Find tickets, people, stores…')}</span>
        <kbd className={css.key} aria-hidden>
          Ctrl K
        </kbd>
      </button>
      <div className={css.tools}>
        <LanguagePicker />
        <button
          type="button"
          className={`${shared.button} ${css.settings}`}
          title={t('Look and layout')}
          aria-label={t('Look and layout')}
          aria-haspopup="dialog"
          onClick={() => setShown('settings')}
        >
          <IconPalette size={20} aria-hidden />
        </button>
        <Bell />
        <ProfileMenu openSettings={() => setShown('settings')} />
      </div>
      <ErrorBoundary key={shown} instead={null}>
        <Suspense
          fallback={<AwaitedDialog close={close} hold={(typed) => (early.current = shown === 'search' ? typed : '')} />}
        >
          {shown === 'search' && <SearchDialog close={close} early={early} />}
          {shown === 'keys' && <KeysHelp onClose={close} />}
          {shown === 'settings' && <SettingsPanel close={close} />}
        </Suspense>
      </ErrorBoundary>
    </header>
  )
}

/** Ctrl+K, and Command+K on a Mac, searches; ? shows the keys of where one is. */
function useShortcuts(show: (what: (before: Shown) => Shown) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (isCommand && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        show((before) => (before === 'search' ? null : 'search'))
      } else if (event.key === '?' && !event.defaultPrevented && !isTaken(event.target)) show(() => 'keys')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [show])
}

function Mark() {
  return (
    <svg className={css.mark} viewBox="0 0 32 32" width="28" height="28" aria-hidden focusable={false}>
      <rect width="32" height="32" rx="9" />
      <path d="M8 14.5V23h16v-8.5M7.5 9h17l1.5 4.2a3.1 3.1 0 0 1-5 .6 3.1 3.1 0 0 1-5 0 3.1 3.1 0 0 1-5 0 3.1 3.1 0 0 1-5-.6zM14 23v-4h4v4" />
    </svg>
  )
}
