import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { checkFields } from '../../../shared/checks.ts'
import { type Fields, isWritable } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import type { Definition } from '../../../shared/resource.ts'
import { ApiRefusal } from '../../api.ts'
import { go, useLeaveGuard } from '../../app/location.ts'
import { changedNames, type Draft, givenAll } from '../../fields/values.ts'
import { sayFailure, snackbar } from '../../ui/snackbar.tsx'
import { uniqueKey } from '../../unique.ts'
import { useLeft } from '../../use-left.ts'
import type { AnyRow, Versioned } from '../module.ts'
import { create, update } from '../record-acts.ts'
import { wrongWith } from '../records.ts'
import { useBusyFields } from './busy-fields.ts'
import { groupsOf } from './field-groups-of.ts'
import { errorsOf, focusField, inOrder, without } from './form-errors.ts'
import { type Stale, staleOf } from './stale-version.ts'
import { startOf, useDraft } from './use-draft.ts'

export interface FormWishes {
  definition: Definition
  row: AnyRow | undefined
  initial?: Draft | undefined
  /** The record a new one opens from; what was typed for another one is not mixed into it. */
  from?: string | undefined
  extra?: readonly string[] | undefined
  fields?: readonly string[] | undefined
  onSaved: (row: AnyRow) => void
}

/** What is typed where somebody else may save meanwhile. */
export interface Contested<R extends Versioned = AnyRow> {
  definition: Pick<Definition, 'fields'>
  /** As it was when the form opened or was last reloaded. */
  row: R | undefined
  fields: Fields
  /** Values as a record shows them: a ref is `{ id, name }` (a plain id is taken as well), files are StoredFile[]. */
  values: Draft
  isUnsaved: boolean
  /** Names that differ from `row`. */
  changed: readonly string[]
  isSaving: boolean
  /** Files, or answers to what was read or typed, are on their way. */
  isBusy: boolean
  stale: Stale<R> | undefined
  /** Lays the record as somebody else saved it beside what is typed. */
  meet: (stale: Stale<R>) => void
  /** Takes the record as it stands now, keeping `mine` of the draft, and saves when asked to. */
  settle: (row: R, mine: Draft, thenSave: boolean) => void
}

/** A form under way: the draft, what is wrong with it, and how to save it. */
export interface Form extends Contested {
  definition: Definition
  set: (name: string, value: unknown) => void
  /** Field to a sentence; '' is what concerns no field. */
  errors: Record<string, string>
  /** Those that the last saving showed, also where they have been put right since. */
  told: Record<string, string>
  setBusy: (name: string, isBusy: boolean) => void
  isRestored: boolean
  save: () => Promise<void>
}

const NONE: readonly string[] = []

export function useForm(wishes: FormWishes): Form {
  const { definition, row: first, initial, from = 'new', extra = NONE, fields: names, onSaved } = wishes
  const fields = useMemo(() => askedFor(definition, names), [definition, names])
  const order = useMemo(() => groupsOf(definition, fields).flatMap((group) => group.names), [definition, fields])
  const draft = useDraft({ key: `${definition.name}/${first?.id ?? from}`, fields, extra, row: first, initial })
  const { row, values } = draft
  const latest = useRef(values)
  latest.current = values
  const { errors, told, show, add, settleOne } = useErrors(order)
  const { isBusy, setBusy } = useBusyFields()
  const [isSaving, setSaving] = useState(false)
  const [stale, setStale] = useState<Stale>()
  const idempotencyKey = useRef<string>(uniqueKey())
  const isDone = useRef(false)
  const left = useLeft()
  const isUnsaved = draft.changes.length > 0
  useLeaveGuard(isUnsaved, async () => isDone.current || (await draft.mayLeave()), true)

  const set = useCallback(
    (name: string, value: unknown) => {
      draft.set(name, value)
      settleOne(name)
    },
    [draft.set, settleOne],
  )
  /** What only the server can tell, such as a number that somebody has already, stands there with the first mistakes. */
  const showOtherErrors = async (typed: Draft, body: Draft, base: AnyRow | undefined) => {
    const wrong = await wrongWith(definition, base?.id, body)
    const isAsTyped = (name: string) => latest.current[rootOf(name)] === typed[rootOf(name)]
    const rest = Object.fromEntries(Object.entries(wrong).filter(([name]) => isAsTyped(name)))
    add(rest)
  }
  const send = async (typed: Draft, base: AnyRow | undefined) => {
    const body = { ...givenAll(fields, typed), ...only(typed, extra) }
    // What a record has always lacked may stay so; only what is changed must be right.
    const sent = base ? differing(fields, extra, base, typed, body) : body
    const checked = checkFields(fields, sent, base !== undefined)
    if (!checked.ok) {
      show(inOrder(order, checked.errors, tell))
      return showOtherErrors(typed, base ? { ...sent, version: base.version } : body, base)
    }
    show({})
    setSaving(true)
    try {
      const saved = !base
        ? await create(definition, body, idempotencyKey.current)
        : Object.keys(sent).length > 0
          ? await update(definition, base.id, { ...sent, version: base.version })
          : base
      isDone.current = true
      draft.drop()
      const show = () => go(`/${definition.name}/view/${saved.id}`)
      snackbar(base ? t('Saved') : t('Created'), {
        ...(left.aborted && { action: { label: t('Show'), run: show } }),
      })
      if (!left.aborted) onSaved(saved)
    } catch (error) {
      setSaving(false)
      if (left.aborted) sayFailure(error)
      const found = staleOf(error)
      if (found) setStale(found)
      else show(inOrder(order, errorsOf(error)))
      // Refused content was not kept; sent again corrected, it is another one and needs another key.
      if (error instanceof ApiRefusal && error.status >= 400 && error.status < 500) idempotencyKey.current = uniqueKey()
    }
  }
  const save = async () => {
    if (isSaving) return
    if (isBusy) snackbar(t('Please wait: something is still on its way.'))
    else await send(values, row)
  }
  const settle = (now: AnyRow, mine: Draft, thenSave: boolean) => {
    setStale(undefined)
    // What is wrong in what is kept stays so until it is put right.
    if (Object.keys(mine).length === 0) show({})
    const next = draft.rebase(now, mine)
    if (thenSave) void send(next, now)
  }
  const { isRestored } = draft
  return {
    definition,
    row,
    fields,
    values,
    set,
    errors,
    told,
    isUnsaved,
    changed: draft.changes,
    isSaving,
    isBusy,
    setBusy,
    isRestored,
    save,
    stale,
    meet: setStale,
    settle,
  }
}

/** The fields a form of this resource asks for. */
export function askedFor(definition: Definition, names?: readonly string[]): Fields {
  const asked = Object.entries(definition.fields).filter(
    ([name, field]) => isWritable(field) && !field.secret && (!names || names.includes(name)),
  )
  return Object.fromEntries(asked)
}

/** Errors by field; those that saving showed lead to the first of them, and nothing that comes or goes later moves the focus. */
function useErrors(order: readonly string[]) {
  const [{ errors, told }, setErrors] = useState<Wrong>(NOTHING_WRONG)
  const [shown, setShown] = useState<Record<string, string>>({})
  useEffect(() => {
    const first = Object.keys(shown).find(Boolean)
    if (first) focusField(first)
  }, [shown])
  const show = (found: Record<string, string>) => {
    setErrors({ errors: found, told: found })
    setShown(found)
  }
  /** More of what saving found; nothing where all of it has been put right meanwhile. */
  const add = (found: Record<string, string>) => {
    const more = (now: Record<string, string>) => inOrder(order, { ...found, ...now })
    setErrors((now) => (Object.keys(now.errors).length > 0 ? { errors: more(now.errors), told: more(now.told) } : now))
  }
  const settleOne = useCallback(
    (name: string) => setErrors((now) => ({ ...now, errors: without(now.errors, name) })),
    [],
  )
  return { errors, told, show, add, settleOne }
}
type Wrong = Pick<Form, 'errors' | 'told'>
const NOTHING_WRONG: Wrong = { errors: {}, told: {} }

const rootOf = (name: string): string => name.split('.')[0] ?? name

/** What an update sends: only what was changed, so that nobody else's change is undone. */
function differing(fields: Fields, extra: readonly string[], base: AnyRow, typed: Draft, body: Draft): Draft {
  const start = startOf(fields, extra, base, undefined)
  return only(body, [...changedNames(fields, start, typed), ...extra.filter((name) => start[name] !== typed[name])])
}

const only = (from: Draft, names: readonly string[]): Draft =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]]))
