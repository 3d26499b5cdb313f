import { useCallback, useEffect, useRef, useState } from 'react'
import { uniqueKey } from '../../unique.ts'
import { readStored, writeStored } from '../storage.ts'

/** A form as it is being filled in; kept, so that a reload or another language loses nothing. */
export interface Draft {
  /** Given to the server, so that one filled form makes one ticket. */
  key: string
  store: number | null
  feedback_type: number | null
  content: string
  customer_name: string
  phone: string
  email: string
  agreed: boolean
  website: string
  kept_at: number
}

export const LONGEST_WORDS = 5000
const NAME = 'feedback-draft'
const KEPT_MS = 3 * 24 * 3600_000
const WRITE_AFTER_MS = 300

export const emptyDraft = (): Draft => ({
  key: uniqueKey(),
  store: null,
  feedback_type: null,
  content: '',
  customer_name: '',
  phone: '',
  email: '',
  agreed: false,
  website: '',
  kept_at: Date.now(),
})

export function readDraft(): Draft {
  const kept = readStored(NAME)
  const draft = { ...emptyDraft(), ...(typeof kept === 'object' ? (kept as Partial<Draft> | null) : null) } // only write() below writes it
  return Date.now() - draft.kept_at < KEPT_MS ? draft : emptyDraft()
}

export const forgetDraft = (): void => writeStored(NAME, null)

/** The draft and how to change it; it is written a moment after the last change, and at the latest when the page goes. */
export function useDraft(initial: Draft) {
  const [draft, setDraft] = useState(initial)
  const latest = useRef(draft)
  latest.current = draft

  useEffect(() => {
    const timer = setTimeout(() => write(draft), WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft])
  useEffect(() => {
    const writeLast = () => write(latest.current)
    addEventListener('pagehide', writeLast)
    return () => removeEventListener('pagehide', writeLast)
  }, [])

  const change = useCallback((changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes })), [])
  return { draft, change }
}

const write = (draft: Draft) => writeStored(NAME, { ...draft, kept_at: Date.now() })
