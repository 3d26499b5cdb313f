import { Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../shared/language.ts'
import css from './bell.module.css'
import shared from './drop-down.module.css'
import { useUnread } from './notifications.ts'

const BellPanel = lazy(() => import('./bell-panel.tsx'))
const MOST_SHOWN = 99

/** The bell with what is unread; a click elsewhere closes its panel. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const unread = useUnread()
  const close = () => setOpen(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width="min(400px, calc(100vw - 16px))" trapFocus returnFocus withinPortal offset={6}>
      <Popover.Target>
        <button
          type="button"
          className={shared.button}
          title={t('Notifications')}
          aria-label={unread > 0 ? t('Notifications, {{count}} unread', { count: unread }) : t('Notifications')}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={20} aria-hidden />
          {unread > 0 && (
            <span className={css.badge} aria-hidden>
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('Notifications')}>
        <Suspense fallback={<div className={css.waiting} />}>{isOpen && <BellPanel close={close} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
