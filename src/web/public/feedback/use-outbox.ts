import { useCallback, useEffect, useRef, useState } from 'react'
import { Refused } from '../request.ts'
import { deliver, type Letter, letters, type Receipt } from './outbox.ts'

const TRY_EVERY_MS = 45_000

export interface Outbox {
  /** Letters without an answer yet. */
  waiting: Letter[]
  /** Letters that went out since the page was opened, newest first. */
  sent: { key: string; receipt: Receipt }[]
  /** Letters the server did not take, with its words. */
  refused: { letter: Letter; description: string }[]
  look: () => Promise<void>
  dismiss: (key: string) => void
}

/** Sends what waits: on opening, when the connection is back, and now and then. `held` is being sent by the form itself. */
export function useOutbox(held: { current: string | null }): Outbox {
  const [waiting, setWaiting] = useState<Letter[]>([])
  const [sent, setSent] = useState<Outbox['sent']>([])
  const [refused, setRefused] = useState<Outbox['refused']>([])
  const isBusy = useRef(false)

  const look = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    for (const letter of await letters()) {
      if (letter.key === held.current || !navigator.onLine) continue
      await deliver(letter).then(
        (receipt) => setSent((before) => [{ key: letter.key, receipt }, ...before]),
        (error) =>
          error instanceof Refused &&
          error.status !== 429 &&
          setRefused((before) => [...before, { letter, description: error.message }]),
      )
    }
    setWaiting((await letters()).filter(({ key }) => key !== held.current))
    isBusy.current = false
  }, [held])

  useEffect(() => {
    void look()
    const timer = setInterval(look, TRY_EVERY_MS)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
    }
  }, [look])

  const dismiss = (key: string) => {
    setSent((before) => before.filter((one) => one.key !== key))
    setRefused((before) => before.filter(({ letter }) => letter.key !== key))
  }
  return { waiting, sent, refused, look, dismiss }
}
