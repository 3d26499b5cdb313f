import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { nameOf } from '../../web/fields/values.ts'
import { pageOf } from '../../web/screens/records.ts'
import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import figures from '../../web/ui/figures-card.module.css'
import { Link } from '../../web/ui/link.tsx'
import { customerSurveyResponses } from './customer-survey-responses.ts'

/** In a complaint that a low score opened: the answer it came of, and how far that is. */
export default function ResponseOfComplaint({ row }: PartProps) {
  const found = useQuery({
    ...pageOf(customerSurveyResponses, { complaint: row?.id ?? 0, perpage: 5 }),
    enabled: row?.source === 'survey',
  })
  const list = found.data?.data ?? []
  if (list.length === 0) return null
  return (
    <section className={figures.card} aria-labelledby="survey-response">
      <header className={figures.head}>
        <h2 id="survey-response">{t('Survey response')}</h2>
      </header>
      {list.map((one) => (
        <p key={one.id}>
          <Link to={`/customer-survey-responses/view/${one.id}`}>{String(one.number)}</Link>
          {` · ${nameOf(one.survey)} · ${t('Score {{score}}', { score: Number(one.score) })} `}
          <ChoiceMark field={customerSurveyResponses.fields.state} value={String(one.state)} />
        </p>
      ))}
    </section>
  )
}
