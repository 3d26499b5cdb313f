import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ListScreen, ViewScreen } from '../../web/screens/screens.ts'
import { deliveryFees } from './delivery-fees.ts'

/** What tells one fee from another: several reach equally far. */
function covered({ up_to_km, from_value }: AnyRow): string {
  const km = formatNumber(Number(up_to_km), currentLanguage(), 1)
  if (!Number(from_value)) return t('Up to {{km}} km', { km })
  const value = formatNumber(Number(from_value), currentLanguage())
  return t('Up to {{km}} km, receipts from {{value}} đồng', { km, value })
}

const Fees = () => (
  <ListScreen
    definition={deliveryFees}
    columns={[
      { name: 'up_to_km', label: 'Covers', width: 320, isFigure: false, render: covered, text: covered },
      'fee',
      'active',
    ]}
  />
)

const Fee = ({ params }: PageParams) => <ViewScreen definition={deliveryFees} id={params.id ?? ''} title={covered} />

export default { pages: { '': Fees, 'view/$id': Fee } } satisfies ModuleWeb
