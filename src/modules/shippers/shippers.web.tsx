import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { RecordsOf } from '../../web/screens/view/records-of.tsx'
import { ViewScreen } from '../../web/screens/view/view.tsx'
import { useMay } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { goodsDelivery } from '../goods-delivery/goods-delivery.ts'
import { shippers } from './shippers.ts'

/** A shipper with the deliveries made. */
const Shipper = ({ params }: PageParams) => (
  <ViewScreen
    definition={shippers}
    id={params.id ?? ''}
    actions={(row) => <DayOf shipper={row.id} />}
    sections={(row) => (
      <RecordsOf
        definition={goodsDelivery}
        title={t('Deliveries made')}
        query={{ shipper: row.id, status: 'delivered', sort: '-ended_at' }}
      />
    )}
  />
)

function DayOf({ shipper }: { shipper: number }) {
  const may = useMay()
  if (!may('goods-delivery', 'read')) return null
  return (
    <Button
      component={Link}
      to={`/goods-delivery/day?shipper=${shipper}`}
      variant="default"
      leftSection={<IconRoute size={16} aria-hidden="true" />}
    >
      {t('Stops of the day')}
    </Button>
  )
}

export default { pages: { 'view/$id': Shipper } } satisfies ModuleWeb
