import { t } from '../../../shared/language.ts'
import { plainDigits } from '../../../shared/vietnam/vietnam.ts'
import { Choice } from '../form/choice.tsx'
import { Ending } from '../form/ending.tsx'
import { FormFrame } from '../form/form-frame.tsx'
import { FormPage } from '../form/form-page.tsx'
import { Intro } from '../form/intro.tsx'
import { Typed } from '../form/typed.tsx'
import { type FormProps, useForm } from '../form/use-form.ts'
import { CompanyFields } from './company-fields.tsx'
import { vat } from './kind.ts'
import type { VatRequest } from './values.ts'

export default function VatPage() {
  return (
    <FormPage
      kind={vat}
      title={t('VAT invoice')}
      intro={
        <Intro
          title={t('Ask for a VAT invoice')}
          lead={t('It takes about a minute. Please have your bill ready.')}
          points={[
            ['building', t('The company is found by its tax code.')],
            ['file-invoice', t('The last 8 digits are at the end of the number on your bill.')],
            ['mail-check', t('The invoice comes by e-mail.')],
          ]}
        />
      }
      form={VatForm}
      thanks={({ number }, onAgain) => (
        <Ending
          title={t('Your request has arrived')}
          lead={t('Our accounting issues the invoice and sends it to your e-mail.')}
          label={t('Your request number')}
          number={number}
          again={t('Ask for another invoice')}
          onAgain={onAgain}
        />
      )}
    />
  )
}

/** The end of a whole number that is pasted; whatever else is typed stays. */
const eight = (typed: string) => (/^\d{9,}$/.test(plainDigits(typed)) ? plainDigits(typed).slice(-8) : typed)

function VatForm(props: FormProps<VatRequest>) {
  const form = useForm(props)
  return (
    <FormFrame form={form} send={t('Send request')}>
      <fieldset className="group">
        <legend className="group-title">{t('The company')}</legend>
        <CompanyFields part={form} />
      </fieldset>
      <fieldset className="group">
        <legend className="group-title">{t('The bill')}</legend>
        <Typed
          part={form}
          name="bill_tail"
          label={t('Last 8 digits of the bill')}
          as="digits"
          hint={t('If you paste the whole number, only the last 8 digits are kept.')}
          tidy={eight}
        />
        <Choice
          part={form}
          name="payment_method"
          label={t('How did you pay?')}
          isOptional
          options={[
            { value: 'cash', label: t('Cash') },
            { value: 'card', label: t('Card') },
            { value: 'transfer', label: t('Bank transfer') },
          ]}
        />
      </fieldset>
      <fieldset className="group">
        <legend className="group-title">{t('Where should we send the invoice?')}</legend>
        <Typed part={form} name="email" label={t('E-mail')} as="email" />
        <Typed
          part={form}
          name="phone"
          label={t('Phone number')}
          as="phone"
          isOptional
          more={{ enterKeyHint: 'done' }}
        />
      </fieldset>
    </FormFrame>
  )
}
