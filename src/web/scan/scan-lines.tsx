import { useLayoutEffect, useRef } from 'react'
import { isBarcodeRight } from '../../shared/barcodes/barcodes.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { inputId } from '../fields/inputs/frame.tsx'
import type { Draft } from '../fields/values.ts'
import type { Form } from '../screens/form/use-form.ts'
import { type FoundProduct, findProduct } from './products.ts'
import { ScanField } from './scan-field.tsx'
import { misread, type OnScan } from './use-scanner.ts'

interface ScanLinesProps {
  form: Form
  /** The lines that goods are scanned into, one of them for each product. */
  definition: Definition
  /** The text field that what is none of ours goes into, while it has the focus. */
  elsewhere: string
  /** What a line takes of the product beside its name. */
  taken?: (product: FoundProduct) => Draft
}

/** Goods are scanned into the lines of a form; what is none of ours into one of its fields, while that has the focus. */
export function ScanLines({ form, definition, elsewhere, taken }: ScanLinesProps) {
  const hasNotes = definition.fields.lines?.line?.description !== undefined
  const most = definition.fields.lines?.max ?? 50
  const latest = useRef<Draft[]>([])
  const wanted = useRef('')
  // The next code may come as soon as the form is drawn anew, or before.
  useLayoutEffect(() => {
    latest.current = Array.isArray(form.values.lines) ? form.values.lines : []
    const field = document.getElementById(wanted.current)
    if (!field) return
    wanted.current = ''
    field.focus()
  })
  const write = (lines: Draft[]) => {
    latest.current = lines
    form.set('lines', lines)
  }
  const onScan: OnScan = async (code, _, { focused, isSame }) => {
    const product = isBarcodeRight(code) ? await findProduct(code) : null
    if (!product && focused?.id === inputId(elsewhere)) {
      form.set(elsewhere, code)
      return { state: 'done', message: `${t(definition.fields[elsewhere]?.label ?? '')}: ${code}` }
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
    if (free < 0 && lines.length >= most)
      return { state: 'refused', message: t('At most {{max}} lines.', { max: most }) }
    const line: Draft = {
      ...(free < 0 ? {} : lines[free]),
      ...(product ? { product: product.name, ...taken?.(product) } : {}),
      ...(barcode ? { barcode } : hasNotes ? { description: code } : { product: code }),
      quantity: 1,
    }
    const place = free < 0 ? lines.length : free
    if (!product && isSame()) wanted.current = inputId(`lines.${place}.product`)
    write(lines.toSpliced(place, 1, line))
    if (product) return { state: 'done', message: `1 × ${product.name}` }
    return { state: 'unknown', message: t('Please type the name of the product.') }
  }
  return (
    <ScanField onScan={onScan} onBusy={(isBusy) => form.setBusy('scan', isBusy)} label={t('Scan or type a barcode')} />
  )
}
