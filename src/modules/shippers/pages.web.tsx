import { IconRoute } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/screens.ts'
import { RecordsOf } from '../../web/screens/view/records-of.tsx'
import { useMay } from '../../web/session.ts'
import { LinkButton } from '../../web/ui/link-button.tsx'
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
    <LinkButton to={`/goods-delivery/day?shipper=${shipper}`} Sign={IconRoute}>
      {t('Stops of the day')}
    </LinkButton>
  )
}

export default { pages: { 'view/$id': Shipper } } satisfies ModuleWeb
