import { useEffect, useRef, useState } from 'react'
import type { MailDraftShown } from '../../../shared/mail.ts'
import { ApiRefusal, failureWords, get, NO_CONNECTION, post } from '../../../web/api.ts'
import { placesAfter } from './placed.ts'
import { type Attached, draftOf, isEmpty, place, textOf, type Writing, writingOf } from './writings.web.ts'

/** Where what is written stands: in the mailbox, on its way there, or on this device alone. */
export type Kept = { is: 'empty' | 'saving' | 'mailbox' | 'device' } | { is: 'refused'; why: string }

type Saved = Pick<MailDraftShown, 'attached'> & { id: string }

const AFTER_MS = 1200
const AGAIN_MS = 10_000

/** One call at a time for each mail, so that the mailbox never holds two drafts of one. */
const running = new Map<string, Promise<unknown>>()

/** Writes the draft into the mailbox as it is now; answers the version that is there. */
export async function keepInMailbox(key: string): Promise<number> {
  await running.get(key)?.catch(() => undefined)
  const writing = writingOf(key)
  if (!writing) return 0
  const text = textOf(writing)
  const body = { ...draftOf(writing), id: writing.id, key }
  const call = post<Saved>('mail/draft', body, { quiet: true })
  running.set(key, call)
  try {
    const { id, attached } = await call
    const now = writingOf(key)
    place(key, { id, attached: inMailbox(writing.attached, attached, now?.attached ?? []) })
    if (HAS_PICTURES.test(text)) await placePictures(key, id, text)
    return writing.version
  } finally {
    if (running.get(key) === call) running.delete(key)
  }
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

/** Waits for a draft on its way: what is sent or thrown away must know its id. */
export const settled = async (key: string): Promise<void> => {
  await running.get(key)?.catch(() => undefined)
}

/** Does what lets no draft be kept meanwhile: one that came to the mailbox behind a mail that is sent would stay there. */
export async function instead<R>(key: string, work: () => Promise<R>): Promise<R> {
  let before: Promise<unknown> | undefined
  while (running.get(key) !== before) {
    before = running.get(key)
    await settled(key)
  }
  const call = work()
  running.set(key, call)
  try {
    return await call
  } finally {
    if (running.get(key) === call) running.delete(key)
  }
}

/** Keeps a mail in the mailbox as it is written, and goes on trying while the line is down. */
export function useKeeping(writing: Writing): Kept {
  const { key, version } = writing
  const [kept, setKept] = useState<Kept>({ is: writing.id && version === 0 ? 'mailbox' : 'empty' })
  /** A mail that comes from the mailbox, or answers one, begins at 0. */
  const there = useRef(0)
  useEffect(() => {
    if (version === there.current) return
    const now = writingOf(key)
    if (now && isEmpty(now) && !now.id) return
    let timer: number
    const stop = new AbortController()
    const save = async () => {
      setKept({ is: 'saving' })
      try {
        there.current = await keepInMailbox(key)
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
