import { useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { ValuesOf } from '../../../web/public/form/kind.ts'
import type { PartProps } from '../../../web/public/form/use-form.ts'
import { nameOf, useTicketTypes } from '../../../web/public/lookups.ts'
import { FieldError, inputId } from '../../../web/public/ui/field.tsx'
import { Icon } from '../../../web/public/ui/icon.tsx'
import { LoadFailed } from '../../../web/public/ui/load-failed.tsx'
import type { feedbackForm } from './feedback.public.ts'

export type Feedback = ValuesOf<typeof feedbackForm.fields>
export type FeedbackPart = PartProps<Feedback>

const FIRST_SHOWN = 7
const PLACES = Array.from({ length: FIRST_SHOWN + 1 }, (_, n) => n)

/** What it is about, one tap; the rarer kinds open on wish. */
export function TypeButtons({ part: { values, errors, change } }: { part: FeedbackPart }) {
  const { rows, isFailed, retry } = useTicketTypes()
  const [isOpen, setOpen] = useState(false)
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) grid.current?.querySelectorAll('input')[FIRST_SHOWN]?.focus()
  }, [isOpen])
  const types = rows ?? []
  const isChosenHidden = types.findIndex(({ id }) => id === values.feedback_type) >= FIRST_SHOWN
  const isShort = types.length > FIRST_SHOWN + 1 && !isOpen && !isChosenHidden
  const shown = isShort ? types.slice(0, FIRST_SHOWN) : types
  const id = inputId('feedback_type')
  return (
    <div
      className="field types"
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={errors.feedback_type && `${id}-error`}
      aria-invalid={errors.feedback_type !== undefined}
      aria-required
    >
      <span className="label" id={`${id}-label`}>
        {t('What is it about?')}
      </span>
      <div className="types-grid" ref={grid}>
        {rows === null && !isFailed && PLACES.map((n) => <span key={n} className="type skeleton" />)}
        {shown.map((type, at) => (
          <label key={type.id} className="type">
            <input
              type="radio"
              name="feedback_type"
              id={at === 0 ? id : undefined}
              value={type.id}
              checked={values.feedback_type === type.id}
              onChange={() => change({ feedback_type: type.id })}
            />
            <span>{nameOf(type)}</span>
          </label>
        ))}
        {isShort && (
          <button type="button" className="type is-more" aria-expanded={false} onClick={() => setOpen(true)}>
            {t('Something else…')}
            <Icon name="chevron-down" size={18} />
          </button>
        )}
      </div>
      {isFailed && rows === null && <LoadFailed id={id} onRetry={retry} />}
      {errors.feedback_type && <FieldError id={`${id}-error`}>{errors.feedback_type}</FieldError>}
    </div>
  )
}
