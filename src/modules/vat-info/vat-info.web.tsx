import { lazy } from 'react'
import { useSearchParams } from '../../web/app/location.ts'
import { OddCodeHint } from '../../web/fields/inputs/confirm-hint.tsx'
import { FormScreen } from '../../web/screens/form/form.tsx'
import type { Form } from '../../web/screens/form/use-form.ts'
import { ListScreen } from '../../web/screens/list/list.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { useMay } from '../../web/session.ts'
import { BatchButton } from './batch.web.tsx'
import { BillOffer } from './bill-offer.web.tsx'
import { CompanyEmail, CompanyOffer } from './company-offer.web.tsx'
import { FittingAmounts } from './fitting-amounts.web.tsx'
import { VatRequest } from './request.web.tsx'
import { vatInfo } from './vat-info.ts'

const Print = lazy(() => import('./print.web.tsx'))

/** In a list the number's short name is enough, and leaves the company its room. */
const COLUMNS = [
  ...vatInfo.list.map((name) => (name === 'bill_tail' ? { name, label: 'Last 8 digits' } : name)),
  'created_at',
]

const Requests = () => (
  <ListScreen
    definition={vatInfo}
    columns={COLUMNS}
    toolbar={<BatchButton />}
    openFilters={['state', 'store', 'created_at']}
  />
)

/** Sent along: whether the e-mail of the company is taken. */
const EXTRA = ['company_email']

/** A request; the bill gives the amounts and the code the company, so that little is left to type. */
function RequestForm({ params }: PageParams) {
  const mayConfirm = useMay()(vatInfo.permission, 'other')
  const [search] = useSearchParams()
  const tail = /^\d{8}$/.exec(search.get('bill') ?? '')?.[0]
  const beside = (name: string, form: Form) => {
    if (name === 'bill_tail') return <BillOffer form={form} />
    if (name === 'email') return <CompanyEmail form={form} />
    if (name === 'company_name') return <CompanyOffer form={form} typed={form.values.company_name} />
    if (name !== 'tax_code') return null
    return (
      <>
        <OddCodeHint code={form.values.tax_code} mayConfirm={mayConfirm} />
        <CompanyOffer form={form} typed={form.values.tax_code} />
      </>
    )
  }
  return (
    <FormScreen
      definition={vatInfo}
      id={params.id}
      extra={EXTRA}
      fields={Object.keys(vatInfo.fields).filter((name) => mayConfirm || name !== 'is_confirmed')}
      {...(tail && { initial: { bill_tail: tail } })}
      besideField={beside}
      after={(form) => <FittingAmounts form={form} />}
    />
  )
}

export default {
  pages: { '': Requests, create: RequestForm, 'update/$id': RequestForm, 'view/$id': VatRequest, 'print/$id': Print },
} satisfies ModuleWeb
