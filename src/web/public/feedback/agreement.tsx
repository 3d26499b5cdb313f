import { useState } from 'react'
import { t } from '../../../shared/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, inputId } from '../ui/field.tsx'
import type { PartProps } from './feedback-form.tsx'

/** The consent to use what was written, and what exactly it means. */
export function Agreement({ draft, errors, change }: PartProps) {
  const [isReading, setReading] = useState(false)
  const id = inputId('agreed')
  return (
    <div className="field agreement">
      <label className="check">
        <input
          id={id}
          name="agreed"
          type="checkbox"
          checked={draft.agreed}
          aria-invalid={errors.agreed !== undefined}
          aria-describedby={errors.agreed && `${id}-error`}
          aria-required
          onChange={(event) => change({ agreed: event.target.checked })}
        />
        <span>{t('I agree to the terms')}</span>
      </label>
      <button type="button" className="link" onClick={() => setReading(true)}>
        {t('Read the terms')}
      </button>
      {errors.agreed && <FieldError id={`${id}-error`}>{errors.agreed}</FieldError>}
      {isReading && (
        <Dialog title={t('What happens with your words')} onClose={() => setReading(false)}>
          <Terms />
          <button
            type="button"
            className="button is-wide"
            onClick={() => {
              change({ agreed: true })
              setReading(false)
            }}
          >
            {t('I agree')}
          </button>
        </Dialog>
      )}
    </div>
  )
}

const Terms = () => (
  <div className="terms">
    <p>
      {t(
        'We use your name, phone number, e-mail, words, photos and videos only to look into this matter and to answer you.',
      )}
    </p>
    <p>
      {t(
        'The store concerned and our customer service read them. We do not sell them, and we send you no advertising.',
      )}
    </p>
    <p>{t('We receive and discuss your request within 7 working days, as consumer law asks.')}</p>
    <p>{t('You may ask us at any time to show, correct or delete what we keep about you.')}</p>
  </div>
)
