import { lazy } from 'react'
import { useSearchParams } from '../../web/app/location.ts'
import { lazyWithCatalog } from '../../web/catalogs.ts'
import { isOddTaxCode, OddCodeHint } from '../../web/fields/inputs/confirm-hint.tsx'
import type { ColumnWish } from '../../web/screens/columns/columns.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import { general } from '../../web/screens/list/row-acts.ts'
import { useListQuery } from '../../web/screens/list/use-list.ts'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { FormScreen, ListScreen } from '../../web/screens/screens.ts'
import { useMay } from '../../web/session.ts'
import { BillOffer } from './bill-offer.web.tsx'
import type { QueueTab } from './choices.ts'
import { CompanyEmail, CompanyOffer } from './company-offer.web.tsx'
import { FittingAmounts } from './fitting-amounts.web.tsx'
import { vatWays } from './queue/proposal.web.ts'
import { QueueTabs, tabOf } from './queue-tabs.web.tsx'
import { VatRequest } from './request.web.tsx'
import { QueueButtons } from './toolbar.web.tsx'
import { totalsOf } from './totals.ts'
import { vatInfo } from './vat-info.ts'

const Print = lazy(() => import('./print.web.tsx'))
const IssueQueue = lazyWithCatalog(() => import('./queue/queue.web.tsx'))
const Results = lazyWithCatalog(async () => ({ default: (await import('./results.web.tsx')).Results }))

/** In a list the number's short name is enough, and leaves the company its room. */
const TAIL = { name: 'bill_tail', label: 'Last 8 digits' }
const WAITING = ['number', 'company_name', 'state', 'amount_with_vat', 'tax_code', TAIL, 'created_at']
/** Once there is an invoice, it is what one looks for. */
const ISSUED = [
  'number',
  'company_name',
  'tax_code',
  'invoice_serial',
  'invoice_number',
  'issued_on',
  'amount_with_vat',
]
const COLUMNS: Record<QueueTab, readonly ColumnWish[]> = {
  waiting: WAITING,
  sent: [...WAITING.filter((name) => name !== 'state'), 'batch'],
  issued: ISSUED,
  corrected: [...ISSUED, 'state'],
}

const ROW_ACTS = general(vatInfo, vatWays)

/** The requests as a queue: what waits first, from there through the provider to the invoice. */
function Requests() {
  const { state } = useListQuery({ definition: vatInfo })
  const isPlain = !state.view && !state.isTrash
  const tab = isPlain ? tabOf(state.filters.state) : undefined
  const isAll = isPlain && Object.keys(state.filters).length === 0
  return (
    <ListScreen
      definition={vatInfo}
      columns={tab ? COLUMNS[tab] : WAITING}
      isQueue
      tabs={<QueueTabs current={tab} isAll={isAll} />}
      toolbar={<QueueButtons state={state} tab={tab} />}
      rowActs={ROW_ACTS}
      openFilters={tab ? ['store', 'created_at'] : ['state', 'store', 'created_at']}
    />
  )
}

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
        <CompanyOffer form={form} typed={form.values.tax_code} isCode />
      </>
    )
  }
  return (
    <FormScreen
      definition={vatInfo}
      id={params.id}
      extra={EXTRA}
      isAsked={(name, { values }) =>
        name === 'is_confirmed'
          ? mayConfirm && (isOddTaxCode(values.tax_code) || values.is_confirmed === true)
          : !totalsOf(values).includes(name)
      }
      {...(tail && { initial: { bill_tail: tail } })}
      besideField={beside}
      after={(form) => <FittingAmounts form={form} />}
    />
  )
}

export default {
  pages: {
    '': Requests,
    issue: IssueQueue,
    import: Results,
    create: RequestForm,
    'update/$id': RequestForm,
    'view/$id': VatRequest,
    'print/$id': Print,
  },
} satisfies ModuleWeb
