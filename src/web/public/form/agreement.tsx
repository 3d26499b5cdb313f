import { useState } from 'react'
import { t } from '../../../shared/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, inputId } from '../ui/field.tsx'
import type { Asked } from './kind.ts'
import type { Form } from './use-form.ts'

/** The consent to use what was written, for what, and what exactly it means. Never ticked beforehand. */
export function Agreement<V extends Asked>({ form }: { form: Form<V> }) {
  const { values, errors, kind } = form
  const agree = (agreed: boolean) => form.change({ agreed } as Partial<V>) // every form's values have it
  const [isReading, setReading] = useState(false)
  const id = inputId('agreed')
  return (
    <div className="field agreement">
      <label className="check">
        <input
          id={id}
          name="agreed"
          type="checkbox"
          checked={values.agreed}
          aria-invalid={errors.agreed !== undefined}
          aria-describedby={[errors.agreed && `${id}-error`, `${id}-purpose`].filter(Boolean).join(' ')}
          aria-required
          onChange={(event) => agree(event.target.checked)}
        />
        <span>{t('I agree to the terms')}</span>
      </label>
      <button type="button" className="link" onClick={() => setReading(true)}>
        {t('Read the terms')}
      </button>
      <p className="hint" id={`${id}-purpose`}>
        {t('For: {{purpose}}', { purpose: t(kind.consent.purpose) })}
      </p>
      {errors.agreed && <FieldError id={`${id}-error`}>{errors.agreed}</FieldError>}
      {isReading && (
        <Dialog title={t(kind.consent.purpose)} onClose={() => setReading(false)}>
          <div className="terms">
            {kind.consent.words.map((words) => (
              <p key={words}>{t(words)}</p>
            ))}
            <p className="soft small">{t('Version {{version}}', { version: kind.consent.version })}</p>
          </div>
          <button
            type="button"
            className="button is-wide"
            onClick={() => {
              agree(true)
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
