import { IconAlertCircle } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '../../../shared/language.ts'
import { inputId } from '../../fields/inputs/frame.tsx'
import css from './form.module.css'
import { focusField } from './form-errors.ts'
import type { Form } from './use-form.ts'

type Told = Pick<Form, 'errors' | 'fields'> & Partial<Pick<Form, 'told' | 'isSaving'>>

/** What is wrong, at the top: each line leads to its field, and stays, struck out, once that is put right: nothing below moves. */
export function ErrorSummary({ form: { errors, fields, told = errors, isSaving = false } }: { form: Told }) {
  const box = useRef<HTMLDivElement>(null)
  const names = Object.keys(told)
  const general = told['']
  useStandsStill(box, names.length > 0, isSaving)
  useEffect(() => {
    // Without a field to go to, the sentence itself takes the focus.
    if (general) box.current?.focus()
  }, [general])
  if (names.length === 0) return null
  return (
    <div
      ref={box}
      className={css.summary}
      role="alert"
      tabIndex={-1}
      data-settled={Object.keys(errors).length === 0 || undefined}
    >
      <IconAlertCircle size={20} aria-hidden="true" />
      <div>
        <strong>{general ?? t('Please check the marked fields.')}</strong>
        <ul>
          {names.filter(Boolean).map((name) => (
            <li key={name} data-settled={errors[name] === undefined || undefined}>
              <a
                href={`#${inputId(name)}`}
                onClick={(event) => {
                  event.preventDefault()
                  focusField(name)
                }}
              >
                {saidOf(name, told[name] ?? '', fields)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/**
 * What the server refuses comes late, and would push down all that is read on a small screen: there the form stays where it is, the
 * summary lies above it, and the focus goes to the field.
 */
function useStandsStill(box: RefObject<HTMLElement | null>, isTold: boolean, isSaving: boolean): void {
  const wasSaving = useRef(false)
  useLayoutEffect(() => {
    const summary = box.current
    const form = summary?.nextElementSibling
    if (isTold && wasSaving.current && summary && form && matchMedia(SMALL).matches)
      summary.closest('main')?.scrollBy({
        top: form.getBoundingClientRect().top - summary.getBoundingClientRect().top,
        behavior: 'instant',
      })
    wasSaving.current = isSaving
  }, [box, isTold, isSaving])
}
const SMALL = '(width < 768px)'

/** The sentence with what it is about, where it does not say so itself. */
function saidOf(name: string, error: string, fields: Form['fields']): string {
  if (fields[name]) return error
  const [of = '', line] = name.split('.')
  return fields[of]?.kind === 'lines' ? `${t('Line {{n}}', { n: Number(line) + 1 })}: ${error}` : `${name}: ${error}`
}
