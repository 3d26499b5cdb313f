import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../shared/language.ts'
import type { LetterFile, Rebuff } from '../../outbox/outbox.ts'
import { Refused } from '../request.ts'
import { focusField } from '../ui/error-summary.tsx'
import { type Draft, useDraft } from './draft.ts'
import type { Errors } from './errors.ts'
import type { Asked, FormKind } from './kind.ts'
import { isKeyTaken, type Letter, letters, post, type Receipt, underNewKey } from './outbox.ts'

/** What the page of a form gives to it. */
export interface FormProps<V extends Asked> {
  kind: FormKind<V>
  initial: Draft<V>
  /** What the server found wrong with it when it was sent from the outbox. */
  refusal?: Rebuff
  /** The key of the letter this form is sending itself. */
  held: { current: string | null }
  onSent: (receipt: Receipt) => void
  onKept: (key: string) => void
  onClear: () => void
}

/** What each part of a form is given. */
export interface PartProps<V> {
  values: V
  errors: Errors
  change: (changes: Partial<V>) => void
  /** A field was left: tell what is wrong with what was typed. */
  leave: (name: keyof V & string) => void
}

/** What a form brings beside its values: files, and what is wrong with them. */
export interface Beside {
  errors?: () => Errors
  files?: () => Promise<LetterFile[]>
}

/** A form's values, what is wrong with them, and its way out. */
export function useForm<V extends Asked>(
  { kind, initial, refusal: returned, held, onSent, onKept, onClear }: FormProps<V>,
  beside: Beside = {},
) {
  const { draft, change, patch } = useDraft(kind, initial)
  const [errors, setErrors] = useState<Errors>(returned?.fields ?? {})
  const [refusal, setRefusal] = useState<string | null>(returned ? t(returned.description) : null)
  const [sending, setSending] = useState<'files' | 'words' | null>(null)
  const isPressed = useRef(false)
  const { values } = draft
  const latest = useRef({ draft, beside })
  useLayoutEffect(() => {
    latest.current = { draft, beside }
  })

  /** Should the checks not be loaded, the server's own are enough. */
  const rules = () => kind.rules().catch(() => ({ errorOf: () => undefined, errorsOf: (): Errors => ({}) }))

  const recheck = async (names: string[], now: V) => {
    const { errorOf } = await rules()
    setErrors((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, errorOf(name, now)])) }))
  }
  const changeAndCheck = (changes: Partial<V>) => {
    change(changes)
    const names = Object.keys(changes).filter((name) => errors[name])
    if (names.length > 0) void recheck(names, { ...values, ...changes })
  }
  const leave = (name: keyof V & string) => {
    if (values[name]) void recheck([name], values)
  }
  const show = (found: Errors, description: string | null = null) => {
    // At once: what is inert takes no focus.
    flushSync(() => {
      setErrors(found)
      setRefusal(description)
      setSending(null)
    })
    const first = kind.order.find((name) => found[name])
    requestAnimationFrame(() => (first ? focusField(first) : scrollTo({ top: 0 })))
  }
  /** What is wrong now, in these fields or in any, is shown; true where nothing is. */
  const isRight = async (names?: readonly string[]) => {
    const { errorsOf } = await rules()
    const { draft, beside } = latest.current
    const found = Object.entries({ ...errorsOf(draft.values), ...beside.errors?.() })
    const wrong = found.filter(([name, error]) => error && (!names || names.includes(name)))
    setRefusal(null)
    if (wrong.length > 0) show(Object.fromEntries(wrong))
    else setErrors({})
    return wrong.length === 0
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // The state of a second press may still be that of before the first.
    if (isPressed.current) return
    isPressed.current = true
    await send().finally(() => {
      isPressed.current = false
    })
  }
  const send = async () => {
    if (!(await isRight())) return
    setSending('files')
    const files = (await beside.files?.()) ?? []
    // What was changed while the files were on their way is meant as well; from now on nothing is.
    flushSync(() => setSending('words'))
    if (await isRight()) await deliver(letterOf(kind, latest.current.draft, files))
    held.current = null
  }
  const deliver = async (letter: Letter): Promise<void> => {
    held.current = letter.key
    try {
      onSent(await post(letter))
    } catch (error) {
      if (isKeyTaken(error)) {
        const own = await underNewKey(letter)
        patch({ key: own.key })
        return deliver(own)
      }
      if (error instanceof Refused) return show(error.fields, error.message)
      const isKept = (await letters()).some(({ key }) => key === letter.key)
      if (isKept) onKept(letter.key)
      else show({}, t('There is no connection. What you wrote stays here; please send it again later.'))
    }
  }
  return {
    kind,
    draft,
    values,
    errors,
    refusal,
    isSending: sending !== null,
    /** It takes no more changes. */
    isClosed: sending === 'words',
    change: changeAndCheck,
    leave,
    patch,
    isRight,
    submit,
    rules,
    onClear,
  }
}

export type Form<V extends Asked> = ReturnType<typeof useForm<V>>

function letterOf<V extends Asked>(kind: FormKind<V>, draft: Draft<V>, files: LetterFile[]): Letter {
  const { name, page, path, consent } = kind
  const body = { ...kind.body(draft.values), agreed: true, terms: consent.version, website: draft.website }
  return {
    key: draft.key,
    form: name,
    page,
    private: kind.private,
    draft,
    path,
    body,
    files,
    kept_at: Date.now(),
  }
}
