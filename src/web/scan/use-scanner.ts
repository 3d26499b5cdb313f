import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { isBarcodeRight } from '../../shared/barcodes/barcodes.ts'
import { t } from '../../shared/language.ts'
import { failureWords } from '../api.ts'
import { noteWork } from '../attendance.ts'
import type { Outcome, Way } from './outcome.ts'
import { repeats } from './repeats.ts'
import { signal } from './signals.ts'
import { type Standing, standingNow } from './standing.ts'
import { useWedge } from './use-wedge.ts'

/** `standing`: how the focus stood when the code was read, which may be long before its turn comes. */
export type OnScan = (code: string, way: Way, standing: Standing) => Outcome | Promise<Outcome>

export interface ScanOptions {
  /** Codes of goods: a wrong check digit is told as a misread code, and never asked for. */
  isProduct?: boolean | undefined
  /** False while nothing is to be scanned, e.g. below a dialog that has no code to read. */
  isOn?: boolean | undefined
  /** Told while codes wait for their answer, so that nobody saves too early. */
  onBusy?: ((isBusy: boolean) => void) | undefined
}

/** An answered scan, as it is shown. */
export interface Scanned {
  id: number
  code: string
  outcome: Outcome
}

export interface Scanner {
  last: Scanned | null
  isBusy: boolean
  /** A code read some other way than by the hand scanner; `isStill`: the camera's look before saw it too. */
  take: (code: string, way: Way, isStill?: boolean) => void
  /** Forgets the codes that still wait, and the answer of the one that is asked for. */
  drop: () => void
}

/** Hears the hand scanner, gives each code to `onScan` one after the other, and tells by sound and vibration how it ended. */
export function useScanner(onScan: OnScan, { isProduct = false, isOn = true, onBusy }: ScanOptions = {}): Scanner {
  const [last, setLast] = useState<Scanned | null>(null)
  const [isBusy, setBusy] = useState(false)
  const latest = useRef({ onScan, onBusy })
  useLayoutEffect(() => {
    latest.current = { onScan, onBusy }
  })
  const waiting = useRef(0)
  const count = useCallback((by: 1 | -1) => {
    waiting.current += by
    setBusy(waiting.current > 0)
    latest.current.onBusy?.(waiting.current > 0)
  }, [])
  const line = useRef(Promise.resolve())
  const round = useRef(0)
  const isRepeat = useRef(repeats()).current
  const ids = useRef(0)

  const take = useCallback(
    (given: string, way: Way, isStill?: boolean) => {
      const code = given.trim()
      if (code === '' || isRepeat(code, performance.now(), way === 'camera', isStill)) return
      noteWork()
      count(1)
      const mine = round.current
      const standing = standingNow()
      const answer = async () => {
        if (mine !== round.current) return
        const { onScan: ask } = latest.current
        const outcome = isProduct && !isBarcodeRight(code) ? misread() : await answerOf(() => ask(code, way, standing))
        if (mine !== round.current) return
        signal(outcome.state)
        ids.current += 1
        setLast({ id: ids.current, code, outcome })
      }
      line.current = line.current.then(answer).finally(() => count(-1))
    },
    [isProduct, isRepeat, count],
  )
  const drop = useCallback(() => {
    round.current += 1
    line.current = Promise.resolve()
  }, [])
  useWedge((code) => take(code, 'scanner'), isOn)
  return { last, isBusy, take, drop }
}

export const misread = (): Outcome => ({
  state: 'refused',
  message: t('The code was misread: its check digit is wrong. Please scan it again.'),
})

/** What goes wrong on the way is an answer too. */
async function answerOf(ask: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await ask()
  } catch (error) {
    return { state: 'refused', message: failureWords(error) }
  }
}
