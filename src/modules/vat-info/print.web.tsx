import type { AnyRow, PageParams } from '../../web/screens/module.ts'
import { PaperScreen } from '../../web/screens/paper.tsx'
import { Chain } from './corrections/corrections.web.tsx'
import { totalsOf } from './totals.ts'
import { vatInfo } from './vat-info.ts'

/** A request as a sheet of paper, the sum in words and every correction with it. */
const PrintRequest = ({ params }: PageParams) => (
  <PaperScreen
    definition={vatInfo}
    kind="Request for a VAT invoice"
    id={params.id}
    omits={isUnprinted}
    sum="amount_with_vat"
    signed={['Buyer', 'Accounting']}
    after={(row) => <Chain row={row} isPrinted />}
  />
)
export default PrintRequest

const isUnprinted = (name: string, row: AnyRow): boolean =>
  /^(number|batch|source|is_confirmed|stat|completed|correct)/.test(name) ||
  totalsOf(row).includes(name) ||
  (name === 'invoice_form' && row.state === 'requested')
