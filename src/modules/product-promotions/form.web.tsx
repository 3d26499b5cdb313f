import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Page } from '../../shared/api.ts'
import { wallClock } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import type { Draft } from '../../web/fields/values.ts'
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
  const { values, take } = useTaken(form)
  const scan = async (code: string): Promise<Outcome> => {
    const asked = values.current
    const found = await get<Page<AnyRow>>('product', { barcode: code, perpage: 1 }, { quiet: true })
    const [product] = found.data
    if (!product) {
      take(asked, { product: null, barcode: code })
      return { state: 'unknown', message: t('No product has this barcode: please give its name as well') }
    }
    take(asked, factsOf(product))
    // What the product cannot say comes next.
    focusField('promotion_price')
    return { state: 'done', message: String(product.name) }
  }
  return (
    <ScanField
      label={t('Scan or type the barcode of the product')}
      isProduct
      onScan={scan}
      onBusy={(isBusy) => form.setBusy('scan', isBusy)}
    />
  )
}

/** Takes over what a chosen product says. */
function ProductFill({ form }: { form: Form }) {
  const chosen = form.values.product
  const id = typeof chosen === 'object' && chosen !== null && 'id' in chosen ? Number(chosen.id) : null
  const before = useRef(id)
  const { values, take } = useTaken(form)
  useEffect(() => {
    if (id === before.current) return
    before.current = id
    if (id === null) return
    const asked = values.current
    get<AnyRow>(`product/${id}`, undefined, { quiet: true }).then(
      (product) => take(asked, factsOf(product)),
      () => undefined,
    )
  }, [id, values, take])
  return null
}

/** Takes over what was asked for while the form held `asked`; what is typed or chosen since then stays. */
function useTaken({ values: shown, set }: Form) {
  const values = useRef(shown)
  useLayoutEffect(() => {
    values.current = shown
  })
  const take = useCallback(
    (asked: Draft, facts: Draft) => {
      if (values.current.product !== asked.product) return
      const fitting = Object.entries(facts).filter(([name]) => values.current[name] === asked[name])
      // The next code is asked for before this one is drawn.
      values.current = { ...values.current, ...Object.fromEntries(fitting) }
      for (const [name, value] of fitting) set(name, value)
    },
    [set],
  )
  return { values, take }
}

const factsOf = ({ id, name, barcode, price, department_group }: AnyRow): Draft => ({
  product: { id, name },
  product_name: name,
  barcode: barcode ?? null,
  ...(price !== null && price !== undefined && { price }),
  ...(department_group ? { department_group } : {}),
})
