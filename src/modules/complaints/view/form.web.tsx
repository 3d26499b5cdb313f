import { t } from '../../../shared/language.ts'
import { isNamed } from '../../../web/fields/values.ts'
import { FormScreen } from '../../../web/screens/form/form.tsx'
import type { Form } from '../../../web/screens/form/use-form.ts'
import type { PageParams } from '../../../web/screens/module.ts'
import { complaints } from '../complaints.ts'
import { CustomerCard } from '../customer/customer-card.web.tsx'
import { ProposedFields } from '../proposer/proposed-fields.web.tsx'
import { NearTexts } from '../related/near-texts.web.tsx'
import { useOrderMatter } from '../related/order-matter.web.ts'

/** What happened is told before it has a name. */
const TOLD_FIRST = new Set(['content', 'attachments'])

const firstOf = <T,>(all: readonly T[], isFirst: (one: T) => boolean): T[] =>
  all.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))

/** Who is on the phone comes first; the phone number brings the rest of it. */
const CUSTOMER_FIRST = {
  ...complaints,
  groups: firstOf(complaints.groups ?? [], ({ label }) => label === 'Customer').map(({ label, fields }) => ({
    label,
    fields: firstOf(fields, (name) => TOLD_FIRST.has(name)),
  })),
}

/** What closes a complaint is asked when it is completed, not when it begins. */
const AT_THE_START = Object.keys(complaints.fields).filter(
  (name) => !['origin', 'solution', 'comment', 'cost'].includes(name),
)

/** A new complaint, or one to be changed. */
export default function ComplaintForm({ params }: PageParams) {
  const order = useOrderMatter(params.id === undefined)
  if (params.id) return <FormScreen definition={CUSTOMER_FIRST} id={params.id} />
  if (!order.isReady) return null
  return (
    <FormScreen
      definition={CUSTOMER_FIRST}
      title={t('New complaint')}
      initial={order.matter}
      fields={AT_THE_START}
      besideField={besideField}
    />
  )
}

const besideField = (name: string, form: Form) => {
  if (name === 'content')
    return (
      <>
        <ProposedFields form={form} />
        <NearTexts content={String(form.values.content ?? '')} />
      </>
    )
  if (name !== 'phone') return null
  return (
    <CustomerCard
      matter={{ store: idOf(form.values.store), feedback_type: idOf(form.values.feedback_type) }}
      typed={String(form.values.phone ?? '')}
      isUsed={(customer) =>
        form.values.customer_name === customer.name && (form.values.email ?? '') === (customer.email ?? '')
      }
      onUse={(customer) => {
        form.set('customer_name', customer.name)
        if (customer.email) form.set('email', customer.email)
      }}
    />
  )
}

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : isNamed(value) ? value.id : null)
