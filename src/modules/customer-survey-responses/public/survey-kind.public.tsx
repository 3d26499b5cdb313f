import { AGREED } from '../../../shared/consents/consent.ts'
import { surveyConsent } from '../../../shared/consents/survey.ts'
import { type Fields, phone, ref, text } from '../../../shared/fields.ts'
import { currentLanguage } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { takenAnswers } from '../../../shared/surveys/answers.ts'
import { type Answers, inWords } from '../../../shared/surveys/questions.ts'
import type { Errors } from '../../../web/public/form/errors.ts'
import type { Asked, FormKind } from '../../../web/public/form/kind.ts'
import { readStored, writeStored } from '../../../web/public/storage.ts'
import { uniqueKey } from '../../../web/unique.ts'
import type { SurveyInfo } from './survey-info.public.tsx'

export interface SurveyValues extends Asked {
  answers: Answers
  store: number | null
  name: string
  phone: string
  may_be_called: boolean
}

const DEVICE = 'survey-device'

/** Says that answers come from the same phone, and nothing else of it. */
function deviceKey(): string {
  const kept = readStored(DEVICE)
  if (typeof kept === 'string') return kept
  const made = uniqueKey()
  writeStored(DEVICE, made)
  return made
}

/** Whether somebody says who they are; only then is there anything to agree to. */
export const isToldWho = ({ name, phone: number }: SurveyValues): boolean => name.trim() !== '' || number.trim() !== ''

/** The survey behind a link as a public form. */
export function surveyKind(
  token: string,
  { questions, survey, stores, is_personal, phone_end }: SurveyInfo,
): FormKind<SurveyValues> {
  const asksPhone = survey?.once_per === 'phone' && !is_personal
  const fieldsOf = (values: SurveyValues): Fields => ({
    ...(stores.length > 0 && {
      store: ref('Store', 'stores', { required: true, requiredMessage: 'Please select the store to continue' }),
    }),
    ...(survey?.asks_name && { name: text('Your name', { max: 191 }) }),
    ...(survey?.asks_phone && {
      phone: phone('Phone number', { required: asksPhone || (values.may_be_called && phone_end === null) }),
    }),
    ...(isToldWho(values) && { agreed: AGREED }),
  })
  const sent = ({ answers, store, name, phone: number, may_be_called }: SurveyValues) => ({
    ...{ token, answers, may_be_called, device: deviceKey() },
    ...(store !== null && { store }),
    ...(name.trim() && { name: name.trim() }),
    ...(number.trim() && { phone: number.replace(/[\s.-]/g, '') }),
  })
  const wrongAnswers = ({ answers }: SurveyValues): Errors =>
    Object.fromEntries(
      Object.entries(takenAnswers(questions, answers).wrong).map(([id, packed]) => [`answers.${id}`, tell(packed)]),
    )
  return {
    name: `survey-${token}`,
    page: location.pathname,
    path: '/customer-survey-responses/submit',
    consent: surveyConsent,
    empty: () => ({ answers: {}, store: null, name: '', phone: '', may_be_called: false, agreed: false }),
    isOnce: is_personal || survey?.once_per === 'device',
    order: [...questions.map(({ id }) => `answers.${id}`), 'store', 'name', 'phone', 'agreed'],
    called: (name) => {
      const question = questions.find(({ id }) => name === `answers.${id}`)
      return question && inWords(question.text, currentLanguage())
    },
    private: [],
    ahead: [],
    rules: async () => {
      const { rulesOf } = await import('../../../web/public/form/rules.ts')
      const beside = rulesOf(fieldsOf, sent)
      return {
        errorOf: (name, values) =>
          name.startsWith('answers.') ? wrongAnswers(values)[name] : beside.errorOf(name, values),
        errorsOf: (values) => ({ ...wrongAnswers(values), ...beside.errorsOf(values) }),
      }
    },
    body: sent,
  }
}
