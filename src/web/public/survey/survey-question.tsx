import type { Language } from '../../../shared/language.ts'
import { t } from '../../../shared/language.ts'
import { type Answer, inWords, isScale, LONGEST, type Question, SCALES } from '../../../shared/surveys/questions.ts'
import { FieldError } from '../ui/field.tsx'
import { GrowingText } from '../ui/growing-text.tsx'
import { Icon } from '../ui/icon.tsx'
import css from './survey-question.module.css'

interface Props {
  question: Question
  language: Language
  answer: Answer | undefined
  error?: string | undefined
  /** The id of what takes the focus. */
  id: string
  onAnswer: (answer: Answer | undefined) => void
}

/** One question of a survey, for one thumb: on the customer's phone, and as it will look there. */
export function SurveyQuestion({ question, language, answer, error, id, onAnswer }: Props) {
  const { kind, text, is_required } = question
  const isWritten = kind === 'short' || kind === 'long'
  const described = error ? `${id}-error` : undefined
  const head = (
    <>
      <span lang={langOf(text, language)}>{inWords(text, language)}</span>
      {is_required ? null : <span className={css.optional}>{t('optional')}</span>}
    </>
  )
  return (
    <div className={css.question}>
      {isWritten ? (
        <label className={css.asked} htmlFor={id}>
          {head}
        </label>
      ) : (
        <p className={css.asked} id={`${id}-label`}>
          {head}
        </p>
      )}
      {isWritten ? (
        <Written {...{ kind, id, answer, onAnswer, described, isRequired: is_required }} />
      ) : (
        <div {...groupOf(question, id, error !== undefined)}>
          <Choices {...{ question, language, answer, id, onAnswer }} />
        </div>
      )}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  )
}

/** What a screen reader is told of those that belong together. */
const groupOf = ({ kind, is_required }: Question, id: string, isWrong: boolean) => ({
  'aria-labelledby': `${id}-label`,
  'aria-describedby': isWrong ? `${id}-error` : undefined,
  ...(kind === 'choices'
    ? { role: 'group' }
    : { role: 'radiogroup', 'aria-invalid': isWrong, 'aria-required': is_required }),
})

/** Vietnamese stands in for a missing translation; a screen reader reads it as what it is. */
const langOf = (words: Question['text'], language: Language): Language => (words[language] ? language : 'vi')

interface WrittenProps extends Pick<Props, 'id' | 'answer' | 'onAnswer'> {
  kind: 'short' | 'long'
  described: string | undefined
  isRequired: boolean
}

function Written({ kind, id, answer, onAnswer, described, isRequired }: WrittenProps) {
  const value = typeof answer === 'string' ? answer : ''
  const given = {
    ...{ id, name: id, value, maxLength: 2 * LONGEST[kind] },
    ...{ 'aria-describedby': described, 'aria-invalid': described !== undefined, 'aria-required': isRequired },
  }
  const say = (typed: string) => onAnswer(typed === '' ? undefined : typed)
  return kind === 'long' ? (
    <GrowingText {...given} className={`${css.input} ${css.area}`} onChange={say} />
  ) : (
    <input {...given} className={css.input} autoComplete="off" onChange={(event) => say(event.target.value)} />
  )
}

type ChoicesProps = Pick<Props, 'question' | 'language' | 'answer' | 'id' | 'onAnswer'>

function Choices({ question, language, answer, id, onAnswer }: ChoicesProps) {
  const { kind, options } = question
  if (isScale(kind)) return <Scale {...{ kind, answer, id, onAnswer }} />
  const shown =
    kind === 'yes-no'
      ? [
          { key: 'yes', label: t('Yes') },
          { key: 'no', label: t('No') },
        ]
      : options.map((option) => ({ key: option.key, label: inWords(option, language) }))
  const chosen = typeof answer === 'object' ? answer : [String(answer)]
  const choose = (key: string, isOn: boolean) => {
    if (kind !== 'choices') return onAnswer(key)
    const next = options.map((one) => one.key).filter((one) => (one === key ? isOn : chosen.includes(one)))
    onAnswer(next.length > 0 ? next : undefined)
  }
  return (
    <div className={css.choices} data-kind={kind}>
      {shown.map(({ key, label }, at) => (
        <label key={key} className={css.choice}>
          <input
            type={kind === 'choices' ? 'checkbox' : 'radio'}
            name={id}
            id={at === 0 ? id : undefined}
            checked={chosen.includes(key)}
            onChange={(event) => choose(key, event.target.checked)}
          />
          <span className={css.mark} aria-hidden="true" />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}

function Scale({
  kind,
  answer,
  id,
  onAnswer,
}: Pick<Props, 'answer' | 'id' | 'onAnswer'> & { kind: keyof typeof SCALES }) {
  const [least, most] = SCALES[kind]
  const numbers = Array.from({ length: most - least + 1 }, (_, n) => least + n)
  const isStars = kind === 'rating'
  return (
    <>
      <div className={isStars ? css.stars : css.numbers}>
        {numbers.map((n, at) => (
          <label key={n} data-lit={(isStars ? typeof answer === 'number' && n <= answer : n === answer) || undefined}>
            <input
              type="radio"
              name={id}
              id={at === 0 ? id : undefined}
              checked={answer === n}
              onChange={() => onAnswer(n)}
            />
            {isStars ? (
              <>
                <span className="visually-hidden">{`${n}/${most}`}</span>
                <Icon name="star-filled" size={34} />
              </>
            ) : (
              <span>{n}</span>
            )}
          </label>
        ))}
      </div>
      <p className={css.ends} aria-hidden="true">
        <span>{isStars ? t('Very dissatisfied') : t('Not at all')}</span>
        <span>{isStars ? t('Very satisfied') : t('Certainly')}</span>
      </p>
    </>
  )
}
