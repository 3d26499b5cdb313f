import { t } from '../../../shared/language.ts'
import { StepFrame } from '../form/step-frame.tsx'
import { Typed } from '../form/typed.tsx'
import { type FormProps, type PartProps, useForm } from '../form/use-form.ts'
import { StoreField } from '../pick/store-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { Field } from '../ui/field.tsx'
import { GrowingText } from '../ui/growing-text.tsx'
import type { Delivery } from './values.ts'

export function DeliveryForm(props: FormProps<Delivery>) {
  const form = useForm(props)
  return (
    <StepFrame
      form={form}
      send={t('Register delivery')}
      steps={[
        {
          title: t('The goods'),
          fields: ['store', 'receipt_no', 'receipt_value', 'packages'],
          content: <GoodsPart part={form} />,
        },
        {
          title: t('To whom and where?'),
          fields: ['customer_name', 'phone', 'to_address'],
          content: <PlacePart part={form} />,
        },
        { title: t('When?'), fields: ['delivery_date', 'notes', 'agreed'], content: <WhenPart part={form} /> },
      ]}
    />
  )
}

interface Props {
  part: PartProps<Delivery>
}

const grouped = (typed: string) =>
  typed
    .replace(/\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, 15)
    .replace(/\B(?=(\d{3})+$)/g, '.')

const GoodsPart = ({ part }: Props) => (
  <>
    <StoreField part={part} ask={t('Where did you buy them?')} />
    <Typed part={part} name="receipt_no" label={t('Receipt no')} as="code" hint={t('At the top of your receipt')} />
    <Typed
      part={part}
      name="receipt_value"
      label={t('Receipt value')}
      as="digits"
      hint={t('In đồng')}
      clean={grouped}
    />
    <Typed
      part={part}
      name="packages"
      label={t('Number of packages')}
      as="digits"
      clean={(typed) => typed.replace(/\D/g, '').slice(0, 3)}
    />
  </>
)

const PlacePart = ({ part }: Props) => (
  <>
    <Typed part={part} name="customer_name" label={t('Customer name')} as="name" />
    <Typed part={part} name="phone" label={t('Phone number')} as="phone" />
    <PlaceFields
      name="to_address"
      place={part.values.to_address}
      error={part.errors.to_address}
      onChange={(to_address) => part.change({ to_address })}
    />
  </>
)

const WhenPart = ({ part: { values, errors, change, leave } }: Props) => (
  <>
    <Field name="delivery_date" label={t('Delivery date')} error={errors.delivery_date} isOptional>
      {(input) => (
        <input
          {...input}
          className="input"
          type="date"
          min={new Date(Date.now() + 7 * 3600_000).toISOString().slice(0, 10)}
          value={values.delivery_date}
          onChange={(event) => change({ delivery_date: event.target.value })}
          onBlur={() => leave('delivery_date')}
        />
      )}
    </Field>
    <Field name="notes" label={t('Notes')} error={errors.notes} isOptional>
      {(input) => (
        <GrowingText
          {...input}
          className="input area is-small"
          maxLength={1000}
          value={values.notes}
          placeholder={t('Floor, gate, a good time to call…')}
          onChange={(notes) => change({ notes })}
        />
      )}
    </Field>
  </>
)
