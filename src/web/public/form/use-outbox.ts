import { useCallback, useEffect, useRef, useState } from 'react'
import { recall } from '../keep.ts'
import { readStored, writeStored } from '../storage.ts'
import { type Note, notes } from './notes.ts'
import { discard, type Letter, sendWaiting } from './outbox.ts'
import { NEWS_CHANNEL } from './waking.ts'

const TRY_EVERY_MS = 45_000
const NOTES = 'forms-notes'

export interface Outbox {
  /** Every letter that is kept, but the one that the form itself is sending. */
  notes: Note[]
  look: () => Promise<void>
  drop: (key: string) => Promise<void>
}

/** Sends what waits, of whichever form: on opening, when the connection is back, and now and then. `held` is being sent by the form itself. */
export function useOutbox(held: { current: string | null }): Outbox {
  const [known, setKnown] = useState(readNotes)
  const isBusy = useRef(false)
  const isAskedFor = useRef(false)

  const settle = useCallback(async () => {
    const found = (await notes()).filter(({ key }) => key !== held.current)
    writeStored(NOTES, found.length > 0 ? found : null)
    setKnown(found)
  }, [held])

  const look = useCallback(async () => {
    isAskedFor.current = true
    if (isBusy.current) return
    isBusy.current = true
    try {
      // The line may come back while a try fails for want of one.
      while (isAskedFor.current) {
        isAskedFor.current = false
        await settle()
        if (navigator.onLine) await sendWaiting(() => held.current)
        await settle()
      }
    } finally {
      isBusy.current = false
    }
  }, [held, settle])

  useEffect(() => {
    const lookNow = () => void look()
    lookNow()
    const timer = setInterval(lookNow, TRY_EVERY_MS)
    const worker = new BroadcastChannel(NEWS_CHANNEL)
    worker.onmessage = () => void settle()
    addEventListener('online', lookNow)
    return () => {
      clearInterval(timer)
      worker.close()
      removeEventListener('online', lookNow)
    }
  }, [look, settle])

  const drop = useCallback(
    async (key: string) => {
      const letter = await recall<Letter>('outbox', key).catch(() => undefined)
      if (letter) await discard(letter)
      await settle()
    },
    [settle],
  )
  return { notes: known, look, drop }
}

/** Known before the browser's database is open, so that the notes stand from the first picture on. */
function readNotes(): Note[] {
  const kept = readStored(NOTES)
  return Array.isArray(kept) ? (kept as Note[]) : [] // only this module writes them
}
