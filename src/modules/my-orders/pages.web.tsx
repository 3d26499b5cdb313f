import { IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatMoment, formatNumber, wallClock } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { mondayOf } from '../../shared/time/calendar.ts'
import { get } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { nameOf } from '../../web/fields/values.ts'
import type { AnyRow, ModuleWeb } from '../../web/screens/module.ts'
import { ListScreen } from '../../web/screens/screens.ts'
import { useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { LinkButton } from '../../web/ui/link-button.tsx'
import { orders } from '../orders/orders.ts'
import type { ScanDay } from '../orders/scan.ts'
import css from './my-orders.module.css'

/** The same orders, in the order I scanned them in. */
const MINE: Definition = { ...orders, sort: '-scanned_at' }
const VIEW = { path: 'my-orders', label: 'My orders', filter: {} } as const
const COLUMNS = ['code', 'scanned_at', 'store', 'shipping_unit', 'tracking_code', 'total', 'status']
const FILTERS = ['scanned_at', 'status', 'shipping_unit']

/** What I have scanned: today, this week, by day, and each of them. */
function MyOrders() {
  const { id } = useSession()
  const [search] = useSearchParams()
  const fixed = { scanned_by: String(id), ...(!search.has('sort') && { sort: MINE.sort }) }
  return (
    <ListScreen
      definition={MINE}
      view={VIEW}
      title={t(VIEW.label)}
      fixedFilter={fixed}
      tabs={<MyDays />}
      openFilters={FILTERS}
      columns={COLUMNS}
      brief={(row) => <Brief row={row} />}
      hasTrash={false}
      hasBulkDelete={false}
      toolbar={<ToTheDesk />}
      insteadOfCreate={<ToTheDesk />}
    />
  )
}

const ToTheDesk = () => (
  <LinkButton to="/scan-order-success" Sign={IconScan}>
    {t('Scan orders')}
  </LinkButton>
)

/** On a phone: how it stands, when it was scanned, and by whom it goes. */
function Brief({ row }: { row: AnyRow }) {
  const { time_zone } = useSession()
  return (
    <>
      <p>{typeof row.scanned_at === 'string' ? formatMoment(row.scanned_at, time_zone) : ''}</p>
      <ChoiceMark field={orders.fields.status} value={String(row.status)} />
      <small>{[nameOf(row.shipping_unit), row.tracking_code].filter(Boolean).join(' · ')}</small>
    </>
  )
}

/** The days of this week, Monday first. */
function MyDays() {
  const { time_zone } = useSession()
  const today = wallClock(new Date(), time_zone).day
  const monday = mondayOf(today)
  const found = useQuery({
    queryKey: [orders.wire, 'list', 'my scans', monday, today],
    queryFn: () => get<{ data: ScanDay[] }>(`${orders.wire}/my-scans`, { from: monday, to: today }, { quiet: true }),
  })
  const days = found.data?.data ?? []
  const codes = days.reduce((sum, one) => sum + one.codes, 0)
  const sum = days.reduce((before, one) => before + one.orders, 0)
  const now = days.find(({ day }) => day === today)
  return (
    <section className={css.days} aria-label={t('What I have scanned')}>
      <Tile
        label={t('Today')}
        to={`/my-orders?scanned_at=${today}`}
        orders={now?.orders ?? 0}
        codes={now?.codes ?? 0}
      />
      <Tile label={t('This week')} to={`/my-orders?scanned_at=${monday}..${today}`} orders={sum} codes={codes} />
      {days
        .filter(({ day }) => day !== today)
        .map(({ day, ...one }) => (
          <Tile key={day} label={formatDay(day)} to={`/my-orders?scanned_at=${day}`} {...one} />
        ))}
    </section>
  )
}

function Tile({ label, to, orders: n, codes }: { label: string; to: string; orders: number; codes: number }) {
  const number = (value: number) => formatNumber(value, currentLanguage())
  return (
    <Link to={to} className={css.day}>
      <span>{label}</span>
      <b>{number(n)}</b>
      {codes > n ? <small>{t('Codes: {{n}}', { n: number(codes) })}</small> : null}
    </Link>
  )
}

export default { pages: { '': MyOrders } } satisfies ModuleWeb
