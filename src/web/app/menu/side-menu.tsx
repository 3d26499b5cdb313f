import { useEffect, useRef } from 'react'
import { menuFor } from '../../../modules/menu.ts'
import { t } from '../../../shared/language.ts'
import { useSession } from '../../session.ts'
import { usePath } from '../location.ts'
import { useCounts } from '../notifications/use-counts.ts'
import { MenuTree, selectedUrl } from './menu-tree.tsx'
import css from './side-menu.module.css'

interface SideMenuProps {
  isOpen: boolean
  /** Beside the content, not over it. */
  isBeside: boolean
  close: () => void
}

/** The menu at the left: beside the content on a large screen, over it on a smaller one. */
export function SideMenu({ isOpen, isBeside, close }: SideMenuProps) {
  const isOver = isOpen && !isBeside
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOver) return
    drawer.current?.querySelector<HTMLElement>('[aria-current], a')?.focus({ preventScroll: true })
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOver, close])
  return (
    <>
      {isOver && <div className={css.veil} onClick={close} aria-hidden />}
      <nav
        id="menu"
        ref={drawer}
        className={css.drawer}
        data-open={isOpen || undefined}
        data-over={!isBeside || undefined}
        aria-label={t('Menu')}
        inert={!isOpen}
      >
        <Entries afterClick={isBeside ? undefined : close} />
      </nav>
    </>
  )
}

function Entries({ afterClick }: { afterClick?: () => void }) {
  const { route_access } = useSession()
  const path = usePath()
  const counts = useCounts()
  const nodes = menuFor(route_access)
  return <MenuTree nodes={nodes} selected={selectedUrl(nodes, path)} counts={counts} afterClick={afterClick} />
}
