import { Button } from '@mantine/core'
import { IconChartLine, IconScale, IconScan } from '@tabler/icons-react'
import { lazy } from 'react'
import { formatDay, formatMoney } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { nameOf } from '../../web/fields/values.ts'
import { NamedViews } from '../../web/screens/list/named-views.tsx'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { RecordsOf } from '../../web/screens/view/records-of.tsx'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { AskStores } from './ask.web.tsx'
import { priceChecking } from './price-checking.ts'

const Scan = lazy(() => import('./scan.web.tsx'))
const Form = lazy(() => import('./form.web.tsx'))
const Statistics = lazy(() => import('./statistics.web.tsx'))
const Index = lazy(() => import('./index-page.web.tsx'))

/** What a view has in common is not said in each row of it. */
const COLUMNS: Record<string, readonly string[]> = {
  'to-check': ['product_name', 'store', 'our_price', 'checked_on', 'due_at'],
  wrong: ['product_name', 'store', 'our_price', 'shelf_price', 'till_price', 'checked_by', 'checked_at'],
  dearer: [
    'product_name',
    'store',
    'our_price',
    'competitor',
    'competitor_price',
    'difference',
    'percent',
    'checked_on',
  ],
  cheaper: [
    'product_name',
    'store',
    'our_price',
    'competitor',
    'competitor_price',
    'difference',
    'percent',
    'checked_on',
  ],
}

const ICON = { size: 16, 'aria-hidden': true } as const

function Checks({ params }: PageParams) {
  const may = useMay()
  const view = priceChecking.views.find(({ path }) => path === params.view)
  return (
    <ListScreen
      definition={priceChecking}
      view={view}
      columns={COLUMNS[view?.path ?? ''] ?? priceChecking.list}
      tabs={<NamedViews definition={priceChecking} />}
      brief={(row) => <Brief row={row} />}
      openFilters={['kind', 'store', 'competitor', 'is_late']}
      toolbar={
        <>
          {may(priceChecking.permission, 'report') ? (
            <>
              <Button
                component={Link}
                to="/price-checking/price-index"
                variant="default"
                leftSection={<IconScale {...ICON} />}
              >
                {t('Price index')}
              </Button>
              <Button
                component={Link}
                to="/price-checking/statistics"
                variant="default"
                leftSection={<IconChartLine {...ICON} />}
              >
                {t('Wrong prices')}
              </Button>
            </>
          ) : null}
          {may(priceChecking.permission, 'add') ? (
            <Button component={Link} to="/price-checking/scan" variant="default" leftSection={<IconScan {...ICON} />}>
              {t('Scan prices')}
            </Button>
          ) : null}
        </>
      }
    />
  )
}

/** On a phone: both prices, and where and when. */
function Brief({ row }: { row: AnyRow }) {
  const other = row.competitor_price ?? row.shelf_price ?? row.till_price
  return (
    <>
      <p>
        {dong(row.our_price)}
        {typeof other === 'number' && other !== row.our_price ? (
          <>
            {' '}
            → <strong>{dong(other)}</strong>
          </>
        ) : null}
      </p>
      <ChoiceMark field={priceChecking.fields.status} value={String(row.status)} />
      <small>
        {[nameOf(row.competitor), nameOf(row.store), formatDay(String(row.checked_on))].filter(Boolean).join(' · ')}
      </small>
    </>
  )
}

const dong = (price: unknown): string => (typeof price === 'number' ? formatMoney(price, currentLanguage()) : '')

/** A check; a wrong shelf has every other store look, and shows what they answered. */
const Check = ({ params }: PageParams) => (
  <ViewScreen
    definition={priceChecking}
    id={params.id ?? ''}
    hidden={(row) => ['status', 'is_late', ...(nameOf(row.product) === row.product_name ? ['product_name'] : [])]}
    actions={(row) =>
      row.status === 'wrong' || row.status === 'fixed' ? (
        <AskStores about={{ origin: row.id }} label={t('Have the other stores check')} />
      ) : null
    }
    sections={(row) =>
      row.kind === 'shelf' && (row.status === 'wrong' || row.status === 'fixed') ? (
        <RecordsOf definition={priceChecking} title={t('What the other stores found')} query={{ origin: row.id }} />
      ) : null
    }
  />
)

export default {
  pages: {
    '': Checks,
    create: Form,
    'update/$id': Form,
    'view/$id': Check,
    scan: Scan,
    statistics: Statistics,
    'price-index': Index,
  },
} satisfies ModuleWeb
