import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ActivityLine, Page as ListPage } from '../../shared/api.ts'
import { choice, date, type Field, type Fields } from '../../shared/fields.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get, type Query } from '../../web/api.ts'
import { periodOf } from '../../web/fields/filters/periods.ts'
import { Filters } from '../../web/screens/list/filters/filter-bar.tsx'
import type { ListState } from '../../web/screens/list/list-state.ts'
import { NothingMatches } from '../../web/screens/list/rows/nothing-matches.tsx'
import { useNarrowed } from '../../web/screens/list/use-list.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { actorOf, say } from '../../web/screens/view/history-words.ts'
import { useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Paging } from '../../web/ui/paging.tsx'
import { ScrollBox } from '../../web/ui/scroll-box.tsx'
import { Empty, Failed, SkeletonRows } from '../../web/ui/states.tsx'
import { CHANGE_KINDS, KIND_FIELDS } from '../product-promotions/history.ts'
import { productPromotions } from '../product-promotions/product-promotions.ts'
import css from './history.module.css'

const PERPAGE = 50
const { product, stores } = productPromotions.fields
const FILTERS: Fields = {
  product,
  stores,
  kind: choice('What changed', CHANGE_KINDS),
  at: date('When'),
}
const TOLD: readonly string[] = Object.values(KIND_FIELDS).flat()
const MADE: Record<string, string> = {
  create: 'Created',
  import: 'Imported',
  copy: 'Copied to other stores',
  again: 'Planned again',
  destroy: 'Deleted',
  restore: 'Restored',
}

/** What changed in promotions, newest first: old and new, who and when. */
function History() {
  const narrowed = useNarrowed(FILTERS)
  const { state, change, today } = narrowed
  const query = queryFrom(state, today)
  const found = useQuery({
    queryKey: [productPromotions.wire, 'changes', query],
    queryFn: () => get<ListPage<ActivityLine>>('product-promotion-history', query),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data } = found
  const isNarrowed = state.search !== '' || Object.keys(state.filters).length > 0
  return (
    <Page title={t('Promotion history')} crumbs={[{ label: t('Promotions'), to: '/product-promotions' }]}>
      <Filters list={narrowed} beside={null} openly={['product', 'stores', 'kind', 'at']} />
      <section className={css.card} aria-label={t('Promotion history')} aria-busy={found.isFetching}>
        {found.isError ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
        {found.isPending ? <SkeletonRows height={40} /> : null}
        {data?.total === 0 ? (
          isNarrowed ? (
            <NothingMatches clear={() => change({ search: '', filters: {} })} />
          ) : (
            <Empty title={t('Nothing here yet')} />
          )
        ) : null}
        {data && data.data.length > 0 ? <Lines lines={data.data} /> : null}
      </section>
      {data ? <Paging found={data} page={state.page} onPage={(page) => change({ page })} /> : null}
    </Page>
  )
}

function Lines({ lines }: { lines: readonly ActivityLine[] }) {
  const { time_zone } = useSession()
  return (
    <ScrollBox className={css.scroll} label={t('Promotion history')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('When')}</th>
            <th scope="col">{t('Promotion')}</th>
            <th scope="col">{t('What changed')}</th>
            <th scope="col">{t('Before')}</th>
            <th scope="col">{t('After')}</th>
            <th scope="col">{t('Who')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.flatMap((line) => {
            const changes = changesOf(line)
            const rows = changes.length > 0 ? changes : [null]
            return rows.map((one, at) => (
              <tr key={`${line.id} ${one?.name ?? ''}`} data-first={at === 0 || undefined}>
                <td>{at === 0 ? <time dateTime={line.at}>{formatMoment(line.at, time_zone)}</time> : null}</td>
                <td className={css.name}>
                  {at === 0 ? (
                    <Link to={`/product-promotions/view/${line.record_id}`}>
                      {line.record_title ?? `#${line.record_id}`}
                    </Link>
                  ) : null}
                </td>
                <td>{one ? t(one.field.label) : t(MADE[line.action] ?? line.action)}</td>
                <td className={css.value}>{one ? said(one.field, one.before, time_zone) : null}</td>
                <td className={css.value}>{one ? said(one.field, one.after, time_zone) : null}</td>
                <td>{at === 0 ? actorOf(line) : null}</td>
              </tr>
            ))
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}

interface Change {
  name: string
  field: Field
  before: unknown
  after: unknown
}

function changesOf({ changes }: ActivityLine): Change[] {
  return Object.entries(changes ?? {}).flatMap(([name, change]) => {
    const field = Object.entries(productPromotions.fields).find(([one]) => one === name)?.[1]
    if (!field || !TOLD.includes(name) || !Array.isArray(change)) return []
    return [{ name, field, before: change[0], after: change[1] }]
  })
}

/** No store named is all of them. */
const said = (field: Field, value: unknown, zone: string): string =>
  field === stores && Array.isArray(value) && value.length === 0 ? t('All stores') : say(field, value, zone) || '–'

function queryFrom({ page, search, filters }: ListState, today: string): Query {
  const { at, ...others } = filters
  const period = periodOf(at?.[0] ?? '', today)
  return { page, perpage: PERPAGE, search, ...others, ...(period && { from: period.from, to: period.to }) }
}

export default { pages: { '': History } } satisfies ModuleWeb
