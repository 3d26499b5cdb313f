import { useEffect, useState } from 'react'
import type { MailDraftShown } from '../../../shared/mail.ts'
import { ApiRefusal, failureWords, get, NO_CONNECTION, post } from '../../../web/api.ts'
import { SerialQueue } from '../../../web/serial-queue.ts'
import { placesAfter } from './placed.ts'
import { type Attached, draftOf, isEmpty, place, textOf, type Writing, writingOf } from './writings.web.ts'

/** Where what is written stands: in the mailbox, on its way there, or on this device alone. */
export type Kept = { is: 'empty' | 'saving' | 'mailbox' | 'device' } | { is: 'refused'; why: string }

type Saved = Pick<MailDraftShown, 'attached'> & { id: string }

const AFTER_MS = 1200
const AGAIN_MS = 10_000

/** One call at a time for each mail, so that the mailbox never holds two drafts of one. */
const calls = new Map<string, SerialQueue>()

/** Waits for a draft on its way: what is sent or thrown away must know its id, and none may come to the mailbox behind it. */
export function inTurn<R>(key: string, act: () => Promise<R>): Promise<R> {
  const queue = calls.get(key) ?? new SerialQueue()
  calls.set(key, queue)
  return queue.run(act)
}

/** Writes the draft into the mailbox as it is now. Where more is written before its turn comes, that is for the next call. */
export function keepInMailbox(key: string): Promise<void> {
  const asked = writingOf(key)?.version
  return inTurn(key, async () => {
    const writing = writingOf(key)
    if (!writing || writing.version !== asked || writing.version === writing.keptVersion) return
    const text = textOf(writing)
    const body = { ...draftOf(writing), id: writing.id, key }
    const { id, attached } = await post<Saved>('mail/draft', body, { quiet: true })
    const now = writingOf(key)?.attached ?? []
    place(key, { id, attached: inMailbox(writing.attached, attached, now), keptVersion: writing.version })
    if (HAS_PICTURES.test(text)) await placePictures(key, id, text)
  })
}

/**
 * What went along is in the draft now, and an upload of it is forgotten some day: the draft's own parts take their places, but for what came
 * or went meanwhile.
 */
export function inMailbox(sent: readonly Attached[], saved: readonly Attached[], now: readonly Attached[]): Attached[] {
  // The server puts uploads first.
  const inOrder = [...sent.filter(({ file }) => file), ...sent.filter(({ file }) => !file)]
  if (inOrder.length !== saved.length) return [...now]
  return now.map((one) => saved[inOrder.indexOf(one)] ?? one)
}

const HAS_PICTURES = /data-(?:inline|file)="/

async function placePictures(key: string, id: string, text: string): Promise<void> {
  const { html } = await get<MailDraftShown>('mail/draft', { id }, { quiet: true })
  place(key, { placed: placesAfter(text, html, writingOf(key)?.placed ?? {}) })
}

/** Keeps a mail in the mailbox as it is written, and goes on trying while the line is down. */
export function useKeeping(writing: Writing): Kept {
  const { key, version } = writing
  const [kept, setKept] = useState<Kept>({ is: writing.id && version === writing.keptVersion ? 'mailbox' : 'empty' })
  useEffect(() => {
    const now = writingOf(key)
    if (!now || version === now.keptVersion || (isEmpty(now) && !now.id)) return
    let timer: number
    const stop = new AbortController()
    const save = async () => {
      setKept({ is: 'saving' })
      try {
        await keepInMailbox(key)
        if (!stop.signal.aborted) setKept({ is: 'mailbox' })
      } catch (error) {
        const isAway = error instanceof ApiRefusal && (error.code === NO_CONNECTION || error.status >= 500)
        if (stop.signal.aborted) return
        setKept(isAway ? { is: 'device' } : { is: 'refused', why: failureWords(error) })
        timer = window.setTimeout(() => void save(), AGAIN_MS)
      }
    }
    const at = (ms: number) => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => void save(), ms)
    }
    at(AFTER_MS)
    window.addEventListener('online', () => at(0), { signal: stop.signal })
    return () => {
      stop.abort()
      window.clearTimeout(timer)
    }
  }, [key, version])
  return kept
}
