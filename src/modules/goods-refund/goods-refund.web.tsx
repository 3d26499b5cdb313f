import { lazy } from 'react'
import { FormScreen } from '../../web/screens/form/form.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { PrintLink } from '../../web/screens/view/print-link.tsx'
import { ViewScreen } from '../../web/screens/view/view.tsx'
import { useSession } from '../../web/session.ts'
import { goodsRefund } from './goods-refund.ts'
import { ScanLines } from './scan-lines.web.tsx'

const Print = lazy(() => import('./print.web.tsx'))

/** Who writes it down is most often in charge, at their own store. */
function Refund({ params }: PageParams) {
  const { id, user_name, store, role } = useSession()
  const initial = { staff: { id, name: user_name }, ...(role.scope === 'store' && { store }) }
  return (
    <FormScreen
      definition={goodsRefund}
      id={params.id}
      initial={initial}
      besideField={(name, form) => (name === 'lines' ? <ScanLines form={form} /> : null)}
    />
  )
}

const Shown = ({ params }: PageParams) => (
  <ViewScreen
    definition={goodsRefund}
    id={params.id ?? ''}
    actions={(row) => <PrintLink definition={goodsRefund} row={row} />}
  />
)

export default {
  pages: { create: Refund, 'update/$id': Refund, 'view/$id': Shown, 'print/$id': Print },
} satisfies ModuleWeb
