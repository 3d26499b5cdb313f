import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Page as RowsPage } from '../../shared/api.ts'
import { t } from '../../shared/language.ts'
import { recordsLink, type Statistics } from '../../shared/statistics.ts'
import type { Span } from '../../shared/time/spans.ts'
import { get } from '../../web/api.ts'
import { usePath } from '../../web/app/location.ts'
import { FigureTiles } from '../../web/screens/statistics/figure-tiles.tsx'
import { figuresOf } from '../../web/screens/statistics/figure-words.ts'
import { Link } from '../../web/ui/link.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { orders } from '../orders/orders.ts'
import { ticketTypes } from '../ticket-types/ticket-types.ts'
import { REPORTS } from './kinds.ts'
import css from './report.module.css'
import type { ReportQuery } from './report-query.web.ts'
import { ReportScreen } from './screen.web.tsx'

const BASE = '/orders/reports'
const TYPES_MOST = 50
const TOLD = ['received', 'scanned', 'delivered', 'failed', 'hours_to_scan', 'hours_to_deliver', 'value']

/** The reports at the addresses of the online mall: complaints about deliveries and orders, and the orders' own figures beside them. */
export default function MallReports() {
  const page = usePath().split('/').at(-1)
  const kind = REPORTS.find((one) => one.page === page) ?? REPORTS[0]
  const found = useQuery({
    queryKey: [ticketTypes.wire, 'list', 'of orders'],
    queryFn: () => get<RowsPage<{ id: number }>>(ticketTypes.wire, { is_of_orders: 'true', perpage: TYPES_MOST }),
  })
  const crumbs = [{ label: t('Online mall') }, { label: t(orders.label), to: `/${orders.name}` }]
  if (!found.data)
    return (
      <Page title={t(kind.label)} crumbs={crumbs}>
        {found.error ? <Failed error={found.error} retry={() => void found.refetch()} /> : <SkeletonLines lines={8} />}
      </Page>
    )
  // Where no type is of orders nothing is about them: no complaint has a type of this number.
  const types = found.data.data.length > 0 ? found.data.data.map(({ id }) => String(id)) : ['0']
  return (
    <ReportScreen
      key={kind.page}
      kind={kind}
      frame={{ base: BASE, fixed: { feedback_type: types } }}
      crumbs={crumbs}
      beside={(asked, period) => <OrderFigures asked={asked} period={period} />}
    />
  )
}

/** What the orders of the same days came to; each number opens its rows. */
function OrderFigures({ asked: { filters, kind }, period }: { asked: ReportQuery; period: Span | undefined }) {
  const { store = [] } = filters
  const narrowed: Record<string, string[]> = store.length > 0 ? { store } : {}
  const found = useQuery({
    queryKey: ['statistics', orders.wire, 'beside', period, narrowed],
    queryFn: () =>
      get<Statistics>(
        `${orders.wire}/statistics`,
        { by: 'store', ...period, compare: 'none', ...narrowed },
        { quiet: true },
      ),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  })
  const by = kind.rows === 'store' ? 'store' : kind.rows === 'day' ? 'day' : 'month'
  return (
    <section className={css.beside} aria-labelledby="orders-beside">
      <header>
        <h2 id="orders-beside">{t('Orders of these days')}</h2>
        {period ? (
          <Link to={`/orders/statistics?by=${by}&period=${period.from}..${period.to}`}>{t('Figures of orders')}</Link>
        ) : null}
      </header>
      {found.error ? (
        <Failed error={found.error} retry={() => void found.refetch()} />
      ) : (
        <FigureTiles
          figures={figuresOf(orders).filter(({ key }) => TOLD.includes(key))}
          totals={
            period &&
            found.data && {
              ...found.data.totals,
              toBefore: null,
              to: ({ where }) => recordsLink(orders, `/${orders.name}`, period, narrowed, where),
            }
          }
        />
      )}
    </section>
  )
}
