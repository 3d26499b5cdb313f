import { NativeSelect } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { RefObject } from 'react'
import { t } from '../../../shared/language.ts'
import { daysOfRow, NONE } from '../../../shared/statistics.ts'
import { partsOf, type Span, spanBefore } from '../../../shared/time/spans.ts'
import { BarChart, ColumnChart } from '../../../web/screens/statistics/charts.tsx'
import { rowWords } from '../../../web/screens/statistics/figure-words.ts'
import { type Column, FiguresTable } from '../../../web/screens/statistics/figures-table.tsx'
import statistics from '../../../web/screens/statistics/statistics.module.css'
import { About } from '../../../web/ui/about.tsx'
import { type AskedQuestion, isRated, LEAST_ANSWERS, type ResultsBy, type ResultsRow } from './answer.ts'
import { MEANS } from './meanings.ts'
import { meanOf, npsOf } from './nps.ts'
import { ranked } from './pulls.ts'
import { PullsCard } from './pulls.web.tsx'
import css from './results.module.css'
import { type ResultsQuery, responsesLink, said, saidNps } from './results-query.web.ts'

/** What one question comes to in a line. */
interface Told {
  n: number
  value: number | null
  margin: number | null
}
interface Line {
  key: string
  label: string
  short: string
  now: Told
  before: Told | null
  to: string
  toBefore: string | undefined
}

interface Props {
  asked: ResultsQuery
  told: ResultsBy
  place: RefObject<HTMLDivElement | null>
}

/** One question by store or month. Stores are placed from ten answers on; the others are named below. */
export function ByLines({ asked, told, place }: Props) {
  const { ref, width } = useElementSize()
  const { by, params, change } = asked
  const rated = told.questions.filter(({ kind }) => isRated(kind))
  const usual = rated.find(({ kind, is_retired }) => kind === 'recommendation' && !is_retired) ?? rated[0]
  const question = rated.find(({ id }) => String(id) === params.get('question')) ?? usual
  if (!question) return <p className={statistics.none}>{t('This survey asks for nothing that is rated')}</p>
  const lines = told.rows.map((row, at) => lineOf(asked, told, question, row, at))
  const isStores = by === 'store'
  const { placed, tooFew } = isStores ? ranked(lines, ({ now }) => now) : { placed: lines, tooFew: [] }
  const isNps = question.kind === 'recommendation'
  const show = (value: number) => shown(question, value)
  const Chart = isStores ? BarChart : ColumnChart
  const label = isNps ? t('NPS') : question.kind === 'yes-no' ? t('Share of yes') : t('Mean')
  return (
    <>
      <section className={statistics.card} aria-labelledby="by-title">
        <header className={statistics.cardHead}>
          <h2 id="by-title">{label}</h2>
          <About label={label}>{t(isNps ? MEANS.nps : MEANS.mean)}</About>
          {lines.some(({ before }) => before?.n) ? <small>{t('paler: the period before')}</small> : null}
          <NativeSelect
            aria-label={t('Question')}
            value={String(question.id)}
            onChange={(event) => change({ question: event.currentTarget.value }, { replace: true })}
            data={rated.map(({ id, text, is_retired }) => ({
              value: String(id),
              label: is_retired ? `${text} (${t('asked no more')})` : text,
            }))}
          />
        </header>
        <div ref={place} className={statistics.chart} aria-hidden="true">
          <div ref={ref}>
            {placed.length === 0 ? <p className={statistics.none}>{t('No store has 10 answers yet')}</p> : null}
            {width > 0 && placed.length > 0 ? (
              <Chart
                points={placed.map(({ key, label: name, short, now, before, to }) => ({
                  ...{ key, label: name, short, to },
                  value: now.value,
                  before: before?.value ?? null,
                }))}
                width={Math.floor(width)}
                isWhole={false}
                said={show}
                short={show}
              />
            ) : null}
          </div>
        </div>
      </section>
      <FiguresTable<Told & Pick<Line, 'before' | 'to' | 'toBefore'>, Line & Told>
        title={isStores ? t('Store') : t('Month')}
        head={isStores ? t('Store') : t('Month')}
        lines={placed.map((line) => ({ ...line, ...line.now }))}
        totals={totalsOf(asked, told, question)}
        columns={columnsOf(
          question,
          label,
          lines.some(({ before }) => before?.n),
        )}
        rowTo={({ to }) => to}
      />
      {tooFew.length > 0 ? (
        <section className={statistics.card} aria-labelledby="few-title">
          <header className={statistics.cardHead}>
            <h2 id="few-title">{t('Fewer than {{n}} answers, not placed', { n: LEAST_ANSWERS })}</h2>
          </header>
          <p className={css.few}>{tooFew.map(({ label: name, now }) => `${name} (${said(now.n)})`).join(', ')}</p>
        </section>
      ) : null}
      {isStores && isNps ? <PullsCard asked={asked} told={told} question={question} /> : null}
    </>
  )
}

export const toldOf = ({ id, kind }: AskedQuestion, { tallies }: Pick<ResultsRow, 'tallies'>): Told => {
  const tally = tallies[id]
  const n = tally?.n ?? 0
  if (kind === 'recommendation') {
    const nps = npsOf(tally?.counts ?? [])
    return { n, value: nps?.score ?? null, margin: nps?.margin ?? null }
  }
  const mean = meanOf(tally?.counts ?? [])
  return { n, value: mean && (kind === 'yes-no' ? 100 * mean.mean : mean.mean), margin: null }
}

const shown = ({ kind }: AskedQuestion, value: number): string =>
  kind === 'recommendation' ? saidNps(value) : kind === 'yes-no' ? `${said(value, 1)}%` : said(value, 2)

function lineOf(asked: ResultsQuery, told: ResultsBy, question: AskedQuestion, row: ResultsRow, at: number): Line {
  const { key, before } = row
  const answers = [String(question.id)]
  const isMonth = asked.by === 'month'
  const store = isMonth ? {} : { store: key === NONE ? 'none' : key }
  const earlier = isMonth ? monthBefore(told, at) : told.compared
  return {
    key,
    ...rowWords(asked.by, row),
    now: toldOf(question, row),
    before: before && toldOf(question, before),
    to: responsesLink(asked, isMonth ? daysOfRow('month', key, told.period) : told.period, { answers, ...store }),
    toBefore: earlier ? responsesLink(asked, earlier, { answers, ...store }) : undefined,
  }
}

function monthBefore({ period, compare }: ResultsBy, at: number): Span | null {
  const before = spanBefore(period, compare)
  const month = before ? partsOf(before, 'month')[at] : undefined
  return before && month ? daysOfRow('month', month.slice(0, 7), before) : null
}

function totalsOf(asked: ResultsQuery, { total, period, compared }: ResultsBy, question: AskedQuestion) {
  const answers = [String(question.id)]
  return {
    ...toldOf(question, total),
    before: total.before && toldOf(question, total.before),
    to: responsesLink(asked, period, { answers }),
    toBefore: compared ? responsesLink(asked, compared, { answers }) : undefined,
  }
}

type Row = Told & Pick<Line, 'before' | 'to' | 'toBefore'>
function columnsOf(question: AskedQuestion, label: string, isCompared: boolean): Column<Row>[] {
  const show = (value: number) => shown(question, value)
  const isNps = question.kind === 'recommendation'
  return [
    { key: 'value', head: label, value: ({ value }) => value, show, to: ({ to }) => to },
    ...(isNps
      ? [
          {
            key: 'margin',
            head: t('Margin at 95%'),
            value: ({ margin }: Row) => margin,
            show: (n: number) => `± ${said(n, 1)}`,
          },
        ]
      : []),
    { key: 'n', head: t('Answers'), value: ({ n }) => n, show: (n) => said(n), to: ({ to }) => to },
    ...(isCompared
      ? [
          {
            key: 'before',
            head: t('Before'),
            value: ({ before }: Row) => before?.value ?? null,
            show,
            to: ({ toBefore }: Row) => toBefore,
          },
          {
            key: 'change',
            head: t('Difference'),
            value: ({ value, before }: Row) => (value === null || before?.value == null ? null : value - before.value),
            show: (by: number) =>
              `${by > 0 ? '+' : by < 0 ? '−' : ''}${said(Math.abs(by), isNps ? 0 : question.kind === 'yes-no' ? 1 : 2)}`,
          },
          {
            key: 'n_before',
            head: t('Answers before'),
            value: ({ before }: Row) => before?.n ?? null,
            show: (n: number) => said(n),
          },
        ]
      : []),
  ]
}
