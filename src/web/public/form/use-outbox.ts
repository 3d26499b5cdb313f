import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { readStored, writeStored } from '../storage.ts'
import { discard, isFinal, type Letter, LONGEST_MS, letters, postKept, type Receipt } from './outbox.ts'

const TRY_EVERY_MS = 45_000
const WAITING = 'forms-waiting'

export interface Outbox {
  /** Keys of the letters without an answer yet. */
  waiting: string[]
  /** Letters that went out since the page was opened, newest first. */
  sent: { key: string; receipt: Receipt }[]
  /** Letters the server did not take, with its words. */
  refused: { letter: Letter; description: string }[]
  look: () => Promise<void>
  dismiss: (key: string) => void
}

/** Sends what waits, of whichever form: on opening, when the connection is back, and now and then. `held` is being sent by the form itself. */
export function useOutbox(held: { current: string | null }): Outbox {
  const [waiting, setWaiting] = useState(readWaiting)
  const [sent, setSent] = useState<Outbox['sent']>([])
  const [refused, setRefused] = useState<Outbox['refused']>([])
  const isBusy = useRef(false)

  const settle = useCallback(async () => {
    const keys = (await letters()).map(({ key }) => key).filter((key) => key !== held.current)
    writeStored(WAITING, keys.length > 0 ? keys : null)
    setWaiting(keys)
  }, [held])

  const send = useCallback(async (letter: Letter) => {
    const refuse = (description: string) => setRefused((before) => [...before, { letter, description }])
    try {
      const isTooOld = Date.now() - letter.kept_at > LONGEST_MS
      if (isTooOld) {
        await discard(letter)
        refuse(t('It has waited too long.'))
      }
      const receipt = isTooOld ? null : await postKept(letter.key)
      if (receipt) setSent((before) => [{ key: letter.key, receipt }, ...before])
    } catch (error) {
      if (!isFinal(error)) return
      refuse(error.message)
    }
    setWaiting((before) => before.filter((key) => key !== letter.key))
  }, [])

  const look = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    const found = navigator.onLine ? await letters() : []
    for (const letter of found) if (letter.key !== held.current) await send(letter)
    await settle()
    isBusy.current = false
  }, [held, send, settle])

  useEffect(() => {
    const lookNow = () => void look()
    lookNow()
    const timer = setInterval(lookNow, TRY_EVERY_MS)
    addEventListener('online', lookNow)
    return () => {
      clearInterval(timer)
      removeEventListener('online', lookNow)
    }
  }, [look])

  const dismiss = (key: string) => {
    setSent((before) => before.filter((one) => one.key !== key))
    setRefused((before) => before.filter(({ letter }) => letter.key !== key))
  }
  return { waiting, sent, refused, look, dismiss }
}

/** Known before the browser's database is open, so that the note stands from the first picture on. */
function readWaiting(): string[] {
  const kept = readStored(WAITING)
  return Array.isArray(kept) ? kept.map(String) : []
}
