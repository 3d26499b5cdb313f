import { useState } from 'react'
import { type Language, t } from '../../../shared/language.ts'
import { type Answers, inWords, shownQuestions } from '../../../shared/surveys/questions.ts'
import { SurveyQuestion } from '../../../web/public/survey/survey-question.tsx'
import type { AnyRow } from '../../../web/screens/module.ts'
import css from './editor.module.css'
import { asQuestions, type Item } from './item.web.ts'

/** The survey on a drawn phone, as its customers see it; what is answered there leads on as it will for them. */
export function Preview({ survey, items, language }: { survey: AnyRow; items: readonly Item[]; language: Language }) {
  const [answers, setAnswers] = useState<Answers>({})
  const questions = asQuestions(items).map((one) => ({
    ...one,
    text: { ...one.text, vi: one.text.vi || t('New question') },
  }))
  const said = (name: string) => String(survey[language === 'vi' ? name : `${name}_${language}`] || survey[name] || '')
  return (
    <section className={css.phone} aria-label={t('Preview on a phone')} lang={language}>
      <div className={css.screen}>
        <p className={css.title}>{said('title')}</p>
        {said('intro') ? <p className={css.intro}>{said('intro')}</p> : null}
        {shownQuestions(questions, answers).map((question) => (
          <SurveyQuestion
            key={items[question.id]?.key ?? question.id}
            question={question}
            language={language}
            id={`preview-${question.id}`}
            answer={answers[question.id]}
            onAnswer={(answer) => {
              const { [String(question.id)]: _, ...others } = answers
              setAnswers(answer === undefined ? others : { ...others, [question.id]: answer })
            }}
          />
        ))}
        {questions.length === 0 ? <p>{inWords({ vi: t('No question yet') }, language)}</p> : null}
      </div>
    </section>
  )
}
