import { useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import type { Draft } from '../../web/fields/values.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import css from './offers.module.css'

export interface Filled {
  /** Whether nothing was filled in by this key, or what was then stands no more, so that it may be. */
  mayFill: (key: string) => boolean
  fill: (key: string, values: Draft) => void
  /** What was filled in by this key stands in the form. */
  stands: (key: string) => boolean
  undo: () => void
}

/** Fills in what a key, typed whole, stands for, by itself; what stood there before comes back at one press, and then stays. */
export function useFilled(form: Form): Filled {
  const [filled, setFilled] = useState<{ key: string; values: Draft; before: Draft }>()
  const refused = useRef(new Set<string>())
  const isAsFilled =
    filled !== undefined && Object.entries(filled.values).every(([name, value]) => form.values[name] === value)
  const set = (values: Draft) => {
    for (const [name, value] of Object.entries(values)) form.set(name, value)
  }
  return {
    mayFill: (key) => !refused.current.has(key) && filled?.key !== key,
    fill(key, values) {
      const names = Object.keys(values)
      // Filled in anew, what stood there before the first time is what comes back.
      const before = isAsFilled
        ? filled.before
        : Object.fromEntries(names.map((name) => [name, form.values[name] ?? null]))
      setFilled({ key, values, before })
      set(values)
    },
    stands: (key) => isAsFilled && filled.key === key,
    undo() {
      if (!filled) return
      refused.current.add(filled.key)
      set(filled.before)
      setFilled(undefined)
    },
  }
}

/** Whether all of these are empty, or hold what was filled in: then nothing typed is lost. */
export const isFree = (form: Form, names: readonly string[], filled: Filled, key: string): boolean =>
  filled.stands(key) || names.every((name) => isNothing(form.values[name]))

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export function FilledNote({ says, filled }: { says: string; filled: Filled }) {
  return (
    <p role="status" className={css.filled}>
      {says}{' '}
      <button type="button" className={css.undo} onClick={filled.undo}>
        {t('Undo')}
      </button>
    </p>
  )
}
