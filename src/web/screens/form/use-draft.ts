import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Fields } from '../../../shared/fields.ts'
import { changedNames, type Draft } from '../../fields/values.ts'
import type { Versioned } from '../module.ts'
import { askToLeave } from './ask-to-leave.ts'
import { dropDraft, type KeptDraft, keepDraft, readDraft } from './kept-drafts.ts'

export interface DraftWishes<R extends Versioned> {
  /** Names the draft in this tab's storage; without one it lives on the screen alone. */
  key: string | undefined
  fields: Fields
  extra: readonly string[]
  row: R | undefined
  initial: Draft | undefined
}

/** What is typed into a form: it begins at a record, knows what differs from it, and survives a reload. */
export function useDraft<R extends Versioned>({ key, fields, extra, row: first, initial }: DraftWishes<R>) {
  const [kept, setKept] = useState(() => (key ? readDraft(key) : undefined))
  const [{ row, start }, setBase] = useState(() => {
    const begun = begunAt(first, kept)
    return { row: begun, start: startOf(fields, extra, begun, initial) }
  })
  const [values, setValues] = useState<Draft>(() => ({ ...start, ...kept?.values }))
  const changes = useMemo(
    () => [...changedNames(fields, start, values), ...extra.filter((name) => start[name] !== values[name])],
    [fields, start, values, extra],
  )
  useEffect(() => {
    if (!key) return
    if (changes.length > 0) keepDraft(key, row?.version, fields, { start, values }, changes)
    else dropDraft(key)
  }, [key, row, fields, start, values, changes])
  const set = useCallback((name: string, value: unknown) => setValues((now) => ({ ...now, [name]: value })), [])
  /** Begins anew at the record as it stands now, with some values of one's own on top. */
  const rebase = (now: R, mine: Draft): Draft => {
    const begun = startOf(fields, extra, now, undefined)
    const next = { ...begun, ...mine }
    const isTypedSince = ([name, value]: [string, unknown]) => value !== values[name]
    setBase({ row: now, start: begun })
    if (Object.keys(mine).length === 0) setKept(undefined)
    setValues((latest) => ({ ...next, ...Object.fromEntries(Object.entries(latest).filter(isTypedSince)) }))
    return next
  }
  const drop = () => key && dropDraft(key)
  const mayLeave = async () => {
    const isLeft = await askToLeave()
    if (isLeft) drop()
    return isLeft
  }
  return { row, values, set, changes, rebase, drop, mayLeave, isRestored: kept !== undefined }
}

/** The record as the draft began at it: what somebody has saved since is told as in a form that stayed open. */
const begunAt = <R extends Versioned>(first: R | undefined, kept: KeptDraft | undefined): R | undefined =>
  first && { ...first, ...kept?.before, version: kept?.version ?? first.version }

export function startOf(
  fields: Fields,
  extra: readonly string[],
  row: Versioned | undefined,
  initial: Draft | undefined,
): Draft {
  const begin = (name: string) => (row ? row[name] : (initial?.[name] ?? fields[name]?.default)) ?? null
  return Object.fromEntries([...Object.keys(fields), ...extra].map((name) => [name, begin(name)]))
}
