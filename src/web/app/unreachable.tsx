import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { t } from '../../shared/language.ts'
import { startSession } from '../session.ts'
import css from './error-boundary.module.css'

const AGAIN_MS = 5000

/** No answer to who is signed in; asks again by itself. */
export function Unreachable() {
  useEffect(() => {
    let isAsking = false
    const ask = async () => {
      if (isAsking) return
      isAsking = true
      await startSession()
      isAsking = false
    }
    const timer = window.setInterval(() => void ask(), AGAIN_MS)
    return () => window.clearInterval(timer)
  }, [])
  return (
    <main className={css.crash} role="alert">
      <IconPlugConnectedX size={36} stroke={1.5} aria-hidden className={css.sign} />
      <h1>{t('No connection')}</h1>
      <p>{t('The service cannot be reached right now. This page tries again by itself.')}</p>
      <Button onClick={() => void startSession()}>{t('Try again')}</Button>
    </main>
  )
}
