import { createContext, useContext, useEffect, useRef } from 'react'
import { currentLanguage, t } from '../../../shared/language.ts'
import { takenAnswers } from '../../../shared/surveys/answers.ts'
import { type Answer, shownQuestions } from '../../../shared/surveys/questions.ts'
import { Agreement } from '../../../web/public/form/agreement.tsx'
import { CheckBox } from '../../../web/public/form/check-box.tsx'
import { Clear, FormBox, SendButton } from '../../../web/public/form/form-frame.tsx'
import { Typed } from '../../../web/public/form/typed.tsx'
import { type Form, type FormProps, useForm } from '../../../web/public/form/use-form.ts'
import { SurveyQuestion } from '../../../web/public/survey/survey-question.tsx'
import { focusField } from '../../../web/public/ui/error-summary.tsx'
import { Field, inputId } from '../../../web/public/ui/field.tsx'
import { Icon } from '../../../web/public/ui/icon.tsx'
import type { SurveyInfo } from './survey-info.public.tsx'
import { isToldWho, type SurveyValues } from './survey-kind.public.tsx'

/** What is asked, and the way to ask for it anew. */
interface Asking {
  info: SurveyInfo
  look: () => void
}
export const AskedSurvey = createContext<Asking | null>(null)

/** The questions of a survey on one page, as they follow from what was answered; who answers is asked last. */
export function SurveyForm(props: FormProps<SurveyValues>) {
  const asked = useContext(AskedSurvey)
  return asked && <Questions {...asked} {...props} />
}

function Questions({ info, look, ...props }: FormProps<SurveyValues> & Asking) {
  const form = useForm(props)
  const { values, change } = form
  const asked = shownQuestions(info.questions, values.answers)
  const shown: Form<SurveyValues> = { ...form, errors: errorsLeft(form, info) }
  useNews(form, shown, look)
  const say = (id: number, answer: Answer | undefined) => {
    const { [String(id)]: _, ...others } = values.answers
    change({ answers: answer === undefined ? others : { ...others, [id]: answer } })
  }
  return (
    <FormBox
      form={shown}
      bar={<SendButton isSending={form.isSending} label={t('Send answers')} doing={t('Sending…')} />}
    >
      <div className="group survey-questions">
        {asked.map((question) => (
          <SurveyQuestion
            key={question.id}
            question={question}
            language={currentLanguage()}
            id={inputId(`answers.${question.id}`)}
            answer={values.answers[question.id]}
            error={shown.errors[`answers.${question.id}`]}
            onAnswer={(answer) => say(question.id, answer)}
          />
        ))}
      </div>
      <About form={shown} info={info} />
      {isToldWho(values) && <Agreement form={shown} />}
      <Clear form={form} />
    </FormBox>
  )
}

/** A question that the server misses and the page does not know was added meanwhile: it is asked for, and then led to. */
function useNews({ errors, kind }: Form<SurveyValues>, shown: Form<SurveyValues>, look: () => void): void {
  const isNews = Object.keys(errors).some((name) => name.startsWith('answers.') && !kind.order.includes(name))
  const wasNews = useRef(false)
  const first = kind.order.find((name) => shown.errors[name])
  useEffect(() => {
    if (isNews) look()
    else if (wasNews.current && first) focusField(first)
    wasNews.current = isNews
  }, [isNews, first, look])
}

/** What was wrong with an answer goes as soon as it is answered rightly, or asked no more. */
function errorsLeft({ errors, values }: Form<SurveyValues>, { questions }: SurveyInfo): Form<SurveyValues>['errors'] {
  const { wrong } = takenAnswers(questions, values.answers)
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => !name.startsWith('answers.') || name.slice('answers.'.length) in wrong),
  )
}

/** Where it was, and who they are, as far as this survey asks. */
function About({
  form,
  info: { survey, stores, is_personal, phone_end },
}: {
  form: Form<SurveyValues>
  info: SurveyInfo
}) {
  const { values, errors, change } = form
  const asksWho = survey && (survey.asks_name || survey.asks_phone || survey.asks_call_consent)
  if (stores.length === 0 && !asksWho) return null
  return (
    <fieldset className="group">
      <legend className="group-title">{t('About you')}</legend>
      {stores.length > 0 && (
        <Field name="store" label={t('Which store is it about?')} error={errors.store}>
          {(input) => (
            <span className="select">
              <select
                {...input}
                className="input"
                value={values.store ?? ''}
                onChange={({ target }) => change({ store: target.value === '' ? null : Number(target.value) })}
              >
                <option value="">{t('Please choose')}</option>
                {stores.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
              <Icon name="chevron-down" size={20} stroke={1.75} />
            </span>
          )}
        </Field>
      )}
      {survey?.asks_name && <Typed part={form} name="name" as="name" label={t('Your name')} isOptional />}
      {survey?.asks_phone && (
        <Typed
          part={form}
          name="phone"
          as="phone"
          label={t('Phone number')}
          isOptional={survey.once_per !== 'phone' || is_personal}
        />
      )}
      {survey?.asks_call_consent && (
        <CheckBox part={form} name="may_be_called">
          {t('You may call me about my answers')}
        </CheckBox>
      )}
      {values.may_be_called && phone_end && values.phone.trim() === '' && (
        <p className="hint" role="status">
          {t('We will call the number ending in {{end}}.', { end: phone_end })}
        </p>
      )}
    </fieldset>
  )
}
