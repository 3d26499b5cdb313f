import { type FormEvent, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { call, Refused } from '../../../web/public/request.ts'
import { Field, FieldError } from '../../../web/public/ui/field.tsx'
import { GrowingText } from '../../../web/public/ui/growing-text.tsx'
import { Icon } from '../../../web/public/ui/icon.tsx'
import { type FollowUp, pathOf } from './use-follow-up.public.tsx'

const STARS = [1, 2, 3, 4, 5] as const
const MEANINGS: Record<number, () => string> = {
  1: () => t('Very dissatisfied'),
  2: () => t('Dissatisfied'),
  3: () => t('It was all right'),
  4: () => t('Satisfied'),
  5: () => t('Very satisfied'),
}

interface Props {
  token: string
  found: FollowUp
  onChanged: () => Promise<void>
}

/** One to five stars, as buttons of one choice: by tap, by arrow keys, and by name for a screen reader. */
export function Rate({ token, found, onChanged }: Props) {
  // The thanks outlive the form, which goes as soon as the rating is known.
  const [isThanked, setThanked] = useState(false)
  if (!found.can_rate) return <Rated rating={found.rating ?? 0} note={found.rating_note} isThanked={isThanked} />
  return <RateForm token={token} found={found} onChanged={onChanged} onThanked={() => setThanked(true)} />
}

function RateForm({ token, found, onChanged, onThanked }: Props & { onThanked: () => void }) {
  const [rating, setRating] = useState(found.rating ?? 0)
  const [note, setNote] = useState(found.rating_note ?? '')
  const [said, setSaid] = useState<{ error?: string }>({})
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (rating === 0) {
      setSaid({ error: t('Please choose one to five stars.') })
      document.getElementById('star-1')?.focus()
      return
    }
    setSending(true)
    try {
      await call('POST', pathOf(token, '/rate'), { body: { rating, note: note.trim() } })
      onThanked()
      await onChanged()
    } catch (failure) {
      const error =
        failure instanceof Refused
          ? failure.message
          : t('There is no connection right now. Please try again in a moment.')
      setSaid({ error })
    }
    setSending(false)
  }
  return (
    <form className="card stack rate" noValidate onSubmit={submit}>
      <div role="radiogroup" aria-labelledby="rate" aria-describedby={said.error ? 'rate-error' : undefined}>
        <h2 id="rate">{t('How well did we handle it?')}</h2>
        <div className="stars">
          {STARS.map((star) => (
            <label key={star} className={star <= rating ? 'is-lit' : ''}>
              <input
                type="radio"
                name="rating"
                id={`star-${star}`}
                value={star}
                checked={rating === star}
                onChange={() => {
                  setRating(star)
                  setSaid({})
                }}
              />
              <span className="visually-hidden">{`${star}/5 · ${MEANINGS[star]?.()}`}</span>
              <Icon name="star-filled" size={34} />
            </label>
          ))}
          <span className="stars-meaning" aria-hidden="true">
            {MEANINGS[rating]?.()}
          </span>
        </div>
        {said.error && <FieldError id="rate-error">{said.error}</FieldError>}
      </div>
      {rating > 0 && (
        <Field name="note" label={t('Would you like to say why?')} isOptional>
          {(input) => (
            <GrowingText {...input} className="input area is-small" maxLength={500} value={note} onChange={setNote} />
          )}
        </Field>
      )}
      <div className="row">
        <button type="submit" className="button" aria-disabled={isSending}>
          {t('Send rating')}
        </button>
      </div>
    </form>
  )
}

const Rated = ({ rating, note, isThanked }: { rating: number; note: string | null; isThanked: boolean }) => (
  <section className="card rate">
    <h2>{t('Your rating')}</h2>
    <p className="stars" role="img" aria-label={`${rating}/5 · ${MEANINGS[rating]?.() ?? ''}`}>
      {STARS.map((star) => (
        <span key={star} className={star <= rating ? 'is-lit' : ''}>
          <Icon name="star-filled" size={26} />
        </span>
      ))}
    </p>
    {note && <p className="words soft">{note}</p>}
    <p className="soft" role="status">
      {isThanked && t('Thank you for your rating.')}
    </p>
  </section>
)
