import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconChartLine, IconShieldCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Page as ListPage } from '../../shared/api.ts'
import type { EventReport } from '../../shared/draws/report.ts'
import { ref } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { get, queryString } from '../api.ts'
import { useSearchParams } from '../app/location.ts'
import { download, saveFile } from '../download.ts'
import { FieldInput } from '../fields/input.tsx'
import { useNamed } from '../fields/names.ts'
import { givenOf } from '../fields/values.ts'
import { keys } from '../query.ts'
import { pictureOf } from '../screens/statistics/picture.ts'
import css from '../screens/statistics/statistics.module.css'
import { Tools } from '../screens/statistics/tools.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Failed, SkeletonLines } from '../ui/states.tsx'
import given from './given-charts.module.css'
import { GivenCharts } from './given-charts.tsx'
import { GiftTable, PlaceTables } from './given-tables.tsx'
import { ReportTiles } from './report-tiles.tsx'

interface Face {
  events: Definition
  logs: Definition
  /** Where the figures over time are. */
  figures: string
}

/** An event held against its plan: what was given of what there is, whether chance was kept, and how long the stock lasts. */
export default function DrawStatistics({ events, logs, figures }: Face) {
  const [search, change] = useSearchParams()
  const newest = useNewest(events, search.get('event') === null)
  const event = search.get('event') ?? newest.id
  const found = useQuery({
    queryKey: [logs.wire, 'list', 'report-chart', event],
    queryFn: () => get<EventReport>(`${logs.wire}/report-chart`, { event }),
    enabled: event !== null,
    placeholderData: keepPreviousData,
  })
  const place = useRef<HTMLDivElement>(null)
  const { ref: box, width } = useElementSize()
  const told = found.data
  const field = ref('Event', EVENTS)
  const [named] = useNamed(events.name, [event])
  return (
    <div className={css.page}>
      <Page
        title={t('Statistics')}
        crumbs={[{ label: t(logs.label), to: `/${logs.name}` }]}
        actions={
          <Tools
            isWaiting={!told}
            isEmpty={told?.gifts.length === 0}
            workbook={() => download(`${logs.wire}/report-chart/export${queryString({ event })}`)}
            picture={() => picture(told, place.current)}
          >
            <Button
              component={Link}
              to={figures}
              variant="default"
              aria-label={t('Figures over time')}
              leftSection={<IconChartLine size={18} aria-hidden />}
            >
              <span>{t('Figures over time')}</span>
            </Button>
            {told && told.event.standing !== 'draft' ? (
              <Button
                component="a"
                href={`/fairness/${told.event.code}`}
                target="_blank"
                variant="default"
                aria-label={t('Check the draws')}
                leftSection={<IconShieldCheck size={18} aria-hidden />}
              >
                <span>{t('Check the draws')}</span>
              </Button>
            ) : null}
          </Tools>
        }
      >
        <search className={css.choices} aria-label={t('Event')}>
          <div className={given.event}>
            <FieldInput
              name="event"
              field={{ ...field, to: events.name }}
              value={named ?? null}
              onChange={(value) => change({ event: String(givenOf(field, value) ?? '') })}
            />
          </div>
        </search>
        {newest.isNone ? <Empty title={t('No event has been released yet')} /> : null}
        {newest.error ? <Failed error={newest.error} retry={newest.retry} /> : null}
        {found.isError && !told ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
        <div ref={box}>
          {event !== null && found.isPending ? <SkeletonLines lines={12} /> : null}
          {told && width > 0 ? (
            <div className={css.parts} aria-busy={found.isPlaceholderData}>
              <p className={css.onPaper}>{told.event.name}</p>
              <ReportTiles told={told} logs={logs} />
              <GivenCharts told={told} logs={logs} width={width} place={place} />
              <GiftTable told={told} logs={logs} />
              <PlaceTables told={told} logs={logs} />
            </div>
          ) : null}
        </div>
      </Page>
    </div>
  )
}

const EVENTS = 'gift-card-events'

/** Where no event is asked for, the one that began last. */
function useNewest({ wire }: Definition, isAsked: boolean) {
  const query = { sort: '-starts_at', perpage: 1, standing: ['running', 'paused', 'ended'] }
  const found = useQuery({
    queryKey: keys.list(wire, query),
    queryFn: () => get<ListPage<{ id: number }>>(wire, query),
    enabled: isAsked,
  })
  const id = found.data?.data[0]?.id
  return {
    id: id === undefined ? null : String(id),
    isNone: isAsked && found.data?.total === 0,
    error: isAsked ? found.error : null,
    retry: () => void found.refetch(),
  }
}

async function picture(told: EventReport | undefined, place: HTMLDivElement | null): Promise<void> {
  const svg = place?.querySelector('svg')
  if (!svg || !told) throw new Error('There is no chart yet')
  const blob = await pictureOf(svg, {
    title: `${told.event.name} · ${t('Won against planned')}`,
    lines: [],
    legend: [
      { label: t('Won, of the stock'), color: 'var(--accent)' },
      { label: t('Days gone, of the event'), color: 'var(--line-strong)' },
    ],
  })
  saveFile(blob, `${told.event.code}.png`)
}
