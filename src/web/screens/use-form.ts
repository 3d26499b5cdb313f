import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { checkFields } from '../../shared/checks.ts'
import { type Fields, isWritable } from '../../shared/fields.ts'
import { t, tell } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { ApiRefusal } from '../api.ts'
import { useLeaveGuard } from '../app/location.ts'
import { inputId } from '../fields/frame.tsx'
import { changedNames, type Draft, givenAll } from '../fields/values.ts'
import { confirm } from '../ui/confirm.tsx'
import { snackbar } from '../ui/snackbar.tsx'
import { dropDraft, keepDraft, readDraft } from './kept-drafts.ts'
import type { AnyRow } from './module.ts'
import { create, update } from './records.ts'
import { type Stale, staleOf } from './stale.ts'

export interface FormWishes {
  definition: Definition
  row: AnyRow | undefined
  initial?: Draft
  extra?: readonly string[]
  fields?: readonly string[]
  onSaved: (row: AnyRow) => void
}

/** A form under way: the draft, what is wrong with it, and how to save it. */
export interface Form {
  definition: Definition
  /** The record as it was when the form opened or was last reloaded. */
  row: AnyRow | undefined
  fields: Fields
  values: Draft
  set: (name: string, value: unknown) => void
  /** Field to a sentence; '' is what concerns no field. */
  errors: Record<string, string>
  isUnsaved: boolean
  isSaving: boolean
  /** Files are on their way. */
  isBusy: boolean
  setBusy: (name: string, isBusy: boolean) => void
  isRestored: boolean
  save: () => Promise<void>
  stale: Stale | undefined
  /** Takes the record as it stands now, keeping `mine` of the draft, and saves when asked to. */
  settle: (row: AnyRow, mine: Draft, thenSave: boolean) => void
}

export function useForm(wishes: FormWishes): Form {
  const { definition, initial, extra = [], onSaved } = wishes
  const fields = useMemo(() => askedFor(definition, wishes.fields), [definition, wishes.fields])
  const [row, setRow] = useState(wishes.row)
  const start = useMemo(() => startOf(fields, extra, row, initial), [row]) // the initial values count once
  const key = `${definition.name}/${row?.id ?? 'new'}`
  const [kept] = useState(() => readDraft(key, row?.version))
  const [values, setValues] = useState<Draft>(() => ({ ...start, ...kept }))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  const [busy, setBusyNames] = useState<readonly string[]>([])
  const [stale, setStale] = useState<Stale>()
  const idempotencyKey = useRef(crypto.randomUUID())
  const isDone = useRef(false)
  const changes = useMemo(
    () => [...changedNames(fields, start, values), ...extra.filter((name) => start[name] !== values[name])],
    [fields, start, values],
  )
  const isUnsaved = changes.length > 0 && !isSaving
  const isBusy = busy.length > 0

  useLeaveGuard(isUnsaved, async () => isDone.current || (await mayLeave(() => dropDraft(key))))
  useEffect(
    () => (changes.length > 0 ? keepDraft(key, row?.version, fields, values, changes) : dropDraft(key)),
    [key, row, fields, values, changes],
  )
  useEffect(() => {
    const [first] = Object.keys(errors).filter(Boolean)
    if (first) focusField(first)
  }, [errors])

  const set = useCallback((name: string, value: unknown) => {
    setValues((now) => ({ ...now, [name]: value }))
    setErrors((now) => (now[name] === undefined ? now : without(now, name)))
  }, [])
  const setBusy = useCallback((name: string, isNowBusy: boolean) => {
    setBusyNames((now) => (isNowBusy ? [...new Set([...now, name])] : now.filter((one) => one !== name)))
  }, [])

  const send = async (draft: Draft, base: AnyRow | undefined) => {
    const body = { ...givenAll(fields, draft), ...only(draft, extra) }
    const checked = checkFields(fields, body)
    if (!checked.ok) return setErrors(inOrder(fields, checked.errors, tell))
    setSaving(true)
    try {
      const names = base
        ? [...changedNames(fields, startOf(fields, extra, base, undefined), draft), ...extra]
        : undefined
      const saved = base
        ? await update(definition, base.id, { ...only(body, names ?? []), version: base.version })
        : await create(definition, body, idempotencyKey.current)
      isDone.current = true
      dropDraft(key)
      snackbar(base ? t('Saved') : t('Created'))
      onSaved(saved)
    } catch (error) {
      setSaving(false)
      const found = staleOf(error)
      if (found) setStale(found)
      else setErrors(inOrder(fields, errorsOf(error), (text) => text))
      // Another content under the same key would be refused: the next attempt is a new one.
      if (error instanceof ApiRefusal && error.status >= 400 && error.status < 500)
        idempotencyKey.current = crypto.randomUUID()
    }
  }
  const save = async () => {
    if (isSaving) return
    if (isBusy) return snackbar(t('Files are still on their way.'))
    await send(values, row)
  }
  const settle = (now: AnyRow, mine: Draft, thenSave: boolean) => {
    const next = { ...startOf(fields, extra, now, undefined), ...mine }
    setStale(undefined)
    setRow(now)
    setValues(next)
    setErrors({})
    if (thenSave) void send(next, now)
  }
  return {
    definition,
    row,
    fields,
    values,
    set,
    errors,
    isUnsaved,
    isSaving,
    isBusy,
    setBusy,
    isRestored: kept !== undefined,
    save,
    stale,
    settle,
  }
}

/** The fields a form of this resource asks for. */
export function askedFor(definition: Definition, names?: readonly string[]): Fields {
  const writable = Object.entries(definition.fields).filter(
    ([name, field]) => isWritable(field) && !field.secret && (!names || names.includes(name)),
  )
  return Object.fromEntries(writable)
}

function startOf(fields: Fields, extra: readonly string[], row: AnyRow | undefined, initial: Draft | undefined): Draft {
  const names = [...Object.keys(fields), ...extra]
  return Object.fromEntries(
    names.map((name) => [name, (row ? row[name] : initial?.[name]) ?? (row ? null : (fields[name]?.default ?? null))]),
  )
}

/** Moves the focus to a field's input, wherever in it the focus goes. */
export function focusField(name: string): void {
  const found = document.getElementById(inputId(name)) ?? document.getElementById(`${inputId(name)}-label`)
  const target = found?.matches('input, textarea, select, button, [contenteditable=true]')
    ? found
    : found?.querySelector('input, textarea, button, [tabindex]')
  if (target instanceof HTMLElement) target.focus()
  found?.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

export function errorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiRefusal)) return { '': t('Something went wrong') }
  return Object.keys(error.fields).length > 0 ? error.fields : { '': error.description }
}

export function inOrder(
  fields: Fields,
  errors: Record<string, string>,
  say: (packed: string) => string,
): Record<string, string> {
  const names = [...Object.keys(fields), ...Object.keys(errors)].filter((name) => Object.hasOwn(errors, name))
  return Object.fromEntries(names.map((name) => [name, say(errors[name] ?? '')]))
}

async function mayLeave(drop: () => void): Promise<boolean> {
  const { status } = await confirm({
    title: t('Leave without saving?'),
    description: t('What you typed here is not saved yet.'),
    submit: t('Leave'),
    cancel: t('Stay'),
    danger: true,
  })
  if (status === 1) drop()
  return status === 1
}

const only = (from: Draft, names: readonly string[]): Draft =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]]))

function without(from: Record<string, string>, name: string): Record<string, string> {
  const { [name]: _, ...rest } = from
  return rest
}
