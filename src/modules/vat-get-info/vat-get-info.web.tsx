import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/view/view.tsx'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { vatGetInfo } from './vat-get-info.ts'

/** A line of a bill, with the other lines of it and the way to its invoice. */
const BillLine = ({ params }: PageParams) => (
  <ViewScreen
    definition={vatGetInfo}
    id={params.id ?? ''}
    actions={(row) => <Ask tail={String(row.bill_tail)} number={String(row.bill_number)} />}
  />
)

function Ask({ tail, number }: { tail: string; number: string }) {
  const may = useMay()
  return (
    <>
      <Button variant="default" component={Link} to={`/vat-get-info?bill_number=${number}`}>
        {t('All lines of the bill')}
      </Button>
      {may('vat-info', 'add') ? (
        <Button
          component={Link}
          to={`/vat-info/create?bill=${tail}`}
          leftSection={<IconFileInvoice size={16} aria-hidden="true" />}
        >
          {t('Request an invoice')}
        </Button>
      ) : null}
    </>
  )
}

export default { pages: { 'view/$id': BillLine } } satisfies ModuleWeb
