import { t } from '../../../shared/language.ts'
import { FormFrame } from '../form/form-frame.tsx'
import { FormPage } from '../form/form-page.tsx'
import { type FormProps, useForm } from '../form/use-form.ts'
import { classic } from './kind.ts'
import { MemberIntro } from './member-intro.tsx'
import { CardPart, ContactPart, PersonPart, SignPart } from './parts.tsx'
import { useRegistered } from './registered.tsx'
import { Thanks } from './thanks.tsx'
import type { Member } from './values.ts'

export default function ClassicPage() {
  return (
    <FormPage
      kind={classic}
      title={t('Member registration')}
      intro={<MemberIntro />}
      form={ClassicForm}
      thanks={(receipt, onAgain) => <Thanks receipt={receipt} onAgain={onAgain} />}
    />
  )
}

function ClassicForm(props: FormProps<Member>) {
  const form = useForm(props)
  const part = useRegistered(form)
  return (
    <FormFrame form={form} send={t('Send registration')}>
      <fieldset className="group">
        <legend className="group-title">{t('Your card')}</legend>
        <CardPart part={part} />
      </fieldset>
      <fieldset className="group">
        <legend className="group-title">{t('About you')}</legend>
        <PersonPart part={part} />
      </fieldset>
      <fieldset className="group">
        <legend className="group-title">{t('How can we reach you?')}</legend>
        <ContactPart part={part} />
      </fieldset>
      <SignPart part={part} />
    </FormFrame>
  )
}
