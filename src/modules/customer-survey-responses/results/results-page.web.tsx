import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { moment } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { spanWords } from '../../../shared/time/spans.ts'
import { queryString } from '../../../web/api.ts'
import { usePath } from '../../../web/app/location.ts'
import { download, saveFile } from '../../../web/download.ts'
import { FilterChip } from '../../../web/screens/list/filters/filter-chip.tsx'
import type { PageParams } from '../../../web/screens/module.ts'
import { pictureOf } from '../../../web/screens/statistics/picture.ts'
import statistics from '../../../web/screens/statistics/statistics.module.css'
import { Tools } from '../../../web/screens/statistics/tools.tsx'
import { Tabs } from '../../../web/screens/view/tabs.tsx'
import { useSession } from '../../../web/session.ts'
import { Page } from '../../../web/ui/page.tsx'
import { Empty, Failed, SkeletonPage } from '../../../web/ui/states.tsx'
import { customerSurveyResponses } from '../customer-survey-responses.ts'
import type { Results } from './answer.ts'
import { ByLines } from './lines.web.tsx'
import { QuestionCard } from './question-card.web.tsx'
import {
  byQuery,
  questionOf,
  type ResultsQuery,
  ROWS,
  type Rows,
  resultsQuery,
  useResultsQuery,
} from './results-query.web.ts'
import { Tiles } from './tiles.web.tsx'

const PERIOD = moment('Period')
const TABS: Record<Rows, string> = { question: 'Question', store: 'Store', month: 'Month' }

/** What a survey found: by question, store and month; as a workbook, a picture and paper. Every number leads to its responses. */
export default function ResultsPage({ params }: PageParams) {
  const asked = useResultsQuery(params.id ?? '')
  const path = usePath()
  const place = useRef<HTMLDivElement>(null)
  const found = useQuery(resultsQuery(asked))
  const by = useQuery(byQuery(asked))
  const results = found.data
  const isWaiting = found.isPending || (asked.by !== 'question' && by.isPending)
  const failed = [found, by].find(({ isError, data }) => isError && !data)
  return (
    <div className={statistics.page}>
      <Page
        title={results?.survey.name ?? t('Results')}
        crumbs={[{ label: t(customerSurveyResponses.label), to: '/customer-survey-responses' }]}
        actions={
          <Tools
            isWaiting={!results}
            isEmpty={!results || results.responses.n === 0}
            workbook={() => download(`customer-survey-responses/results/export${queryString(questionOf(asked))}`)}
            picture={() => picture(results, asked, place.current)}
          />
        }
      >
        <Tabs
          label={t('Results')}
          tabs={ROWS.map((row) => ({
            to: tabLink(path, asked, row),
            label: t(TABS[row]),
            isCurrent: asked.by === row,
          }))}
        />
        <Choices asked={asked} />
        {failed ? (
          <Failed error={failed.error} retry={() => void Promise.all([found.refetch(), by.refetch()])} />
        ) : null}
        {isWaiting && !failed ? <SkeletonPage /> : null}
        {results && !failed && !isWaiting ? (
          <div className={statistics.parts} aria-busy={found.isPlaceholderData} data-pictured>
            <p className={statistics.onPaper}>{factsOf(results).join(' · ')}</p>
            <Tiles asked={asked} results={results} />
            {results.responses.n === 0 ? <Empty title={t('No answers in this period')} /> : null}
            {asked.by === 'question' && results.responses.n > 0 ? (
              <div ref={place} className={statistics.parts}>
                {results.questions.map((question) => (
                  <QuestionCard key={question.id} asked={asked} results={results} question={question} />
                ))}
              </div>
            ) : null}
            {asked.by !== 'question' && by.data ? <ByLines asked={asked} told={by.data} place={place} /> : null}
          </div>
        ) : null}
      </Page>
    </div>
  )
}

function Choices({ asked }: { asked: ResultsQuery }) {
  const { role } = useSession()
  const { period, compare, store, today, change, by } = asked
  const usual = by === 'month' ? 'year' : 'previous'
  return (
    <search className={statistics.choices} aria-label={t('Period and filters')}>
      <FilterChip
        field={PERIOD}
        values={[period]}
        onChange={([next = '']) => change({ period: next || null })}
        today={today}
        isFixed
      />
      <NativeSelect
        aria-label={t('Compare with')}
        value={compare}
        onChange={(event) =>
          change({ compare: event.currentTarget.value === usual ? null : event.currentTarget.value })
        }
        data={[
          { value: 'previous', label: t('Compared with the previous period') },
          { value: 'year', label: t('Compared with last year') },
          { value: 'none', label: t('Without comparison') },
        ]}
      />
      {role.scope === 'store' ? null : (
        <FilterChip
          field={customerSurveyResponses.fields.store}
          values={store ? [store] : []}
          onChange={(values) => change({ store: values.at(-1) ?? null })}
          today={today}
        />
      )}
    </search>
  )
}

function tabLink(path: string, { params }: ResultsQuery, by: Rows): string {
  const next = new URLSearchParams(params)
  next.set('by', by)
  return `${path}?${next}`
}

const factsOf = ({ period, compared, store }: Results): string[] => [
  spanWords(period),
  ...(compared ? [`${t('Compared with')}: ${spanWords(compared)}`] : []),
  ...(store ? [store.name] : []),
]

/** The first chart that is on the screen. */
async function picture(
  results: Results | undefined,
  { by, params }: ResultsQuery,
  place: HTMLDivElement | null,
): Promise<void> {
  const svg = place?.querySelector<SVGSVGElement>('[aria-hidden] svg')
  if (!svg || !results) throw new Error('There is no chart yet')
  const wanted = results.questions.find(({ id }) => String(id) === params.get('question'))
  const title = svg.closest('section')?.querySelector('h2')?.textContent ?? wanted?.text ?? ''
  const blob = await pictureOf(svg, {
    title: `${results.survey.name} · ${title}`,
    lines: [factsOf(results).join(' · ')],
    legend: [
      { label: title, color: 'var(--accent)' },
      ...(results.compared ? [{ label: t('Before'), color: 'var(--line-strong)' }] : []),
    ],
  })
  saveFile(blob, `survey-${results.survey.id}-${by}-${results.period.from}-${results.period.to}.png`)
}
