import { useEffect, useState, useSyncExternalStore } from 'react'
import { useActs } from '../acts/use-acts.ts'
import { busy } from '../busy.ts'
import type { Way } from '../scan/outcome.ts'
import { deskWork } from './desk-work.ts'
import { stageOf } from './entry.ts'
import type { Place } from './work.ts'

/** An answer that was lost is asked for again so much later. */
const AGAIN_MS = 1000

/** The work at an event of one store as it stands; the page is another one where either changes. */
export function useWork({ face, logs, store, event, turns }: Place) {
  const { send } = useActs(logs.name)
  const [{ listen, read, recall, again, ...desk }] = useState(() => deskWork({ face, logs, store }, event.id, send))
  const work = useSyncExternalStore(listen, read)
  const isConnected = useSyncExternalStore(busy.listen, () => busy.read().isConnected)
  useEffect(recall, [recall])
  const lost = isConnected ? work.lost : 0
  useEffect(() => {
    if (lost === 0) return
    const timer = window.setTimeout(again, AGAIN_MS)
    return () => window.clearTimeout(timer)
  }, [lost, again])
  useEffect(() => {
    if (work.isTurning && !turns) desk.reveal()
  }, [work.isTurning, turns, desk.reveal])
  return {
    ...desk,
    ...work,
    stage: stageOf(work),
    isConnected,
    onScan: (code: string, way: Way) => desk.onScan(event, code, way),
  }
}
export type DeskWork = ReturnType<typeof useWork>
