import { surveysConsent } from '../../../shared/consents/member-surveys.ts'
import { offersConsent } from '../../../shared/consents/membership.ts'
import { t } from '../../../shared/language.ts'
import { plainDigits } from '../../../shared/vietnam/vietnam.ts'
import { CheckBox } from '../../../web/public/form/check-box.tsx'
import { PlacePicker, StorePicker } from '../../../web/public/form/draws.tsx'
import { type DrawQuestion, Line, type QuestionProps } from '../../../web/public/form/question.tsx'
import { Signature } from '../../../web/public/form/signature.tsx'
import { tidyDay } from '../../../web/public/form/typed-values.ts'
import { plainNumber } from '../papers.ts'
import { OtherRequest } from './use-registered.public.tsx'

/** Only of somebody who has a card; who lost it may not know its number. */
const CardNumber = (props: QuestionProps) => {
  const { request_type } = props.part.values
  if (request_type === 'new') return null
  return <Line {...props} isOptional={request_type === 'reissue'} tidy={plainDigits} />
}

const EmployeeCode = (props: QuestionProps) => (
  <div className="field">
    <CheckBox part={props.part} name="is_staff">
      {t('I work for the chain')}
    </CheckBox>
    {props.part.values.is_staff === true && <Line {...props} isOptional={false} tidy={plainDigits} />}
  </div>
)

const BirthDate = (props: QuestionProps) => (
  <Line
    {...props}
    tidy={(typed) => tidyDay(typed, true)}
    more={{ autoComplete: 'bday', placeholder: t('DD/MM/YYYY') }}
  />
)

const IdentityNumber = (props: QuestionProps) => {
  const isDigits = props.part.values.document === 'citizen'
  return (
    <>
      <Line
        {...props}
        question={isDigits ? { as: 'digits', hint: '12 digits' } : { as: 'code' }}
        clean={plainNumber}
        more={{ maxLength: 20 }}
      />
      <OtherRequest part={props.part} field="identity_number" />
    </>
  )
}

const Phone = (props: QuestionProps) => (
  <>
    <Line {...props} />
    <OtherRequest part={props.part} field="phone" />
  </>
)

const Offers = ({ part }: QuestionProps) => (
  <div className="field">
    <CheckBox part={part} name="offers">
      {t('I would like to hear about offers for members')}
    </CheckBox>
    <p className="hint">{t(offersConsent.words[0] ?? '')}</p>
  </div>
)

const Surveys = ({ part }: QuestionProps) => (
  <div className="field">
    <CheckBox part={part} name="surveys">
      {t('You may ask me by e-mail how you did')}
    </CheckBox>
    <p className="hint">{t(surveysConsent.words[0] ?? '')}</p>
  </div>
)

/** What asks for these fields on both pages. */
export const memberQuestions = {
  store: StorePicker,
  card_number: CardNumber,
  employee_code: EmployeeCode,
  birth_date: BirthDate,
  identity_number: IdentityNumber,
  phone: Phone,
  address: PlacePicker,
  signature: Signature,
  offers: Offers,
  surveys: Surveys,
} satisfies Record<string, DrawQuestion>
