import { IconMessageChatbot } from '@tabler/icons-react'
import { type ComponentType, Suspense, useCallback, useEffect, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { lazyWithCatalog } from '../../catalogs.ts'
import { useFocusBack } from '../../ui/dialogs/focus-back.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import css from './launcher.module.css'

export interface AssistantProps {
  close: () => void
}

const FOUND = import.meta.glob<{ default: ComponentType<AssistantProps> }>(
  '../../../modules/assistant/assistant.web.tsx',
)
const [load] = Object.values(FOUND)
const Assistant = load && lazyWithCatalog(load)

/** The button by which the assistant opens, and Ctrl+/; the drawer itself is fetched when it first opens. */
export function AssistantLauncher({ isMenuBeside }: { isMenuBeside: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useFocusBack(isOpen)
  useShortcut(isOpen, () => setOpen(true))
  if (!Assistant) return null
  return (
    <>
      <div className={css.place} data-launcher data-in-menu={isMenuBeside || undefined} hidden={isOpen}>
        <button
          type="button"
          className={css.button}
          title={`${t('Assistant')} (Ctrl+/)`}
          aria-label={t('Assistant')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-keyshortcuts="Control+/"
          onPointerEnter={() => void load?.()}
          onClick={() => setOpen(true)}
        >
          <IconMessageChatbot size={22} aria-hidden />
          <span className={css.label} aria-hidden>
            {t('Assistant')}
          </span>
        </button>
      </div>
      {isOpen && (
        <ErrorBoundary instead={null}>
          <Suspense>
            <Assistant close={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

/** Ctrl+/, and Command+/ on a Mac; once it is open the drawer hears the key itself. */
function useShortcut(isOpen: boolean, open: () => void): void {
  useEffect(() => {
    if (isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key !== '/') return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
