import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { Ending } from '../form/ending.tsx'
import { FormPage } from '../form/form-page.tsx'
import { Intro } from '../form/intro.tsx'
import type { Receipt } from '../form/outbox.ts'
import { DeliveryForm } from './delivery-form.tsx'
import { delivery } from './kind.ts'

export default function DeliveryPage() {
  return (
    <FormPage
      kind={delivery}
      title={t('Goods delivery')}
      intro={
        <Intro
          title={t('Get your goods delivered')}
          lead={t('It takes about a minute. Please have your receipt ready.')}
          points={[
            ['truck-delivery', t('The store packs your goods and delivers them to you.')],
            ['phone-call', t('The shipper will call you before coming.')],
          ]}
        />
      }
      form={DeliveryForm}
      thanks={(receipt: Receipt & Answer, onAgain) => (
        <Ending
          title={t('Your delivery is registered')}
          lead={t('The store is preparing your goods. The shipper will call you before coming.')}
          label={t('Your delivery number')}
          number={receipt.number}
          again={t('Register another delivery')}
          onAgain={onAgain}
        >
          <Fee {...receipt} />
        </Ending>
      )}
    />
  )
}

interface Answer {
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
