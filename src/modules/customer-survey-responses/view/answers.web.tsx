import { useQuery } from '@tanstack/react-query'
import { currentLanguage, t } from '../../../shared/language.ts'
import {
  type Answer,
  answerInWords,
  inWords,
  type Option,
  type QuestionKind,
  type Words,
} from '../../../shared/surveys/questions.ts'
import { get } from '../../../web/api.ts'
import { ChoiceMark } from '../../../web/fields/cell.tsx'
import { keys } from '../../../web/query.ts'
import { recordOf } from '../../../web/screens/records.ts'
import figures from '../../../web/ui/figures-card.module.css'
import { Link } from '../../../web/ui/link.tsx'
import { complaints } from '../../complaints/complaints.ts'
import { customerSurveyResponses } from '../customer-survey-responses.ts'
import css from './answers.module.css'
import { Score } from './score.web.tsx'

interface Answered {
  question: number
  kind: QuestionKind
  text: Words
  options: Option[]
  answer: Answer | null
}
interface Found {
  answers: Answered[]
  complaint: { id: number; number: string; status: string } | null
}

/** What a customer was asked and answered, as they read and wrote it, and the complaint that came of it. */
export function AnswersCard({ id }: { id: number }) {
  const { data: row } = useQuery(recordOf(customerSurveyResponses, id))
  const { data } = useQuery({
    queryKey: keys.part(customerSurveyResponses.wire, id, 'answers'),
    queryFn: () => get<Found>(`${customerSurveyResponses.wire}/${id}/answers`),
  })
  return (
    <section className={figures.card} aria-labelledby="survey-answers" aria-busy={!data}>
      <header className={figures.head}>
        <span className={css.marks}>
          <h2 id="survey-answers">{t('Answers')}</h2>
          {row && typeof row.score === 'number' ? (
            <>
              {t('Score')} <Score row={row} />
            </>
          ) : null}
        </span>
        {data?.complaint ? (
          <span className={css.marks}>
            <Link to={`/complaints/view/${data.complaint.id}`}>
              {t('Complaint {{number}}', { number: data.complaint.number })}
            </Link>
            <ChoiceMark field={complaints.fields.status} value={data.complaint.status} />
          </span>
        ) : null}
      </header>
      {data?.answers.length === 0 ? <p className={figures.quiet}>{t('Nothing was answered.')}</p> : null}
      <dl className={css.answers}>
        {data?.answers.map((one) => (
          <div key={one.question}>
            <dt>{inWords(one.text, currentLanguage())}</dt>
            <dd data-low={isLow(one) || undefined}>
              {one.answer === null ? '–' : answerInWords(one, one.answer, currentLanguage())}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The answers that pulled the score down. */
const isLow = ({ kind, answer }: Answered): boolean =>
  (kind === 'rating' && Number(answer) <= 2) ||
  (kind === 'recommendation' && Number(answer) <= 6) ||
  (kind === 'yes-no' && answer === 'no')
