import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import { useListQuery } from '../../web/screens/list/use-list.ts'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { pageOf } from '../../web/screens/records.ts'
import { ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { FactGroups } from '../../web/screens/view/facts.tsx'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { BillLines } from './bill-lines.web.tsx'
import { vatGetInfo } from './vat-get-info.ts'

/** One row a bill, its rates inside; where one rate is looked for, and in the trash, each line. */
const BILLS = ['bill_number', 'store', 'sold_on', 'bill_rates', 'bill_net', 'bill_tax', 'bill_gross']
const BY_BILL = { by_bill: '1' }

function Bills() {
  const { state } = useListQuery({ definition: vatGetInfo })
  const isOfLines = state.isTrash || 'rate' in state.filters
  return (
    <ListScreen
      definition={vatGetInfo}
      {...(!isOfLines && { columns: BILLS, onScreen: BY_BILL, hasBulkDelete: false })}
      openFilters={['store', 'sold_on', 'rate']}
    />
  )
}

/** A bill by one of its lines, with all of them, what they come to, and the way to its invoice. */
const Bill = ({ params }: PageParams) => (
  <ViewScreen
    definition={vatGetInfo}
    id={params.id ?? ''}
    main={(row) => <Whole row={row} />}
    actions={(row) => <Ask tail={String(row.bill_tail)} />}
  />
)

const OF_LINES = ['rate', 'net', 'tax', 'gross', 'bill_rates', 'bill_net', 'bill_tax', 'bill_gross']

function Whole({ row }: { row: AnyRow }) {
  const { bill_number, bill_tail, sold_on } = row
  const found = useQuery(pageOf(vatGetInfo, { bill_tail: String(bill_tail), perpage: 100 }))
  const lines = (found.data?.data ?? []).filter((line) => line.bill_number === bill_number && line.sold_on === sold_on)
  return (
    <>
      <FactGroups definition={vatGetInfo} row={row} hidden={OF_LINES} />
      <BillLines lines={lines.length > 0 ? lines : [row]} current={row.id} />
    </>
  )
}

function Ask({ tail }: { tail: string }) {
  const may = useMay()
  if (!may('vat-info', 'add')) return null
  return (
    <Button
      component={Link}
      to={`/vat-info/create?bill=${tail}`}
      leftSection={<IconFileInvoice size={16} aria-hidden="true" />}
    >
      {t('Request an invoice')}
    </Button>
  )
}

export default { pages: { '': Bills, 'view/$id': Bill } } satisfies ModuleWeb
