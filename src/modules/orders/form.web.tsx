import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { ScanLines } from '../../web/scan/scan-lines.tsx'
import { FormScreen } from '../../web/screens/form/form.tsx'
import type { Form } from '../../web/screens/form/use-form.ts'
import type { PageParams } from '../../web/screens/module.ts'
import css from './orders.module.css'
import { orders } from './orders.ts'

/** An order written down by hand, e.g. by phone: goods are scanned in at today's price, and the total follows them. */
export default function OrderForm({ params }: PageParams) {
  const initial = { ordered_at: new Date().toISOString() }
  return <FormScreen definition={orders} id={params.id} initial={initial} besideField={besideField} />
}

const besideField = (name: string, form: Form) => {
  if (name === 'lines')
    return <ScanLines form={form} definition={orders} elsewhere="tracking_code" taken={({ price }) => ({ price })} />
  return name === 'total' ? <GoodsSum form={form} /> : null
}

/** The total follows the goods till somebody types another one; then it is told what they come to. */
function GoodsSum({ form }: { form: Form }) {
  const sum = sumOf(form.values.lines)
  const followed = useRef(sum)
  useEffect(() => {
    if (sum === followed.current) return
    const { total } = form.values
    if (total === null || total === followed.current) form.set('total', sum === 0 ? null : sum)
    followed.current = sum
  })
  if (sum === 0 || form.values.total === sum) return null
  return (
    <p className={css.sum} role="status">
      <span className={css.quiet}>
        {t('The goods come to {{sum}} đồng', { sum: formatNumber(sum, currentLanguage()) })}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => form.set('total', sum)}>
        {t('Take it as the total')}
      </Button>
    </p>
  )
}

function sumOf(lines: unknown): number {
  const known = Array.isArray(lines) ? (lines as { quantity?: unknown; price?: unknown }[]) : [] // the form's own lines
  return known.reduce(
    (before, { quantity, price }) =>
      before + (typeof quantity === 'number' && typeof price === 'number' ? quantity * price : 0),
    0,
  )
}
