import { useCallback, useEffect, useRef, useState } from 'react'
import type { StoredFile } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { failureWords } from '../../api.ts'
import { type Accepts, objection, type Sending, send } from './uploads.ts'

/** A file on its way, or one that did not make it. */
export interface Pending {
  key: number
  file: File
  /** 0 to 1. */
  share: number
  problem?: string
}

interface Options {
  accept?: Accepts | undefined
  /** Below /api; the house's own unless said. */
  path?: string
  max: number
  held: number
  /** With a number that is the higher, the later the file was chosen: small ones are there first. */
  onStored: (file: StoredFile, chosen: number) => void
  onBusy?: ((isBusy: boolean) => void) | undefined
}

let lastKey = 0

/** Files being uploaded beside those already stored: each with its progress, each can be stopped or tried again. */
export function useUploads({ accept, path, max, held, onStored, onBusy }: Options) {
  const [pending, setPending] = useState<Pending[]>([])
  const sendings = useRef(new Map<number, Sending>())
  const latest = useRef(onStored)
  useEffect(() => {
    latest.current = onStored
  })
  useEffect(
    () => () => {
      for (const sending of sendings.current.values()) sending.stop()
    },
    [],
  )
  const underWay = pending.filter((one) => !one.problem).length
  const isBusy = underWay > 0
  const latestOnBusy = useRef(onBusy)
  useEffect(() => {
    latestOnBusy.current = onBusy
  })
  useEffect(() => void latestOnBusy.current?.(isBusy), [isBusy])

  const change = useCallback((key: number, part: Partial<Pending>) => {
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  }, [])
  const drop = useCallback((key: number) => {
    sendings.current.get(key)?.stop()
    sendings.current.delete(key)
    setPending((all) => all.filter((one) => one.key !== key))
  }, [])
  const start = useCallback(
    (key: number, file: File) => {
      const sending = send(file, (share) => change(key, { share }), path)
      sendings.current.set(key, sending)
      sending.stored.then(
        (made) => {
          sendings.current.delete(key)
          latest.current(made, key)
          setPending((all) => all.filter((one) => one.key !== key))
        },
        (error: unknown) => change(key, { problem: failureWords(error) }),
      )
    },
    [change, path],
  )

  const add = (files: readonly File[]) => {
    const room = Math.max(0, max - held - underWay)
    const added = files.map((file, at): Pending => {
      const problem = objection(file, accept) ?? (at >= room ? t('At most {{max}} files', { max }) : undefined)
      return { key: ++lastKey, file, share: 0, ...(problem ? { problem } : {}) }
    })
    setPending((all) => [...all, ...added])
    for (const one of added) if (!one.problem) start(one.key, one.file)
  }
  const again = (one: Pending) => {
    change(one.key, { share: 0, problem: undefined })
    start(one.key, one.file)
  }
  return {
    pending,
    add,
    drop,
    again,
    canAgain: (one: Pending) => objection(one.file, accept) === undefined && held + underWay < max,
  }
}
