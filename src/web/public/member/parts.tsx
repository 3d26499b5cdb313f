import { offersConsent } from '../../../shared/consents/membership.ts'
import { t } from '../../../shared/language.ts'
import { plainDigits } from '../../../shared/vietnam/vietnam.ts'
import { CheckBox } from '../form/check-box.tsx'
import { Choice } from '../form/choice.tsx'
import { Signature } from '../form/signature.tsx'
import { Typed } from '../form/typed.tsx'
import { tidyDay } from '../form/typed-values.ts'
import { StoreField } from '../pick/store-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { type MemberPart, OtherRequest } from './registered.tsx'

interface Props {
  part: MemberPart
}

const plainNumber = (typed: string) => typed.replace(/[\s.-]/g, '').toUpperCase()

/** What is wanted, and from which store. */
export const CardPart = ({ part }: Props) => (
  <>
    <Choice
      part={part}
      name="request_type"
      label={t('What do you need?')}
      options={[
        { value: 'new', label: t('New card') },
        { value: 'reissue', label: t('Card lost or broken') },
        { value: 'change', label: t('Change of information') },
      ]}
    />
    {part.values.request_type !== 'new' && (
      <Typed
        part={part}
        name="card_number"
        label={t('Card number')}
        as="digits"
        hint={t('The 16 digits on your card')}
        isOptional={part.values.request_type === 'reissue'}
        tidy={plainDigits}
      />
    )}
    <StoreField part={part} ask={t('Where would you like to collect your card?')} />
    <div className="field">
      <CheckBox part={part} name="is_staff">
        {t('I work for the chain')}
      </CheckBox>
      {part.values.is_staff && (
        <Typed
          part={part}
          name="employee_code"
          label={t('Employee code')}
          as="digits"
          hint={t('16 digits')}
          tidy={plainDigits}
        />
      )}
    </div>
  </>
)

/** Who it is, by which paper. */
export function PersonPart({ part, takesOthers = false }: Props & { takesOthers?: boolean }) {
  const { document } = part.values
  const papers = [
    { value: 'citizen', label: t('Citizen card') },
    { value: 'passport', label: t('Passport') },
    ...(takesOthers ? [{ value: 'other', label: t('Other document') }] : []),
  ]
  const isDigits = document === 'citizen'
  return (
    <>
      <Typed part={part} name="full_name" label={t('Full name')} as="name" hint={t('As printed on your document')} />
      <Typed
        part={part}
        name="birth_date"
        label={t('Date of birth')}
        as="digits"
        tidy={(typed) => tidyDay(typed, true)}
        more={{ autoComplete: 'bday', placeholder: t('DD/MM/YYYY') }}
      />
      <Typed part={part} name="nationality" label={t('Nationality')} as="country" />
      <Choice part={part} name="document" label={t('Identity document')} options={papers} />
      <Typed
        part={part}
        name="identity_number"
        label={t('ID card or passport number')}
        as={isDigits ? 'digits' : 'code'}
        hint={isDigits ? t('12 digits') : undefined}
        clean={plainNumber}
        more={{ maxLength: 20 }}
      />
      <OtherRequest part={part} field="identity_number" />
    </>
  )
}

/** How to reach them, and where they live. */
export const ContactPart = ({ part }: Props) => (
  <>
    <Typed part={part} name="phone" label={t('Phone number')} as="phone" />
    <OtherRequest part={part} field="phone" />
    <Typed part={part} name="email" label={t('E-mail')} as="email" isOptional />
    <PlaceFields
      name="address"
      place={part.values.address}
      error={part.errors.address}
      onChange={(address) => part.change({ address })}
      isOptional
    />
  </>
)

export const SignPart = ({ part }: Props) => (
  <>
    <Signature part={part} name="signature" label={t('Your signature')} isOptional />
    <div className="field">
      <CheckBox part={part} name="offers">
        {t('I would like to hear about offers for members')}
      </CheckBox>
      <p className="hint">{t(offersConsent.words[0] ?? '')}</p>
    </div>
  </>
)
