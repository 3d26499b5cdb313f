import type { PageParams } from '../../web/screens/module.ts'
import { PaperScreen } from '../../web/screens/paper.tsx'
import { goodsRefund } from './goods-refund.ts'

/** The slip that a customer signs for the money paid back. */
const PrintRefund = ({ params }: PageParams) => (
  <PaperScreen
    definition={goodsRefund}
    kind="Refund slip"
    id={params.id}
    omits={(name) => name === 'number'}
    sum="amount"
    signed={['Customer', 'Staff in charge', 'Store manager']}
  />
)
export default PrintRefund
