import { Button } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../../shared/language.ts'
import css from './notifications-tab.module.css'
import shared from './profile-setting.module.css'

type Permission = NotificationPermission | 'impossible'

const STATES: Record<Permission, { title: string; words: string }> = {
  granted: {
    title: 'This browser shows notifications',
    words: 'They appear even while you look at something else, as long as a window of the product is open.',
  },
  default: {
    title: 'This browser does not show notifications yet',
    words: 'Allow them, and they appear even while you look at something else.',
  },
  denied: {
    title: 'This browser blocks notifications',
    words: 'To allow them, open the site settings beside the address, then load the page again.',
  },
  impossible: {
    title: 'This browser cannot show notifications',
    words: 'You find everything under the bell.',
  },
}

/** Whether this browser may tell anything, and a way to allow it. */
export function BrowserPermission() {
  const [permission, ask] = usePermission()
  const { title, words } = STATES[permission]
  const Sign = permission === 'granted' ? IconBell : IconBellOff
  return (
    <section className={shared.panel}>
      <div className={css.permission} data-permission={permission}>
        <span className={css.sign}>
          <Sign size={22} stroke={1.6} aria-hidden />
        </span>
        <div role="status">
          <strong>{t(title)}</strong>
          <p className={shared.hint}>{t(words)}</p>
        </div>
        {permission === 'default' && <Button onClick={ask}>{t('Allow notifications')}</Button>}
      </div>
    </section>
  )
}

/** What the browser allows, also when it is changed in its own settings meanwhile. */
function usePermission(): [Permission, () => void] {
  const [permission, setPermission] = useState(permissionNow)
  useEffect(() => {
    const end = new AbortController()
    const look = () => setPermission(permissionNow())
    void navigator.permissions
      ?.query({ name: 'notifications' })
      .then((status) => end.signal.aborted || status.addEventListener('change', look, { signal: end.signal }))
      .catch(() => undefined)
    return () => end.abort()
  }, [])
  const ask = () =>
    void Notification.requestPermission()
      .catch(() => undefined)
      .then(() => setPermission(permissionNow()))
  return [permission, ask]
}

const permissionNow = (): Permission => ('Notification' in window ? Notification.permission : 'impossible')
