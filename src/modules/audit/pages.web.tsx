import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ActivityLine, Page as ListPage } from '../../shared/api.ts'
import { formatDay, wallClock } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get, type Query } from '../../web/api.ts'
import { periodOf } from '../../web/fields/filters/periods.ts'
import { Filters } from '../../web/screens/list/filters/filter-bar.tsx'
import type { ListState } from '../../web/screens/list/list-state.ts'
import { useNarrowed } from '../../web/screens/list/use-list.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { useSession } from '../../web/session.ts'
import { Page } from '../../web/ui/page.tsx'
import { Paging } from '../../web/ui/paging.tsx'
import { Empty, Failed, SkeletonRows } from '../../web/ui/states.tsx'
import css from './audit.module.css'
import { AUDIT_FILTERS } from './audit.ts'
import { AuditLine } from './audit-line.web.tsx'

const PERPAGE = 25

/** Who did what and when, all over the product, newest first. */
function Audit() {
  const { time_zone } = useSession()
  const narrowed = useNarrowed(AUDIT_FILTERS)
  const { state, change, today } = narrowed
  const query = queryFrom(state, today)
  const found = useQuery({
    queryKey: ['audit', 'list', query],
    queryFn: () => get<ListPage<ActivityLine>>('audit', query),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const data = found.data
  return (
    <Page
      title={t('Audit')}
      actions={
        <Button
          variant="default"
          loading={found.isFetching}
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => void found.refetch()}
        >
          {t('Refresh')}
        </Button>
      }
    >
      <Filters list={narrowed} beside={null} openly={undefined} />
      <section className={css.card} aria-label={t('Audit')} aria-busy={found.isFetching}>
        {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && <SkeletonRows height={56} />}
        {data?.total === 0 && (
          <Empty
            title={t('Nothing found')}
            action={
              <Button variant="default" onClick={() => change({ search: '', filters: {} })}>
                {t('Clear search and filters')}
              </Button>
            }
          >
            {t('Nothing matches these filters.')}
          </Empty>
        )}
        {data && data.data.length > 0 && <Days lines={data.data} zone={time_zone} />}
      </section>
      {data && <Paging found={data} page={state.page} onPage={(page) => change({ page })} />}
    </Page>
  )
}

function Days({ lines, zone }: { lines: readonly ActivityLine[]; zone: string }) {
  const days = [...new Set(lines.map((line) => wallClock(line.at, zone).day))]
  return days.map((day) => (
    <section key={day} aria-label={formatDay(day)}>
      <h2 className={css.day}>{formatDay(day)}</h2>
      <ol className={css.lines}>
        {lines
          .filter((line) => wallClock(line.at, zone).day === day)
          .map((line) => (
            <AuditLine key={line.id} line={line} />
          ))}
      </ol>
    </section>
  ))
}

function queryFrom({ page, search, filters }: ListState, today: string): Query {
  const { at, actor, ...others } = filters
  const period = periodOf(at?.[0] ?? '', today)
  return {
    page,
    perpage: PERPAGE,
    search,
    actor: actor?.[0],
    ...others,
    ...(period && { 'at[]': [`${period.from} 00:00:00`, `${period.to} 23:59:59`] }),
  }
}

export default { pages: { '': Audit } } satisfies ModuleWeb
