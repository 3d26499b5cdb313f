import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDay, formatNumber, wallClock } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { get } from '../../../web/api.ts'
import { ChoiceMark } from '../../../web/fields/cell.tsx'
import { keys } from '../../../web/query.ts'
import { useSession } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import { moduleOf } from '../../index.ts'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { StatusPill } from '../list/status.web.tsx'
import { STATUSES, type Status } from '../states.ts'
import css from '../view/view.module.css'

interface CustomerRecord {
  module: string
  id: number
  at: string
  title: string
  number: string | null
  status: string | null
}
interface CustomerPage {
  complaints: number
  open: number
  rating: number | null
  rated: number
  records: { data: CustomerRecord[]; total: number; total_is_more: boolean; page: number; perpage: number }
}

/** What is known of a complaint's customer, and their records page by page; asked once for all that shows of it. */
export const useCustomer = (row: Complaint) =>
  useInfiniteQuery({
    queryKey: keys.part(WIRE, row.id, 'customer'),
    queryFn: ({ pageParam }) => get<CustomerPage>(`${WIRE}/${row.id}/customer`, { page: pageParam }, { quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ records }) => (records.page * records.perpage < records.total ? records.page + 1 : undefined),
  })

/** Everything of this customer on one time line, whatever part of the chain it came to. */
export function CustomerRecords({ row }: { row: Complaint }) {
  const found = useCustomer(row)
  const [first] = found.data?.pages ?? []
  const others = (found.data?.pages ?? [])
    .flatMap((page) => page.records.data)
    .filter((one) => one.module !== complaints.name || one.id !== row.id)
  if (!first || others.length === 0) return null
  return (
    <section className={css.card} aria-labelledby="customer-records">
      <h2 id="customer-records" className={css.cardTitle}>
        {t('Everything about this customer')}
      </h2>
      <p className={css.relatedFoot}>{figuresOf(first)}</p>
      <ol className={css.related}>
        {others.map((one) => (
          <RecordLine key={`${one.module} ${one.id}`} record={one} />
        ))}
      </ol>
      {found.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('Show earlier ones')}
        </Button>
      )}
    </section>
  )
}

/** Complaints, how many are open, and how the customer rated. */
export const figuresOf = ({ complaints: all, open, rating, rated }: Omit<CustomerPage, 'records'>): string =>
  [
    t('Complaints: {{n}}', { n: all }),
    ...(open > 0 ? [t('open: {{n}}', { n: open })] : []),
    ...(rating !== null
      ? [t('rated {{stars}} of 5 ({{n}} times)', { stars: formatNumber(rating, currentLanguage(), 1), n: rated })]
      : []),
  ].join(' · ')

function RecordLine({ record }: { record: CustomerRecord }) {
  const { time_zone } = useSession()
  const of = moduleOf(record.module)
  return (
    <li>
      <Link to={`/${record.module}/view/${record.id}`} title={record.title}>
        {record.title}
      </Link>
      <span className={css.relatedFoot}>
        <RecordStatus record={record} />
        {record.module !== complaints.name && of ? t(of.one) : record.number} ·{' '}
        {formatDay(wallClock(record.at, time_zone).day)}
      </span>
    </li>
  )
}

function RecordStatus({ record: { module, status } }: { record: CustomerRecord }) {
  if (isStatus(status)) return <StatusPill status={status} />
  const of = moduleOf(module)
  const field = of?.fields[of.customer?.status ?? '']
  return field?.of && status ? <ChoiceMark field={field} value={status} /> : status
}

const isStatus = (value: string | null): value is Status => STATUSES.some((one) => one.value === value)
