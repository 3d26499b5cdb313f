import { t } from '../../../shared/language.ts'
import type { ValuesOf } from '../../../web/public/form/kind.ts'
import type { PartProps } from '../../../web/public/form/use-form.ts'
import { nameOf, type TicketType, useTicketTypes } from '../../../web/public/lookups.ts'
import { FieldError, inputId } from '../../../web/public/ui/field.tsx'
import { Glyph } from '../../../web/public/ui/icon.tsx'
import { LoadFailed } from '../../../web/public/ui/load-failed.tsx'
import type { feedbackForm } from './feedback.public.ts'
import { pictureOf } from './type-pictures.public.tsx'

export type Feedback = ValuesOf<typeof feedbackForm.fields>
export type FeedbackPart = PartProps<Feedback>

const PLACES = Array.from({ length: 12 }, (_, n) => n)

/** What it is about, one tap, each with its picture; praise is a choice of its own below the rest. */
export function TypeButtons({ part: { values, errors, change } }: { part: FeedbackPart }) {
  const { rows, isFailed, retry } = useTicketTypes()
  const id = inputId('feedback_type')
  const isWaiting = rows === null && !isFailed
  return (
    <div
      className="field types"
      aria-busy={isWaiting}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={errors.feedback_type && `${id}-error`}
      aria-invalid={errors.feedback_type !== undefined}
      aria-required
    >
      <span className="label" id={`${id}-label`}>
        {t('What is it about?')}
      </span>
      <div className="types-grid">
        {isWaiting && PLACES.map((n) => <span key={n} className="type skeleton" />)}
        {inOrder(rows ?? []).map((type, at) => (
          <label key={type.id} className={`type is-${type.sign ?? 'plain'}`}>
            <input
              type="radio"
              name="feedback_type"
              id={at === 0 ? id : undefined}
              value={type.id}
              checked={values.feedback_type === type.id}
              onChange={() => change({ feedback_type: type.id })}
            />
            <Picture sign={type.sign} />
            <span>{nameOf(type)}</span>
          </label>
        ))}
      </div>
      {isFailed && rows === null && <LoadFailed id={id} onRetry={retry} />}
      {errors.feedback_type && <FieldError id={`${id}-error`}>{errors.feedback_type}</FieldError>}
    </div>
  )
}

/** As the chain orders them, then what is none of these, then praise. */
const inOrder = (types: readonly TicketType[]): TicketType[] =>
  types.toSorted((a, b) => LAST.indexOf(a.sign ?? '') - LAST.indexOf(b.sign ?? ''))
const LAST = ['other', 'praise']

function Picture({ sign }: Pick<TicketType, 'sign'>) {
  const path = pictureOf(sign)
  return path ? <Glyph path={path} size={22} stroke={1.75} /> : null
}
