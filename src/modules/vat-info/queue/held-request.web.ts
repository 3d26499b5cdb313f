import { useEffect, useState } from 'react'
import type { AnyRow } from '../../../web/screens/module.ts'

/** The request that is shown stays until one leaves it: what is typed is of it, whatever others do meanwhile. */
export function useHeldRequest(waiting: readonly AnyRow[]) {
  const [wished, setWished] = useState<number>()
  const [held, setHeld] = useState<AnyRow>()
  const [left, setLeft] = useState<number>()
  const among = (id: number | undefined) => waiting.find((one) => one.id === id)
  const current = among(wished) ?? among(held?.id) ?? (held?.id === left ? undefined : held) ?? waiting[0]
  useEffect(() => setHeld(current), [current])
  const go = (from: number | undefined, to: number | undefined) => {
    setLeft(from)
    setWished(to)
  }
  return {
    current,
    /** By somebody else. */
    isTaken: current !== undefined && !waiting.includes(current),
    /** Goes on once this one waits no longer. */
    leave: () => go(current?.id, undefined),
    wish: (id: number) => go(undefined, id),
  }
}
