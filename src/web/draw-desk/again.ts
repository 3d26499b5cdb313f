import { useEffect, useRef } from 'react'
import { t } from '../../shared/language.ts'
import { ApiRefusal } from '../api.ts'
import { recallWork } from './kept-work.ts'

/** An answer that takes longer is lost, and asked for again. */
const PATIENCE_MS = 10_000
const AGAIN_MS = 1000

/** How the server is asked at a desk. */
export const asked = () => ({ quiet: true, signal: AbortSignal.timeout(PATIENCE_MS) })

/** No answer, or one that says not now: whether it was done nobody knows. */
export const isLost = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.status === 0 || error.status === 429 || error.status >= 500)

export const wordsOf = (error: unknown): string =>
  error instanceof ApiRefusal ? Object.values(error.fields).join(' ') || error.description : t('Something went wrong')

interface Where {
  face: string
  store: number
  event: number
}

/** Goes on, once, with what was under way when the page ended. */
export function useRecalled(
  { face, store, event }: Where,
  goOn: (kept: NonNullable<ReturnType<typeof recallWork>>) => unknown,
) {
  const latest = useRef(goOn)
  useEffect(() => {
    latest.current = goOn
  })
  useEffect(() => {
    const kept = recallWork(face, store, event)
    if (kept) void latest.current(kept)
  }, [face, store, event])
}

/** Tries again a moment after each loss. */
export function useAgain(lost: number, again: () => void): void {
  const latest = useRef(again)
  useEffect(() => {
    latest.current = again
  })
  useEffect(() => {
    if (lost === 0) return
    const timer = window.setTimeout(() => latest.current(), AGAIN_MS)
    return () => window.clearTimeout(timer)
  }, [lost])
}
