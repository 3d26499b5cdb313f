import { Button, Pagination, TextInput } from '@mantine/core'
import { IconRefresh, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ActivityLine, type Page as ListPage, SEARCH_DEBOUNCE_MS } from '../../shared/api.ts'
import type { Field } from '../../shared/fields.ts'
import { formatDay, formatNumber, wallClock } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { get, type Query } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { periodOf } from '../../web/fields/periods.ts'
import { FilterChip } from '../../web/screens/filter-chip.tsx'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { useSession } from '../../web/session.ts'
import { Page } from '../../web/ui/page.tsx'
import { Empty, Failed, SkeletonRows } from '../../web/ui/states.tsx'
import css from './audit.module.css'
import { AUDIT_FILTERS } from './audit.ts'
import { AuditLine } from './audit-line.web.tsx'

const PERPAGE = 25

/** Who did what and when, all over the product, newest first. */
function Audit() {
  const { time_zone } = useSession()
  const [params] = useSearchParams()
  const today = wallClock(new Date(), time_zone).day
  const query = queryFrom(params, today)
  const found = useQuery({
    queryKey: ['audit', 'list', query],
    queryFn: () => get<ListPage<ActivityLine>>('audit', query),
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
      <search className={css.filters} aria-label={t('Search and filters')}>
        <Search />
        {Object.entries(AUDIT_FILTERS).map(([name, field]) => (
          <Chip key={name} name={name} field={field} today={today} />
        ))}
      </search>
      <section className={css.card} aria-label={t('Audit')} aria-busy={found.isFetching}>
        {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && <SkeletonRows height={56} />}
        {data?.total === 0 && <Empty title={t('Nothing found')}>{t('Nothing matches these filters.')}</Empty>}
        {data && data.data.length > 0 && <Days lines={data.data} zone={time_zone} />}
      </section>
      {data && data.total > PERPAGE && <Foot found={data} page={Number(query.page)} />}
    </Page>
  )
}

function Foot({ found, page }: { found: ListPage<ActivityLine>; page: number }) {
  const [, change] = useSearchParams()
  const n = formatNumber(found.total, currentLanguage())
  return (
    <div className={css.foot}>
      <Pagination
        size="sm"
        total={Math.ceil(found.total / PERPAGE)}
        value={page}
        onChange={(to) => change({ page: to > 1 ? String(to) : null })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? t('Next page') : t('Previous page') })}
      />
      <span role="status">{t(found.total_is_more ? 'More than {{n}} entries' : '{{n}} entries', { n })}</span>
    </div>
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

function Search() {
  const [params, change] = useSearchParams()
  const [typed, setTyped] = useState(params.get('search') ?? '')
  const [timer, setTimer] = useState(0)
  const type = (words: string) => {
    setTyped(words)
    window.clearTimeout(timer)
    setTimer(
      window.setTimeout(
        () => change({ search: words.trim() || null, page: null }, { replace: true }),
        SEARCH_DEBOUNCE_MS,
      ),
    )
  }
  return (
    <TextInput
      type="search"
      className={css.search}
      aria-label={t('Search names and titles')}
      placeholder={t('Search names and titles')}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

function Chip({ name, field, today }: { name: string; field: Field; today: string }) {
  const [params, change] = useSearchParams()
  const set = (next: string[]) => change({ [name]: next.length > 0 ? next : null, page: null })
  return <FilterChip field={field} values={params.getAll(name)} onChange={set} today={today} />
}

function queryFrom(params: URLSearchParams, today: string): Query {
  const period = periodOf(params.get('at') ?? '', today)
  return {
    page: Math.max(1, Number(params.get('page')) || 1),
    perpage: PERPAGE,
    search: params.get('search'),
    actor: params.get('actor'),
    resource: params.getAll('resource'),
    action: params.getAll('action'),
    ...(period && { 'at[]': [`${period.from} 00:00:00`, `${period.to} 23:59:59`] }),
  }
}

export default { pages: { '': Audit } } satisfies ModuleWeb
