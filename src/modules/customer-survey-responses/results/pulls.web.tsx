import { t } from '../../../shared/language.ts'
import { NONE } from '../../../shared/statistics.ts'
import statistics from '../../../web/screens/statistics/statistics.module.css'
import { About } from '../../../web/ui/about.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { type AskedQuestion, LEAST_ANSWERS, type ResultsBy } from './answer.ts'
import { MEANS } from './meanings.ts'
import { npsOf } from './nps.ts'
import { type Pull, pullsOf } from './pulls.ts'
import css from './results.module.css'
import { type ResultsQuery, responsesLink, said, saidNps } from './results-query.web.ts'

const STORES_MOST = 10

/** Which question pulls a store's recommendation down, the worst stores first, in words. */
export function PullsCard({
  asked,
  told,
  question,
}: {
  asked: ResultsQuery
  told: ResultsBy
  question: AskedQuestion
}) {
  const lines = told.rows
    .flatMap(({ key, label, tallies }) => {
      const nps = npsOf(tallies[question.id]?.counts ?? [])
      const pulls = pullsOf(told.questions, tallies, told.total.tallies)
      return nps && nps.n >= LEAST_ANSWERS && pulls.length > 0 ? [{ key, label, nps, pulls }] : []
    })
    .toSorted((a, b) => a.nps.score - b.nps.score)
    .slice(0, STORES_MOST)
  if (told.rows.length < 2) return null
  const title = t('What pulls it down')
  return (
    <section className={statistics.card} aria-labelledby="pulls-title">
      <header className={statistics.cardHead}>
        <h2 id="pulls-title">{title}</h2>
        <About label={title}>{t(MEANS.pulls)}</About>
      </header>
      {lines.length === 0 ? (
        <p className={css.few}>{t('No store lies below all stores in any question by more than chance')}</p>
      ) : (
        <ul className={css.pulls}>
          {lines.map(({ key, label, nps, pulls }) => (
            <li key={key}>
              <strong>{label}</strong> ({t('NPS')} {saidNps(nps.score)}):{' '}
              {pulls.map((pull, at) => (
                <span key={pull.question.id}>
                  {at > 0 ? '; ' : ''}
                  <Link
                    to={responsesLink(asked, told.period, {
                      answers: [String(pull.question.id)],
                      store: key === NONE ? 'none' : key,
                    })}
                  >
                    {pull.question.text}
                  </Link>{' '}
                  {t('{{mean}} (all stores {{all}})', {
                    mean: meanWords(pull, pull.mean),
                    all: meanWords(pull, pull.all),
                  })}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const meanWords = ({ question }: Pull, mean: number): string =>
  question.kind === 'yes-no' ? t('{{share}} yes', { share: `${said(100 * mean, 0)}%` }) : said(mean, 1)
