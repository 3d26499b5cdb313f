import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { Amount } from '../../web/public/form/amount.tsx'
import { amounts, days, places } from '../../web/public/form/conversions.ts'
import { Day, PlacePicker, StorePicker } from '../../web/public/form/draws.tsx'
import { formPage } from '../../web/public/form/form-page-of.tsx'
import type { Receipt } from '../../web/public/form/outbox.ts'
import { StepFrame } from '../../web/public/form/step-frame.tsx'
import { dayOf, today } from '../../web/public/form/typed-values.ts'
import { deliveryProblems } from './asked-delivery.ts'
import { deliveryRegistration } from './good-delivery-registration.public.ts'

export default formPage(deliveryRegistration, {
  Frame: StepFrame,
  conversions: [amounts, days, places()],
  draws: { money: Amount, count: Amount, date: Day, ref: StorePicker, address: PlacePicker },
  check: ({ to_address, delivery_date }) =>
    deliveryProblems({ to_address, delivery_date: dayOf(delivery_date) }, today()),
  thanks: (receipt) => <Fee {...receipt} />,
})

interface Answer extends Receipt {
  fee?: number | null
  is_estimate?: boolean | null
}

function Fee({ fee, is_estimate }: Answer) {
  if (fee === undefined) return null
  return (
    <div className="card">
      <p className="ticket-label">{t('Delivery fee')}</p>
      <p>{fee === null ? t('The store will tell you the fee when it calls.') : <b>{sayFee(fee)}</b>}</p>
      {is_estimate && <p className="hint">{t('Estimated by the distance; the store confirms it.')}</p>}
    </div>
  )
}

const sayFee = (fee: number): string =>
  fee === 0 ? t('Free') : t('{{fee}} ₫', { fee: formatNumber(fee, currentLanguage()) })
