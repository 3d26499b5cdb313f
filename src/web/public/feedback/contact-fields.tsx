import { t } from '../../../shared/language.ts'
import { Field } from '../ui/field.tsx'
import type { PartProps } from './feedback-form.tsx'

/** Whom to answer. */
export function ContactFields({ draft, errors, change, leave }: PartProps) {
  return (
    <fieldset className="group">
      <legend className="group-title">{t('How can we reach you?')}</legend>
      <Field name="customer_name" label={t('Your name')} error={errors.customer_name}>
        {(input) => (
          <input
            {...input}
            className="input"
            autoComplete="name"
            autoCapitalize="words"
            maxLength={191}
            value={draft.customer_name}
            onChange={(event) => change({ customer_name: event.target.value })}
            onBlur={() => leave('customer_name')}
          />
        )}
      </Field>
      <Field name="phone" label={t('Phone number')} error={errors.phone}>
        {(input) => (
          <input
            {...input}
            className="input"
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            placeholder="09xx xxx xxx"
            maxLength={20}
            value={draft.phone}
            onChange={(event) => change({ phone: event.target.value })}
            onBlur={() => leave('phone')}
          />
        )}
      </Field>
      <Field name="email" label={t('E-mail')} error={errors.email} isOptional>
        {(input) => (
          <input
            {...input}
            className="input"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={draft.email}
            onChange={(event) => change({ email: event.target.value })}
            onBlur={() => leave('email')}
          />
        )}
      </Field>
    </fieldset>
  )
}
