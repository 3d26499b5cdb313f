import { useCallback, useEffect, useRef, useState } from 'react'
import type { Published, PublishedDraw } from '../../../shared/draws/published.ts'
import { type Finding, Verifier } from '../../../shared/draws/verify.ts'
import { breath, pause } from '../../../web/public/pause.ts'
import { call, Refused } from '../../../web/public/request.ts'
import { failureOf, pathOf } from './use-event.public.tsx'

/** What is published for the check: names are for reading, and enter no formula. */
export interface Fairness extends Published {
  gifts: { gift: number; name: string }[]
}

export interface Check {
  published: Fairness
  draws: readonly PublishedDraw[]
  findings: readonly Finding[]
  isDone: boolean
}

type State =
  | { at: 'loading' }
  | { at: 'unknown' }
  | { at: 'failed'; message: string | null }
  | { at: 'open'; check: Check }

/** A slice of work lets a slow phone draw and scroll in between. */
const SLICE_MS = 40
const TOLD_EVERY_MS = 200
const ASK_AGAIN_MS = 3000

/** Fetches the draws page by page and recomputes each, in this browser. */
export function useCheck(code: string) {
  const [state, setState] = useState<State>({ at: 'loading' })
  const running = useRef<AbortController | null>(null)
  const start = useCallback(() => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    const { signal } = mine
    setState({ at: 'loading' })
    check(code, signal, (found) => signal.aborted || setState({ at: 'open', check: found })).catch(
      (error: unknown) => signal.aborted || setState(failureOf(error)),
    )
  }, [code])
  useEffect(() => {
    start()
    return () => running.current?.abort()
  }, [start])
  return { state, retry: start }
}

async function check(code: string, signal: AbortSignal, tell: (check: Check) => void): Promise<void> {
  const published = await call<Fairness>('GET', pathOf(code, '/fairness'))
  const verifier = new Verifier(published)
  const draws: PublishedDraw[] = []
  const said = (isDone: boolean) => tell({ published, draws, findings: [...verifier.findings], isDone })
  said(false)
  const [isSliceOver, isToBeTold] = [every(SLICE_MS), every(TOLD_EVERY_MS)]
  let page = await pageAfter(code, 0)
  while (page.length > 0 && !signal.aborted) {
    // The next page travels while this one is worked out.
    const next = pageAfter(code, page.at(-1)?.[0] ?? 0)
    next.catch(() => {})
    // What is drawn while the event runs and this page is read is the next visit's.
    const known = published.closing ? page : page.filter(([n]) => n <= published.count)
    for (const draw of known) {
      verifier.add(draw)
      draws.push(draw)
      if (!isSliceOver()) continue
      if (isToBeTold()) said(false)
      await breath()
      if (signal.aborted) return
    }
    page = known.length < page.length ? [] : await next
  }
  if (signal.aborted) return
  verifier.end()
  said(true)
}

/** Whether so much time has passed since it last had. */
function every(ms: number): () => boolean {
  let last = performance.now()
  return () => {
    const now = performance.now()
    if (now - last < ms) return false
    last = now
    return true
  }
}

/** Many neighbours may look at once: where they are too many for the server, this one waits. */
async function pageAfter(code: string, n: number): Promise<PublishedDraw[]> {
  for (;;) {
    try {
      return (await call<{ rows: PublishedDraw[] }>('GET', pathOf(code, `/fairness/rows?after=${n}`))).rows
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 429) throw error
      await pause(ASK_AGAIN_MS)
    }
  }
}
