import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { t } from '../../shared/language.ts'
import { busy } from '../busy.ts'
import { client } from '../query.ts'
import css from './connection-banner.module.css'

const ASK_MS = 4000

/** Stands while the server cannot be reached, and goes by itself. */
export function ConnectionBanner() {
  const isConnected = useSyncExternalStore(busy.listen, () => busy.read().isConnected)
  useEffect(() => {
    const lost = () => busy.connected(false)
    window.addEventListener('offline', lost)
    return () => window.removeEventListener('offline', lost)
  }, [])
  useEffect(() => {
    if (isConnected) return
    const timer = window.setInterval(() => void ask(), ASK_MS)
    const back = () => void ask()
    window.addEventListener('online', back)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', back)
    }
  }, [isConnected])
  return (
    <div role="status" className={css.room}>
      {!isConnected && (
        <p className={css.banner}>
          <IconPlugConnectedX size={18} aria-hidden />
          {t(
            'The connection is lost. What you type stays here until you can save it. Scans and delivery steps are kept on this device and sent later by themselves; other buttons do nothing now.',
          )}
        </p>
      )}
    </div>
  )
}

async function ask(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) return
  busy.connected(true)
  void client.invalidateQueries()
}
