import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { fetchAhead } from '../ahead.ts'
import { useSearchParams } from '../app/location.ts'
import { useLeft } from '../use-left.ts'
import { type Act, CORRECT, type NewAct } from './act.ts'
import { drop, knownActs, listenToActs, look, send } from './acts.ts'

/** The acts of this person that are still on the device, of one module; how to do one, and how to let one go. */
export function useActs(module?: string) {
  const { own } = useSyncExternalStore(listenToActs, knownActs)
  useEffect(() => {
    void look(false)
    // What tells of them is needed just when nothing can be fetched.
    fetchAhead(() => import('./acts-strip.tsx'))
    fetchAhead(() => import('../ui/dialogs/confirm-dialog.tsx'))
  }, [])
  const acts = useMemo(() => own.filter((act) => module === undefined || act.module === module), [own, module])
  const left = useLeft()
  const sendHere = useCallback(<R>(act: NewAct) => send<R>({ left, ...act }), [left])
  return { acts, send: sendHere, drop }
}

/** Gives a refused act back to its screen, where somebody pressed 'Correct'; what it corrects is sent with `instead`. */
export function useCorrecting(module: string, open: (act: Act) => void): void {
  const [search, change] = useSearchParams()
  const { acts } = useActs(module)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  const key = search.get(CORRECT)
  const act = acts.find((one) => one.key === key)
  useEffect(() => {
    if (!act) return
    change({ [CORRECT]: '' }, { replace: true })
    latest.current(act)
  }, [act, change])
}
