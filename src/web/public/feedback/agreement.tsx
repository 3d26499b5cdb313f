import { useState } from 'react'
import { complaintConsent } from '../../../shared/consents/complaint.ts'
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
    {complaintConsent.words.map((words) => (
      <p key={words}>{t(words)}</p>
    ))}
  </div>
)
