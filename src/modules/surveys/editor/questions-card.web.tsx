import { useQuery } from '@tanstack/react-query'
import { currentLanguage, t } from '../../../shared/language.ts'
import { languageWord } from '../../../shared/language-word.ts'
import { inWords, QUESTION_KINDS } from '../../../shared/surveys/questions.ts'
import type { AnyRow } from '../../../web/screens/module.ts'
import figures from '../../../web/ui/figures-card.module.css'
import css from './editor.module.css'
import { missingOf } from './missing.web.ts'
import { questionsOf } from './questions.web.ts'

/** In a survey: what it asks, and in which languages something is not said. */
export function QuestionsCard({ survey }: { survey: AnyRow }) {
  const { data } = useQuery(questionsOf(survey.id))
  const asked = data?.questions.filter(({ is_retired }) => !is_retired) ?? []
  const before = data?.questions.filter(({ is_retired }) => is_retired) ?? []
  const missing = data ? missingOf(survey, asked) : []
  return (
    <section className={figures.card} aria-labelledby="survey-questions">
      <header className={figures.head}>
        <h2 id="survey-questions">{t('Questions')}</h2>
      </header>
      <ol className={css.summary}>
        {asked.map((question) => (
          <li key={question.id}>
            {inWords(question.text, currentLanguage())}{' '}
            <small>
              {kindName(question.kind)}
              {question.is_required ? ` · ${t('Required')}` : null}
              {question.shown_if ? ` · ${t('Only after some answers')}` : null}
            </small>
          </li>
        ))}
      </ol>
      {before.length > 0 ? (
        <p className={figures.quiet}>
          {t('Asked before, and kept apart in the results: {{questions}}', {
            questions: before.map(({ text }) => inWords(text, currentLanguage())).join(' · '),
          })}
        </p>
      ) : null}
      {missing.map(({ language, what }) => (
        <p key={language} className={css.missing}>
          {t('Not said in {{language}}: {{what}}. Vietnamese stands in for it.', {
            language: languageWord(language),
            what: what.join(', '),
          })}
        </p>
      ))}
    </section>
  )
}

export const kindName = (kind: string): string => t(QUESTION_KINDS.find(({ value }) => value === kind)?.label ?? kind)
