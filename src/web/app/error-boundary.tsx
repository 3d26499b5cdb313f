import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { Component, type ReactNode, useSyncExternalStore } from 'react'
import { t } from '../../shared/language.ts'
import { busy } from '../busy.ts'
import { reloadIfBroken } from '../releases.ts'
import css from './error-boundary.module.css'

interface Bounded {
  children: ReactNode
  /** Shown instead of what broke; a page that says so without one. */
  instead?: ReactNode
}

/** Keeps a broken screen from taking the shell with it. */
export class ErrorBoundary extends Component<Bounded, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown) {
    void reloadIfBroken(error)
  }

  override render() {
    const { children, instead = <CrashPage /> } = this.props
    return this.state.isBroken ? instead : children
  }
}

/** What went wrong, or that it is only the connection: then the page comes back by itself. */
export function CrashPage() {
  const isConnected = useSyncExternalStore(busy.listen, () => busy.read().isConnected)
  const Sign = isConnected ? IconAlertTriangle : IconPlugConnectedX
  return (
    <div className={css.crash} role="alert">
      <Sign size={36} stroke={1.5} aria-hidden className={css.sign} />
      <h1>{isConnected ? t('Something went wrong') : t('No connection')}</h1>
      <p>
        {isConnected
          ? t('This screen stopped working. Your saved work is safe; reloading usually helps.')
          : t('The service cannot be reached right now. This page tries again by itself.')}
      </p>
      {isConnected && <Button onClick={() => window.location.reload()}>{t('Reload the page')}</Button>}
    </div>
  )
}
