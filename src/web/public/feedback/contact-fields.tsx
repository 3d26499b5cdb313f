import { t } from '../../../shared/language.ts'
import { Typed } from '../form/typed.tsx'
import type { PartProps } from '../form/use-form.ts'
import type { Feedback } from './values.ts'

/** Whom to answer. */
export const ContactFields = ({ part }: { part: PartProps<Feedback> }) => (
  <fieldset className="group">
    <legend className="group-title">{t('How can we reach you?')}</legend>
    <Typed part={part} name="customer_name" label={t('Your name')} as="name" />
    <Typed part={part} name="phone" label={t('Phone number')} as="phone" />
    <Typed part={part} name="email" label={t('E-mail')} as="email" isOptional more={{ enterKeyHint: 'done' }} />
  </fieldset>
)
