import { useEffect, useState } from 'react'
import { FormScreen } from '../../web/screens/form/form.tsx'
import type { PageParams } from '../../web/screens/module.ts'
import { priceChecking } from './price-checking.ts'

const SHARED = ['kind', 'product', 'barcode', 'product_name', 'store', 'checked_on', 'our_price'] as const
const OWN = {
  competitor: ['competitor', 'competitor_price'],
  shelf: ['shelf_price', 'till_price'],
} as const
const LAST = ['photo', 'note'] as const

/** A check asks for what belongs to its kind alone. */
export default function CheckForm({ params }: PageParams) {
  const [kind, setKind] = useState<keyof typeof OWN>('shelf')
  return (
    <FormScreen
      definition={priceChecking}
      id={params.id}
      fields={[...SHARED, ...OWN[kind], ...LAST]}
      before={({ values }) => <KindOf value={values.kind} onChange={setKind} />}
    />
  )
}

/** Tells the form's kind to the page around it, whose fields hang on it. */
function KindOf({ value, onChange }: { value: unknown; onChange: (kind: keyof typeof OWN) => void }) {
  useEffect(() => onChange(value === 'competitor' ? 'competitor' : 'shelf'), [value, onChange])
  return null
}
