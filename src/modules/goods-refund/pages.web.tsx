import { lazy } from 'react'
import { ScanLines } from '../../web/scan/scan-lines.tsx'
import { oddInOf, oddNotes } from '../../web/screens/form/odd-note.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { FormScreen, ViewScreen } from '../../web/screens/screens.ts'
import { PrintLink } from '../../web/screens/view/print-link.tsx'
import { useSession } from '../../web/session.ts'
import { goodsRefund, WATCHED } from './goods-refund.ts'

const Print = lazy(() => import('./print.web.tsx'))

const oddBelow = oddNotes(oddInOf(WATCHED))

/** Who writes it down is most often in charge. */
function Refund({ params }: PageParams) {
  const { id, user_name } = useSession()
  return (
    <FormScreen
      definition={goodsRefund}
      id={params.id}
      initial={{ staff: { id, name: user_name } }}
      below={oddBelow}
      besideField={(name, form) =>
        name === 'lines' ? <ScanLines form={form} definition={goodsRefund} elsewhere="bill" /> : null
      }
    />
  )
}

const Shown = ({ params }: PageParams) => (
  <ViewScreen
    definition={goodsRefund}
    id={params.id ?? ''}
    title={(row) => `${String(row.number)} · ${String(row.bill)}`}
    actions={(row) => <PrintLink definition={goodsRefund} row={row} />}
  />
)

export default {
  pages: { create: Refund, 'update/$id': Refund, 'view/$id': Shown, 'print/$id': Print },
} satisfies ModuleWeb
