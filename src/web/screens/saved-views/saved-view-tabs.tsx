import { IconUsers } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { go } from '../../app/location.ts'
import { Link } from '../../ui/link.tsx'
import css from '../list/list.module.css'
import type { List } from '../list/use-list.ts'
import { waitingAddress } from '../list/waiting-tabs.tsx'
import { addressOf, inOrder, useSetup } from '../setup.ts'

/** The saved views as tabs, after the tabs of the list itself. */
export function ViewTabs({ list, children }: { list: List; children: ReactNode }) {
  const { setup, state, definition } = list
  const views = inOrder(setup)
  if (views.length === 0) return children
  return (
    <div className={css.tabLine}>
      {children}
      <nav className={css.tabs} aria-label={t('Saved views')}>
        {views.map((view) => (
          <Link
            key={view.id}
            to={addressOf(definition.name, view)}
            aria-current={state.view === view.id ? 'page' : undefined}
            title={view.share === 'nobody' ? undefined : t('Shared by {{name}}', { name: view.owner?.name ?? '–' })}
          >
            {view.share === 'nobody' ? null : <IconUsers size={14} aria-hidden="true" />}
            {view.name}
          </Link>
        ))}
      </nav>
    </div>
  )
}

/**
 * A list opened by its bare address begins with the view this person chose for it, or else with what waits or what its screen says; `view=none` is the way
 * past it. Answers whether it is on its way there, or may be.
 */
export function useFirstView({
  definition,
  tabs,
  isQueue,
  begins,
}: {
  definition: Definition
  tabs?: ReactNode
  isQueue?: boolean
  begins?: string
}): boolean {
  const setup = useSetup(definition.name)
  const first = setup.views.find((view) => view.id === setup.choices.view)
  const [isBare, setBare] = useState(() => isBareOf(definition))
  const usual = begins ?? (definition.pendingFilter && (isQueue || !tabs) ? waitingAddress(definition) : undefined)
  const to = isBare ? (first ? addressOf(definition.name, first) : setup.isKnown ? usual : undefined) : undefined
  useEffect(() => {
    if (!to) return
    setBare(false)
    if (isBareOf(definition)) go(to, { replace: true })
  }, [definition, to])
  return to !== undefined || (isBare && usual !== undefined && !setup.isKnown)
}

const isBareOf = ({ name }: Definition) => window.location.pathname === `/${name}` && window.location.search === ''
