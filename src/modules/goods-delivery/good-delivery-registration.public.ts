import { deliveryConsent } from '../../shared/consents/delivery.ts'
import { phone } from '../../shared/fields.ts'
import { publicForm } from '../public-form.ts'
import { goodsDelivery } from './goods-delivery.ts'

export const deliveryRegistration = publicForm('good-delivery-registration', goodsDelivery, {
  path: 'goods-delivery/goods-delivery-register',
  summary: 'A goods delivery by the public',
  parts: [
    {
      title: 'The goods',
      asks: {
        store: { label: 'Where did you buy them?' },
        receipt_no: { as: 'code', hint: 'At the top of your receipt' },
        receipt_value: { hint: 'In đồng' },
        packages: {},
      },
    },
    {
      title: 'To whom and where?',
      asks: {
        customer_name: { as: 'name' },
        phone: { field: phone('Phone number', { required: true }) },
        to_address: {},
      },
    },
    {
      title: 'When?',
      asks: { delivery_date: { fromToday: true }, notes: { placeholder: 'Floor, gate, a good time to call…' } },
    },
  ],
  consent: deliveryConsent,
  intro: {
    title: 'Get your goods delivered',
    lead: 'It takes about a minute. Please have your receipt ready.',
    points: [
      ['truck-delivery', 'The store packs your goods and delivers them to you.'],
      ['phone-call', 'The shipper will call you before coming.'],
    ],
  },
  send: 'Register delivery',
  thanks: {
    title: 'Your delivery is registered',
    lead: 'The store is preparing your goods. The shipper will call you before coming.',
    label: 'Your delivery number',
    again: 'Register another delivery',
  },
})
