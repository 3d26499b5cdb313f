import { useEffect, useRef } from 'react'
import type { Page } from '../../shared/api.ts'
import { wallClock } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import type { Outcome } from '../../web/scan/outcome.ts'
import { ScanField } from '../../web/scan/scan-field.tsx'
import { FormScreen } from '../../web/screens/form/form.tsx'
import { focusField } from '../../web/screens/form/form-errors.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import type { AnyRow, PageParams } from '../../web/screens/module.ts'
import { useSession } from '../../web/session.ts'
import { FormConcerns } from './concerns.web.tsx'
import { productPromotions } from './product-promotions.ts'

/** A promotion, from today unless said; the product is scanned, picked by letters, or typed freely. */
export function PromotionForm({ params }: PageParams) {
  const { time_zone } = useSession()
  return (
    <FormScreen
      definition={productPromotions}
      id={params.id}
      initial={{ starts_on: wallClock(new Date(), time_zone).day }}
      isBegunAbove
      before={(form) => <ProductScan form={form} />}
      besideField={(name, form) => (name === 'product' ? <ProductFill form={form} /> : null)}
      after={(form) => <FormConcerns form={form} />}
    />
  )
}

/** Reads the code of goods wherever the focus is; an unknown one is kept, so that its name can be typed beside it. */
function ProductScan({ form }: { form: Form }) {
  const scan = async (code: string): Promise<Outcome> => {
    const found = await get<Page<AnyRow>>('product', { barcode: code, perpage: 1 }, { quiet: true })
    const [product] = found.data
    if (!product) {
      form.set('product', null)
      form.set('barcode', code)
      return { state: 'unknown', message: t('No product has this barcode: please give its name as well') }
    }
    fill(form, product)
    // What the product cannot say comes next.
    focusField('promotion_price')
    return { state: 'done', message: String(product.name) }
  }
  return <ScanField label={t('Scan or type the barcode of the product')} isProduct onScan={scan} />
}

/** Takes over what a chosen product says; what is typed over it afterwards stays. */
function ProductFill({ form }: { form: Form }) {
  const chosen = form.values.product
  const id = typeof chosen === 'object' && chosen !== null && 'id' in chosen ? Number(chosen.id) : null
  const before = useRef(id)
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(() => {
    if (id === before.current) return
    before.current = id
    if (id === null) return
    void get<AnyRow>(`product/${id}`, undefined, { quiet: true }).then((product) => fill(latest.current, product))
  }, [id])
  return null
}

function fill(form: Form, product: AnyRow): void {
  const { id, name, barcode, price, department_group } = product
  form.set('product', { id, name })
  form.set('product_name', name)
  form.set('barcode', barcode ?? null)
  if (price !== null && price !== undefined) form.set('price', price)
  if (department_group) form.set('department_group', department_group)
}
