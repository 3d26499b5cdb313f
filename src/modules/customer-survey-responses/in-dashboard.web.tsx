import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spell } from '../../shared/time/spell.ts'
import { useCounts } from '../../web/app/notifications/use-counts.ts'
import { nameOf } from '../../web/fields/values.ts'
import { waitingAddress } from '../../web/screens/list/waiting-tabs.tsx'
import { pageOf } from '../../web/screens/records.ts'
import { useMay } from '../../web/session.ts'
import figures from '../../web/ui/figures-card.module.css'
import { Link } from '../../web/ui/link.tsx'
import { customerSurveyResponses } from './customer-survey-responses.ts'
import css from './view/answers.module.css'
import { Score } from './view/score.web.tsx'

const MOST = 5

/** On the dashboard: the low scores that nobody is done with, those that wait longest first. */
export default function LowScoresCard() {
  const mayRead = useMay()(customerSurveyResponses.name, 'read')
  const waiting = useCounts()[customerSurveyResponses.name] ?? 0
  const found = useQuery({
    ...pageOf(customerSurveyResponses, {
      ...customerSurveyResponses.pendingFilter,
      sort: 'answered_at',
      perpage: MOST,
    }),
    enabled: mayRead && waiting > 0,
  })
  const list = found.data?.data ?? []
  if (!mayRead || waiting === 0 || list.length === 0) return null
  return (
    <section className={figures.card} aria-labelledby="low-scores">
      <header className={figures.head}>
        <h2 id="low-scores">{t('Low scores in surveys')}</h2>
        <Link to={waitingAddress(customerSurveyResponses)}>
          {t('{{n}} waiting', { n: formatNumber(waiting, currentLanguage()) })}
        </Link>
      </header>
      <ul className={css.lines}>
        {list.map((row) => (
          <li key={row.id}>
            <Link to={`/customer-survey-responses/view/${row.id}`}>{String(row.number)}</Link>
            <Score row={row} />
            <span>{nameOf(row.store)}</span>
            <b>{spell(Date.now() - Date.parse(String(row.answered_at)))}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
