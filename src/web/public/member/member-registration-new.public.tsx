import { t } from '../../../shared/language.ts'
import { FormPage } from '../form/form-page.tsx'
import { StepFrame } from '../form/step-frame.tsx'
import { type FormProps, useForm } from '../form/use-form.ts'
import { inSteps } from './kind.ts'
import { MemberIntro } from './member-intro.tsx'
import { CardPart, ContactPart, PersonPart, SignPart } from './parts.tsx'
import { useRegistered } from './registered.tsx'
import { Thanks } from './thanks.tsx'
import type { Member } from './values.ts'

export default function StepsPage() {
  return (
    <FormPage
      kind={inSteps}
      title={t('Member registration')}
      intro={<MemberIntro />}
      form={StepsForm}
      thanks={(receipt, onAgain) => <Thanks receipt={receipt} onAgain={onAgain} />}
    />
  )
}

function StepsForm(props: FormProps<Member>) {
  const form = useForm(props)
  const part = useRegistered(form)
  return (
    <StepFrame
      form={form}
      send={t('Send registration')}
      steps={[
        {
          title: t('Your card'),
          fields: ['request_type', 'store', 'card_number', 'employee_code'],
          content: <CardPart part={part} />,
        },
        {
          title: t('About you'),
          fields: ['full_name', 'birth_date', 'nationality', 'document', 'identity_number'],
          content: <PersonPart part={part} takesOthers />,
        },
        {
          title: t('How can we reach you?'),
          fields: ['phone', 'email', 'address'],
          content: <ContactPart part={part} />,
        },
        { title: t('Sign and send'), fields: ['signature', 'agreed'], content: <SignPart part={part} /> },
      ]}
    />
  )
}
