import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { t } from '../../shared/language.ts'
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

  override render() {
    const { children, instead = <CrashPage /> } = this.props
    return this.state.isBroken ? instead : children
  }
}

export function CrashPage() {
  return (
    <div className={css.crash} role="alert">
      <IconAlertTriangle size={36} stroke={1.5} aria-hidden className={css.sign} />
      <h1>{t('Something went wrong')}</h1>
      <p>{t('This screen stopped working. Your saved work is safe; reloading usually helps.')}</p>
      <Button onClick={() => window.location.reload()}>{t('Reload the page')}</Button>
    </div>
  )
}
