import { useEffect, useRef } from 'react'
import { isBarcodeRight } from '../../shared/barcodes/barcodes.ts'
import { t } from '../../shared/language.ts'
import { inputId } from '../../web/fields/inputs/frame.tsx'
import type { Draft } from '../../web/fields/values.ts'
import { findProduct } from '../../web/scan/products.ts'
import { ScanField } from '../../web/scan/scan-field.tsx'
import { misread, type OnScan } from '../../web/scan/use-scanner.ts'
import type { Form } from '../../web/screens/form/use-form.ts'
import { goodsRefund } from './goods-refund.ts'

const MOST = goodsRefund.fields.lines.max ?? 50

/** Goods are scanned into the lines; what is none of ours into the field of the bill, while that has the focus. */
export function ScanLines({ form }: { form: Form }) {
  const latest = useRef<Draft[]>([])
  useEffect(() => {
    latest.current = Array.isArray(form.values.lines) ? form.values.lines : []
  })
  // The next code may come before the form is drawn anew.
  const write = (lines: Draft[]) => {
    latest.current = lines
    form.set('lines', lines)
  }
  const onScan: OnScan = async (code) => {
    const isForBill = document.activeElement?.id === inputId('bill')
    const product = isBarcodeRight(code) ? await findProduct(code).catch(() => null) : null
    if (!product && isForBill) {
      form.set('bill', code)
      return { state: 'done', message: `${t(goodsRefund.fields.bill.label)}: ${code}` }
    }
    if (!isBarcodeRight(code)) return misread()
    const barcode = product?.barcode ?? (/^\d{4,20}$/.test(code) ? code : '')
    const lines = latest.current
    const at = lines.findIndex((line) => barcode !== '' && line.barcode === barcode)
    if (at >= 0) {
      const quantity = (Number(lines[at]?.quantity) || 0) + 1
      write(lines.map((line, index) => (index === at ? { ...line, quantity } : line)))
      return { state: 'done', message: `${quantity} × ${String(lines[at]?.product ?? barcode)}` }
    }
    const free = lines.findIndex((line) => !line.product && !line.barcode)
    if (free < 0 && lines.length >= MOST)
      return { state: 'refused', message: t('At most {{max}} lines.', { max: MOST }) }
    const line: Draft = {
      ...(free < 0 ? {} : lines[free]),
      ...(product ? { product: product.name } : {}),
      ...(barcode ? { barcode } : { description: code }),
      quantity: 1,
    }
    const place = free < 0 ? lines.length : free
    write(lines.toSpliced(place, 1, line))
    if (product) return { state: 'done', message: `1 × ${product.name}` }
    focusSoon(inputId(`lines.${place}.product`))
    return { state: 'unknown', message: t('Please type the name of the product.') }
  }
  return <ScanField onScan={onScan} label={t('Scan or type a barcode')} />
}

/** Once the new line is drawn. */
const focusSoon = (id: string): void =>
  void requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
