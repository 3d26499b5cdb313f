import { IconRoute } from '@tabler/icons-react'
import { lazy } from 'react'
import { WHOSE_RECORDS } from '../../shared/definition/waiting.ts'
import type { Fields } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { Consents } from '../../web/screens/form/consents.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { PrintLink } from '../../web/screens/view/print-link.tsx'
import { LinkButton } from '../../web/ui/link-button.tsx'
import { goodsDelivery } from './goods-delivery.ts'

const Print = lazy(() => import('./print.web.tsx'))
const Day = lazy(() => import('./day.web.tsx'))
const Form = lazy(() => import('./form.web.tsx'))

/** What whoever sends them out goes by; what it costs is asked of the delivery itself. */
const COLUMNS = [
  'customer_name',
  'number',
  'receipt_no',
  'to_address',
  'status',
  'delivery_date',
  'shipper',
  'phone',
  'store',
]

/** In a list a delivery is called by its customer, whom everybody asks for. */
const byCustomer: Definition = { ...goodsDelivery, title: 'customer_name' }

const WHOSE: Fields = { whose: WHOSE_RECORDS }

const Deliveries = () => (
  <ListScreen
    definition={byCustomer}
    columns={COLUMNS}
    openFilters={['status', 'store', 'shipper', 'delivery_date']}
    extraFilters={WHOSE}
    toolbar={
      <LinkButton to="/goods-delivery/day" Sign={IconRoute}>
        {t("Shipper's day")}
      </LinkButton>
    }
  />
)

const Delivery = ({ params }: PageParams) => (
  <ViewScreen
    definition={goodsDelivery}
    id={params.id ?? ''}
    actions={(row) => <PrintLink definition={goodsDelivery} row={row} />}
    aside={(row) => <Consents definition={goodsDelivery} id={row.id} />}
  />
)

export default {
  pages: { '': Deliveries, create: Form, 'update/$id': Form, 'view/$id': Delivery, 'print/$id': Print, day: Day },
} satisfies ModuleWeb
