import { CompleteInRow } from '../../web/screens/completion.tsx'
import { FormScreen } from '../../web/screens/form.tsx'
import { ListScreen } from '../../web/screens/list.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { useSession } from '../../web/session.ts'
import { goodsRefund } from './goods-refund.ts'

const Refunds = () => (
  <ListScreen definition={goodsRefund} rowActions={(row) => <CompleteInRow definition={goodsRefund} row={row} />} />
)

/** Who writes it down is most often in charge, at their own store. */
function Refund({ params }: PageParams) {
  const { id, user_name, store, role } = useSession()
  const initial = { staff: { id, name: user_name }, ...(role.scope === 'store' && { store }) }
  return <FormScreen definition={goodsRefund} id={params.id} initial={initial} />
}

export default { pages: { '': Refunds, create: Refund } } satisfies ModuleWeb
