import { t } from '../../../shared/language.ts'
import { DayField } from '../form/day-field.tsx'
import { StepFrame } from '../form/step-frame.tsx'
import { Typed } from '../form/typed.tsx'
import { inWords, tidyNumber, today } from '../form/typed-values.ts'
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

const GoodsPart = ({ part }: Props) => (
  <>
    <StoreField part={part} ask={t('Where did you buy them?')} />
    <Typed part={part} name="receipt_no" label={t('Receipt no')} as="code" hint={t('At the top of your receipt')} />
    <Typed
      part={part}
      name="receipt_value"
      label={t('Receipt value')}
      as="digits"
      hint={inWords(part.values.receipt_value) ?? t('In đồng')}
      tidy={(typed) => tidyNumber(typed, 'money')}
    />
    <Typed
      part={part}
      name="packages"
      label={t('Number of packages')}
      as="digits"
      tidy={(typed) => tidyNumber(typed, 'count')}
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

const WhenPart = ({ part }: Props) => (
  <>
    <DayField part={part} name="delivery_date" label={t('Delivery date')} first={today()} isOptional />
    <Field name="notes" label={t('Notes')} error={part.errors.notes} isOptional>
      {(input) => (
        <GrowingText
          {...input}
          className="input area is-small"
          maxLength={1000}
          value={part.values.notes}
          placeholder={t('Floor, gate, a good time to call…')}
          onChange={(notes) => part.change({ notes })}
        />
      )}
    </Field>
  </>
)
