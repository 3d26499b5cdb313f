import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../shared/language.ts'
import { ApiRefusal, failureWords, NO_CONNECTION } from '../api.ts'
import { Link } from './link.tsx'
import css from './states.module.css'

interface StateProps {
  sign: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  tone?: 'bad' | 'mute'
}

function State({ sign, title, children, actions, tone = 'mute' }: StateProps) {
  return (
    <div className={css.state} data-tone={tone}>
      <div className={css.sign}>{sign}</div>
      <h2 className={css.title}>{title}</h2>
      {children && <div className={css.words}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, children, action }: { title?: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <State
      sign={<IconInbox size={28} stroke={1.5} aria-hidden />}
      title={title ?? t('Nothing here yet')}
      actions={action}
    >
      {children}
    </State>
  )
}

/** What happened, what to do, and trying again. */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  if (error instanceof ApiRefusal && error.status === 403) return <NoPermission />
  const isOffline = error instanceof ApiRefusal && error.code === NO_CONNECTION
  const words =
    error instanceof ApiRefusal
      ? failureWords(error)
      : t('Please try again. If it happens again, tell the administrator.')
  return (
    <div role="alert">
      <State
        tone="bad"
        sign={
          isOffline ? (
            <IconPlugConnectedX size={28} stroke={1.5} aria-hidden />
          ) : (
            <IconAlertTriangle size={28} stroke={1.5} aria-hidden />
          )
        }
        title={t('This could not be loaded')}
        actions={
          retry && (
            <Button variant="default" onClick={retry}>
              {t('Try again')}
            </Button>
          )
        }
      >
        {words}
      </State>
    </div>
  )
}

export function NoPermission() {
  return (
    <State
      sign={<IconLock size={28} stroke={1.5} aria-hidden />}
      title={t('You do not have permission for this.')}
      actions={
        <Button component={Link} to="/dashboard" variant="default">
          {t('To the dashboard')}
        </Button>
      }
    >
      {t('If you need it for your work, ask an administrator for the right role.')}
    </State>
  )
}

/** Lines standing where text will be. */
export function SkeletonLines({ lines = 4 }: { lines?: number }) {
  return (
    <div className={css.lines} aria-hidden>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={at} height={14} width={`${92 - ((at * 17) % 40)}%`} />
      ))}
    </div>
  )
}

/** Rows standing where a table will be. */
export function SkeletonRows({ rows = 10, height = 40 }: { rows?: number; height?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={at} className={css.row} style={{ height }}>
          <Skeleton height={12} width="11%" />
          <Skeleton height={12} width={`${24 + ((at * 7) % 16)}%`} />
          <Skeleton height={12} width="14%" />
          <Skeleton height={12} width={`${10 + ((at * 5) % 9)}%`} />
        </div>
      ))}
    </div>
  )
}

/** A whole page that is still on its way. */
export function SkeletonPage() {
  return (
    <div className={css.page} role="status" aria-label={t('Loading')}>
      <Skeleton height={12} width={160} />
      <Skeleton height={26} width={240} />
      <div className={css.card}>
        <SkeletonRows />
      </div>
    </div>
  )
}
