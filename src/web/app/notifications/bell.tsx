import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { PopOver } from '../../ui/pop-over.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import shared from '../menu/drop-down.module.css'
import css from './bell.module.css'
import { useUnread } from './notifications.ts'

const BellPanel = lazy(() => import('./bell-panel.tsx'))
const MOST_SHOWN = 99

/** The bell with what is unread; a click elsewhere closes its panel. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const unread = useUnread()
  return (
    <PopOver
      label={t('Notifications')}
      isOpen={isOpen}
      setOpen={setOpen}
      width="min(400px, calc(100vw - 16px))"
      align="end"
      button={(props) => (
        <button
          type="button"
          className={shared.button}
          title={t('Notifications')}
          aria-label={unread > 0 ? t('Notifications, {{count}} unread', { count: unread }) : t('Notifications')}
          {...props}
        >
          <IconBell size={20} aria-hidden />
          {unread > 0 && (
            <span className={css.badge} data-count={unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread} aria-hidden />
          )}
        </button>
      )}
    >
      <ErrorBoundary instead={<div className={css.waiting} />}>
        <Suspense fallback={<div className={css.waiting} />}>
          <BellPanel close={() => setOpen(false)} />
        </Suspense>
      </ErrorBoundary>
    </PopOver>
  )
}
