import { useCallback, useEffect, useRef, useState } from 'react'
import { DAY_MS } from '../../../shared/time/units.ts'
import { uniqueKey } from '../../unique.ts'
import { ofTab, readStored, storedNames, writeStored } from '../storage.ts'
import type { Asked, FormKind } from './kind.ts'

/** A form as it is being filled in; kept, so that a reload or another language loses nothing. */
export interface Draft<V> {
  /** Given to the server, so that one filled form makes one record. */
  key: string
  values: V
  /** The trap for programs. */
  website: string
  /** How far a form of several steps has come. */
  step: number
  kept_at: number
}

const KEPT_MS = 3 * DAY_MS
const WRITE_AFTER_MS = 300

const emptyDraft = <V extends Asked>({ empty }: Pick<FormKind<V>, 'empty'>): Draft<V> => ({
  key: uniqueKey(),
  values: empty(),
  website: '',
  step: 0,
  kept_at: Date.now(),
})

type Kept = Pick<FormKind<Asked>, 'name' | 'private'>

export function readDraft<V extends Asked>(kind: FormKind<V>): Draft<V> {
  const blank = emptyDraft(kind)
  const kept = readStored(nameOf(kind)) as Partial<Draft<V>> | null // only writeDraft writes it
  const own = readStored(nameOf(kind), ofTab) as Partial<Draft<V>> | null // as above
  if (!kept || Date.now() - (kept.kept_at ?? 0) > KEPT_MS) return blank
  const more = own?.key === kept.key ? own?.values : {}
  const step = own?.key === kept.key ? (kept.step ?? 0) : 0 // what was private is asked for again
  return { ...blank, ...kept, step, values: { ...blank.values, ...kept.values, ...more } }
}

/** What is private lives in the tab alone; a yes to the terms is given anew in every tab. */
export function writeDraft(kind: Kept, { values, ...draft }: Draft<object>): void {
  const isPrivate = (name: string) => name === 'agreed' || kind.private.includes(name)
  const [own, open] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isPrivate(name) === wanted)),
  )
  writeStored(nameOf(kind), { ...draft, values: open, kept_at: Date.now() })
  writeStored(nameOf(kind), { key: draft.key, values: own }, ofTab)
}

/** How often a draft of this name was forgotten: a form that is still drawn for a moment must not write it again. */
const forgotten = new Map<string, number>()
const timesForgotten = (kind: Pick<Kept, 'name'>): number => forgotten.get(nameOf(kind)) ?? 0

export function forgetDraft(kind: Pick<Kept, 'name'>): void {
  forgotten.set(nameOf(kind), timesForgotten(kind) + 1)
  writeStored(nameOf(kind), null)
  writeStored(nameOf(kind), null, ofTab)
}

/** The form that was begun, the one that was set aside for a letter, or an empty one. */
export function begin<V extends Asked>(kind: FormKind<V>): Draft<V> {
  if (readStored(nameOf(kind)) !== null) return readDraft(kind)
  const begun = readDraft({ ...kind, ...asideOf(kind) })
  forgetDraft(asideOf(kind))
  return begun
}

/** Makes room for a letter that came back; what was begun meanwhile is found again by `begin`. */
export function setAside(kind: Pick<Kept, 'name'>): void {
  if (readStored(nameOf(kind)) === null) return
  for (const storage of [undefined, ofTab])
    writeStored(nameOf(asideOf(kind)), readStored(nameOf(kind), storage), storage)
}

/** A letter that came back, as it was written; what has been put right since the last time it was opened stays so. */
export function draftAgain<V extends Asked>(kind: FormKind<V>, written: Draft<object>): Draft<V> {
  const empty = kind.empty()
  const begun = readDraft(kind)
  const isChanged = ([name, value]: [string, unknown]) =>
    name !== 'agreed' && JSON.stringify(value) !== JSON.stringify(Reflect.get(empty, name))
  const since = begun.key === written.key ? Object.fromEntries(Object.entries(begun.values).filter(isChanged)) : {}
  return { ...written, values: { ...empty, ...written.values, ...since } }
}

/** The keys of the drafts of all forms. */
export const draftKeys = (): Set<string> =>
  new Set(storedNames(/-draft$/).map((name) => String((readStored(name) as Draft<object> | null)?.key))) // only writeDraft writes them

/** The draft and how to change it; it is written a moment after the last change, and at the latest when the page goes. */
export function useDraft<V extends Asked>(kind: FormKind<V>, initial: Draft<V>) {
  const [draft, setDraft] = useState(initial)
  const begun = useRef(timesForgotten(kind)).current

  useEffect(() => {
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('pagehide', write)
    }
    // Once: another tab may have sent this draft since, and forgotten it.
    const write = () => {
      stop()
      if (timesForgotten(kind) === begun) writeDraft(kind, draft)
    }
    const timer = setTimeout(write, WRITE_AFTER_MS)
    addEventListener('pagehide', write)
    return stop
  }, [kind, draft, begun])

  const change = useCallback(
    (changes: Partial<V>) => setDraft((before) => ({ ...before, values: { ...before.values, ...changes } })),
    [],
  )
  const patch = useCallback(
    (changes: Partial<Pick<Draft<V>, 'key' | 'website' | 'step'>>) => setDraft((before) => ({ ...before, ...changes })),
    [],
  )
  return { draft, change, patch }
}

const nameOf = ({ name }: Pick<Kept, 'name'>) => `${name}-draft`
const asideOf = ({ name }: Pick<Kept, 'name'>) => ({ name: `${name}-aside` })
