import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { CLAIM_MS, type KeptFile } from '../../outbox/outbox.ts'
import { uniqueKey } from '../../unique.ts'
import { forget, keep, recallAll } from '../keep.ts'
import { pause } from '../pause.ts'
import { Refused, upload } from '../request.ts'
import { MOST_FILES, refusalOf } from './limits.ts'
import { prepare } from './prepare.ts'

/** A picture or video on its way from the device to the server. */
export interface Attachment {
  key: string
  file: File
  /** Address of the picture on this device. */
  preview: string
  /** What was sent so far, from 0 to 1. */
  share: number
  state: 'sending' | 'waiting' | 'sent' | 'refused'
  /** The server's id, once sent. */
  id?: string
  refusal?: string
}

/** The attachments of one form; `draft` names it, and with it they come back after a reload. */
export function useAttachments(draft: string, isKept = true) {
  const [items, setItems] = useState<Attachment[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  const latest = useRef(items)
  latest.current = items
  const stops = useRef(new Map<string, AbortController>())
  /** Taken out again, perhaps before it was kept or sent. */
  const removed = useRef(new Set<string>())
  /** What is still made ready, or found again: whoever sends the form meanwhile means it as well. */
  const coming = useRef<Promise<unknown>>(Promise.resolve())

  const change = useCallback((key: string, changes: Partial<Attachment>) => {
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  }, [])

  const send = useCallback(
    async ({ key, file }: { key: string; file: File }) => {
      if (removed.current.has(key)) return
      const stop = new AbortController()
      stops.current.set(key, stop)
      change(key, { state: 'sending', share: 0, refusal: undefined })
      try {
        const { id } = await upload(file, file.name, (share) => change(key, { share }), stop.signal)
        // Before it counts as sent: the outbox would send again what is kept without its number.
        if (isKept && !stop.signal.aborted)
          await keep<KeptFile>('files', { key, draft, file, id, sent_at: Date.now() }).catch(() => {})
        change(key, { state: 'sent', share: 1, id })
      } catch (error) {
        const isFinal = error instanceof Refused && [400, 413, 415, 422].includes(error.status)
        const refusal = error instanceof Refused ? error.message : undefined
        change(key, { state: isFinal ? 'refused' : 'waiting', refusal })
      } finally {
        stops.current.delete(key)
      }
    },
    [change, draft, isKept],
  )

  const add = useCallback(
    async (picked: Iterable<File>) => {
      const said: string[] = []
      const taken: Attachment[] = []
      for (const original of picked) {
        if (latest.current.length + taken.length >= MOST_FILES) {
          said.push(t('At most {{max}} pictures and videos.', { max: MOST_FILES }))
          break
        }
        const file = await prepare(original)
        const refusal = refusalOf(file)
        if (refusal) said.push(`${original.name}: ${refusal}`)
        else taken.push(attachmentOf(uniqueKey(), file))
      }
      setRefusals(said)
      setItems((before) => [...before, ...taken])
      latest.current = [...latest.current, ...taken]
      for (const { key, file } of taken)
        if (isKept && !removed.current.has(key)) await keep<KeptFile>('files', { key, draft, file }).catch(() => {})
      for (const item of taken) void send(item)
    },
    [draft, isKept, send],
  )
  const take = useCallback(
    (picked: Iterable<File>) => {
      coming.current = coming.current.then(() => add(picked))
    },
    [add],
  )

  const remove = useCallback((key: string) => {
    removed.current.add(key)
    stops.current.get(key)?.abort()
    const gone = latest.current.find((item) => item.key === key)
    if (gone) URL.revokeObjectURL(gone.preview)
    setItems((before) => before.filter((item) => item.key !== key))
    void forget('files', key).catch(() => {})
  }, [])

  useEffect(() => {
    if (!isKept) return
    let isGone = false
    coming.current = recallAll<KeptFile>('files')
      .then((kept) => {
        const own = kept.filter((file) => file.draft === draft && !latest.current.some(({ key }) => key === file.key))
        if (isGone || own.length === 0) return
        const back = own.map((file) => restored(file))
        setItems((before) => [...back, ...before])
        latest.current = [...back, ...latest.current]
        for (const item of back) if (item.state !== 'sent') void send(item)
      })
      .catch(() => {})
    return () => {
      isGone = true
    }
  }, [draft, isKept, send])

  useEffect(() => {
    const sendWaiting = () =>
      latest.current.filter(({ state }) => state === 'waiting').forEach((item) => void send(item))
    addEventListener('online', sendWaiting)
    return () => removeEventListener('online', sendWaiting)
  }, [send])

  /** Waits until nothing is being made ready or sent any more, and says how each file stands. */
  const settle = useCallback(async () => {
    await coming.current
    while (latest.current.some(({ state }) => state === 'sending')) await pause(100)
    return latest.current
  }, [])

  return { items, refusals, take, remove, send, settle }
}

export type Attachments = ReturnType<typeof useAttachments>

const attachmentOf = (key: string, file: File): Attachment => ({
  key,
  file,
  preview: URL.createObjectURL(file),
  share: 0,
  state: 'sending',
})

function restored({ key, file, id, sent_at = 0 }: KeptFile): Attachment {
  const item = attachmentOf(key, file)
  const isStillThere = id !== undefined && Date.now() - sent_at < CLAIM_MS
  return isStillThere ? { ...item, id, state: 'sent', share: 1 } : item
}
