import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { t } from '../../../shared/language.ts'
import { BarChart, ColumnChart, type Point } from '../../../web/screens/statistics/charts.tsx'
import statistics from '../../../web/screens/statistics/statistics.module.css'
import { About } from '../../../web/ui/about.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { isRated, isWritten, type Results, valuesOf } from './answer.ts'
import { MEANS } from './meanings.ts'
import { meanOf, npsOf } from './nps.ts'
import css from './results.module.css'
import { type ResultsQuery, responsesLink, said, saidAnswers, saidNps, saidShare } from './results-query.web.ts'
import { Texts } from './texts.web.tsx'

type Question = Results['questions'][number]
interface CardProps {
  asked: ResultsQuery
  results: Results
  question: Question
}

/** One question: what it comes to, a fitting chart, and the same numbers in a table that lead to their responses. */
export function QuestionCard({ asked, results, question }: CardProps) {
  const { id, kind, text, tally, is_retired, replaced_by, replaces } = question
  const other = (wanted: number | null) => results.questions.find((one) => one.id === wanted)?.text
  const [next, last] = [other(replaced_by), other(replaces)]
  return (
    <section
      className={`${statistics.card} ${css.question}`}
      aria-labelledby={`q${id}`}
      data-retired={is_retired || undefined}
    >
      <header className={statistics.cardHead}>
        <h2 id={`q${id}`}>{text}</h2>
        {tally.n > 0 ? (
          <small>
            <Link to={responsesLink(asked, results.period, { answers: [String(id)] })}>{saidAnswers(tally.n)}</Link>
          </small>
        ) : null}
      </header>
      {is_retired ? (
        <p className={css.note}>
          {next ? t('Asked no more; in its place: {{question}}', { question: next }) : t('Asked no more')}
        </p>
      ) : last ? (
        <p className={css.note}>{t('Asked in place of: {{question}}', { question: last })}</p>
      ) : null}
      {tally.n === 0 ? (
        <p className={css.note}>{t('No answers in this period')}</p>
      ) : isWritten(kind) ? (
        <Texts asked={asked} question={question} />
      ) : (
        <Counted asked={asked} results={results} question={question} />
      )}
    </section>
  )
}

function Counted({ asked, results, question }: CardProps) {
  const { ref, width } = useElementSize()
  const { id, kind, tally, before, text } = question
  const isCompared = before !== null && before.n > 0
  const points = valuesOf(question).map(({ value, label }): Point & { was: number | null } => {
    const name = kind === 'yes-no' ? t(label) : label
    const was = isCompared ? (before.counts[value] ?? 0) : null
    return {
      ...{ key: String(value), label: name, short: name, was },
      value: tally.counts[value] ?? 0,
      // As many as there would be of so many answers: shares are compared, not how many answered.
      before: was === null || !before ? null : (was * tally.n) / before.n,
      to: responsesLink(asked, results.period, { answers: [`${id}:${value}`] }),
    }
  })
  const Chart = kind === 'rating' || kind === 'recommendation' ? ColumnChart : BarChart
  return (
    <>
      <Summary asked={asked} results={results} question={question} />
      <div className={statistics.chart} aria-hidden="true">
        <div ref={ref}>
          {width > 0 ? (
            <Chart
              points={points}
              width={Math.floor(width)}
              isWhole
              said={(value) => `${saidShare(value, tally.n)} (${said(value)})`}
              short={(value) => said(value)}
            />
          ) : null}
        </div>
      </div>
      <details className={css.numbers}>
        <summary>{t('Numbers')}</summary>
        <table className={css.table} aria-label={text}>
          <thead>
            <tr>
              <th scope="col">{t('Answer')}</th>
              <th scope="col">{t('Answers')}</th>
              <th scope="col">{t('Portion')}</th>
              {isCompared ? <th scope="col">{t('Share before')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {points.map(({ key, label, value, was, to }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{value ? <Link to={to ?? ''}>{said(value)}</Link> : '0'}</td>
                <td>{saidShare(value ?? 0, tally.n)}</td>
                {isCompared ? <td>{saidShare(was ?? 0, before.n)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

/** What the answers come to, in a line. */
function Summary({ asked, results, question }: CardProps) {
  const { id, kind, tally, before } = question
  const nps = kind === 'recommendation' ? npsOf(tally.counts) : null
  const npsBefore = kind === 'recommendation' && before ? npsOf(before.counts) : null
  const mean = isRated(kind) && kind !== 'yes-no' ? meanOf(tally.counts) : null
  const meanBefore = before ? meanOf(before.counts) : null
  if (nps) {
    const part = (label: string, n: number, from: number, to: number): ReactNode => (
      <span>
        {label}{' '}
        <Link
          to={responsesLink(asked, results.period, { answers: valuesIn(from, to).map((value) => `${id}:${value}`) })}
        >
          {saidShare(n, nps.n)}
        </Link>
      </span>
    )
    return (
      <p className={css.summary}>
        <strong>{saidNps(nps.score)}</strong>
        <span>± {said(nps.margin, 1)}</span>
        <About label={t('Recommendation (NPS)')}>{t(MEANS.nps)}</About>
        {npsBefore ? (
          <small>{t('before: {{n}}', { n: `${saidNps(npsBefore.score)} ± ${said(npsBefore.margin, 1)}` })}</small>
        ) : null}
        {part(t('Promoters'), nps.promoters, 9, 10)}
        {part(t('Passives'), nps.passives, 7, 8)}
        {part(t('Detractors'), nps.detractors, 0, 6)}
      </p>
    )
  }
  if (mean)
    return (
      <p className={css.summary}>
        <strong>{said(mean.mean, 2)}</strong>
        <About label={t('Mean')}>{t(MEANS.mean)}</About>
        {meanBefore ? <small>{t('before: {{n}}', { n: said(meanBefore.mean, 2) })}</small> : null}
      </p>
    )
  return (
    <p className={css.summary}>
      <span>{t('Share of those who answered')}</span>
      <About label={t('Portion')}>{t(kind === 'choices' ? MEANS.choices : MEANS.choice)}</About>
    </p>
  )
}

const valuesIn = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)
