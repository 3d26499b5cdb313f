import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../../shared/language.ts'
import { DAYS_MOST, type Statistics } from '../../../shared/statistics.ts'
import { spanWords } from '../../../shared/time/spans.ts'
import { queryString } from '../../api.ts'
import { usePath } from '../../app/location.ts'
import { download, saveFile } from '../../download.ts'
import { client, onChanged } from '../../query.ts'
import { type Crumb, Page } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { UnknownNames } from '../form/unknown-names.tsx'
import { Tabs } from '../view/tabs.tsx'
import { FigureCard, MOST_BARS } from './figure-card.tsx'
import { FigureTiles } from './figure-tiles.tsx'
import { figuresOf, headOf, isOrdered } from './figure-words.ts'
import { pictureOf } from './picture.ts'
import css from './statistics.module.css'
import { StatisticsChoices } from './statistics-choices.tsx'
import {
  callOf,
  questionOf,
  type StatisticsPage,
  type StatisticsQuery,
  statisticsQuery,
  tabLink,
  tabsOf,
  useStatisticsQuery,
} from './statistics-query.ts'
import { MapTable, StatisticsTable } from './statistics-tables.tsx'
import { useMapView, useView } from './statistics-view.ts'
import { Tools } from './tools.tsx'

interface StatisticsScreenProps extends StatisticsPage {
  /** Already translated. */
  title: string
  crumbs?: readonly Crumb[]
  /** Between the tiles and the chart. */
  children?: ReactNode
}

/**
 * The statistics of a register: period and filters, what the period comes to, one figure as a chart, and all of them in a table whose
 * every number leads to the records it counts; as a workbook, a picture and paper. What there is to tell stands in the definition.
 */
export function StatisticsScreen({ title, crumbs = [], children, ...page }: StatisticsScreenProps) {
  const asked = useStatisticsQuery(page)
  const found = useQuery(statisticsQuery(asked))
  const told = isOf(asked, found.data) ? found.data : undefined
  const view = useView(asked, asked.and ? undefined : told)
  const map = useMapView(asked, told)
  const place = useRef<HTMLDivElement>(null)
  const path = usePath()
  useFollowing(page.definition.wire)
  const { and, by } = asked
  return (
    <div className={css.page}>
      <Page
        title={title}
        crumbs={crumbs}
        actions={
          <Tools
            isWaiting={!told}
            isEmpty={!told}
            workbook={() => download(`${callOf(asked)}/export${queryString(questionOf(asked))}`)}
            picture={() => picture(asked, told, title, place.current)}
          />
        }
      >
        <Tabs
          label={title}
          tabs={tabsOf(page).map((tab) => ({
            to: tabLink(path, asked, tab.by, tab.and),
            label: tab.and ? mapLabel(page, tab) : headOf(page.definition, tab.by),
            isCurrent: tab.by === by && tab.and === and,
          }))}
        />
        <StatisticsChoices asked={asked} />
        <UnknownNames names={asked.unknown} />
        {asked.isTooLong ? (
          <p className={css.note} role="status">
            {t('More than {{n}} days are told by month.', { n: DAYS_MOST })}
          </p>
        ) : null}
        {found.isError && !told ? (
          <Failed error={found.error} retry={() => void found.refetch()} />
        ) : (
          <div className={css.parts} aria-busy={found.isPlaceholderData} data-pictured>
            {told ? <p className={css.onPaper}>{factsOf(told).join(' · ')}</p> : null}
            {and ? null : <FigureTiles figures={view?.figures ?? figuresOf(page.definition)} totals={view?.totals} />}
            {children}
            <FigureCard asked={asked} view={view} map={map} place={place} />
            {view ? <StatisticsTable asked={asked} view={view} /> : null}
            {map ? <MapTable map={map} /> : null}
          </div>
        )}
      </Page>
    </div>
  )
}

/** What another tab was answered stands for this one only where it is of the same kind. */
const isOf = ({ by, and }: StatisticsQuery, told: Statistics | undefined): boolean =>
  told !== undefined && told.by === by && Boolean(told.cells) === Boolean(and)

const mapLabel = ({ definition }: StatisticsPage, { by, and }: { by: string; and: string | null }): string =>
  t(definition.statistics?.maps?.find(({ rows, columns }) => rows === by && columns === and)?.label ?? '')

const factsOf = (told: Statistics): string[] => [
  spanWords(told.period),
  ...(told.compared ? [`${t('Compared with')}: ${spanWords(told.compared)}`] : []),
  ...told.narrowed.map(([what, names]) => `${what}: ${names}`),
]

const FOLLOWED_MS = 5000

/** Looks again when records change, but not for every one of a busy desk. */
function useFollowing(wire: string): void {
  useEffect(() => {
    let timer: number | undefined
    const leave = onChanged(wire, () => {
      timer ??= window.setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: ['statistics', wire] })
      }, FOLLOWED_MS)
    })
    return () => {
      leave()
      window.clearTimeout(timer)
    }
  }, [wire])
}

async function picture(
  asked: StatisticsQuery,
  told: Statistics | undefined,
  title: string,
  place: HTMLDivElement | null,
): Promise<void> {
  const svg = place?.querySelector('svg')
  if (!svg || !told) throw new Error('There is no chart yet')
  const { page, by, and, figure } = asked
  const { definition } = page
  const figures = figuresOf(definition)
  const shown = figures.find(({ key }) => key === figure) ?? figures[0]
  const rest = !and && !isOrdered(definition, by) && told.rows.length > MOST_BARS
  const blob = await pictureOf(svg, {
    title: `${title} · ${and ? mapLabel(page, { by, and }) : headOf(definition, by)}`,
    lines: [
      factsOf(told).join(' · '),
      ...(rest ? [t('The chart shows {{n}} lines; the table has all', { n: MOST_BARS })] : []),
    ],
    legend: [
      { label: shown?.label ?? '', color: 'var(--accent)' },
      ...(told.compared && !and ? [{ label: t('Before'), color: 'var(--line-strong)' }] : []),
    ],
  })
  saveFile(blob, `${definition.name}-${by}-${told.period.from}-${told.period.to}.png`)
}
