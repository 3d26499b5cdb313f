import { IconScan } from '@tabler/icons-react'
import { lazy } from 'react'
import { formatMoney } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { nameOf } from '../../web/fields/values.ts'
import { NamedViews } from '../../web/screens/list/named-views.tsx'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { FactGroups } from '../../web/screens/view/facts.tsx'
import { OpenedRecords } from '../../web/screens/view/opened-records.tsx'
import { useMay } from '../../web/session.ts'
import { LinkButton } from '../../web/ui/link-button.tsx'
import { Conflict } from './conflict.web.tsx'
import { orders } from './orders.ts'

const Form = lazy(() => import('./form.web.tsx'))
const Failed = lazy(() => import('./failed.web.tsx'))
const Figures = lazy(() => import('./statistics.web.tsx'))
const Reports = lazy(() => import('./reports.web.tsx'))

const COLUMNS = ['code', 'customer_name', 'phone', 'store', 'total', 'shipping_unit', 'ordered_at', 'status']
/** Of each view what somebody goes by there; the state it is of need not be said in every row. */
const OF_VIEW: Readonly<Record<string, readonly string[]>> = {
  new: ['code', 'customer_name', 'phone', 'store', 'total', 'ordered_at', 'waiting_since', 'retries'],
  scanned: ['code', 'customer_name', 'phone', 'store', 'shipping_unit', 'tracking_code', 'scanned_by', 'scanned_at'],
  delivered: ['code', 'customer_name', 'phone', 'store', 'total', 'shipping_unit', 'delivered_at'],
  failed: ['code', 'customer_name', 'phone', 'store', 'failure_reason', 'failure_note', 'failed_at', 'retries'],
  waiting: ['code', 'customer_name', 'phone', 'store', 'total', 'waiting_since', 'retries'],
  conflicts: ['code', 'customer_name', 'store', 'status', 'scanned_at', 'conflict_at'],
}
const OPEN_FILTERS = ['ordered_at', 'store', 'shipping_unit', 'status']

function Orders({ params }: PageParams) {
  const may = useMay()
  const view = orders.views.find((one) => one.path === params.view)
  return (
    <ListScreen
      definition={orders}
      view={view}
      tabs={<NamedViews definition={orders} />}
      openFilters={OPEN_FILTERS}
      brief={(row) => <Brief row={row} />}
      columns={(view && OF_VIEW[view.path]) ?? COLUMNS}
      toolbar={
        may(orders.permission, 'other') ? (
          <LinkButton to="/scan-order-success" Sign={IconScan}>
            {t('Scan orders')}
          </LinkButton>
        ) : null
      }
    />
  )
}

/** On a phone: who, how much, and where. */
const Brief = ({ row: { customer_name, total, store } }: { row: AnyRow }) => (
  <>
    <p>{String(customer_name)}</p>
    <span>{formatMoney(Number(total), currentLanguage())}</span>
    <small>{nameOf(store)}</small>
  </>
)

const Order = ({ params }: PageParams) => (
  <ViewScreen
    definition={orders}
    id={params.id ?? ''}
    main={(row) => <FactGroups definition={orders} row={row} hidden={hiddenOf(row)} />}
    sections={(row) => <Conflict row={row} />}
    aside={(row) => <OpenedRecords of={orders} id={row.id} />}
  />
)

/** What stands elsewhere on the page, and what says nothing yet. */
const hiddenOf = (row: AnyRow): string[] => [
  ...['conflict', 'conflict_at', 'is_conflicting', 'is_waiting', 'has_failed'],
  ...Object.keys(orders.fields).filter((name) => row[name] === null || String(row[name]) === '' || row[name] === 0),
]

export default {
  pages: {
    '': Orders,
    create: Form,
    'update/$id': Form,
    'view/$id': Order,
    'get-failed-order': Failed,
    statistics: Figures,
    'reports/$kind': Reports,
  },
} satisfies ModuleWeb
