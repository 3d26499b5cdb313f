import type { Page } from '../../shared/api.ts'
import { spellingsOf } from '../../shared/barcodes/barcodes.ts'
import type { Named } from '../../shared/fields.ts'
import { get } from '../api.ts'

/** As much of a product as screens that scan take over. */
export interface FoundProduct {
  id: number
  barcode: string
  code: string | null
  name: string
  unit: string | null
  price: number | null
  supplier: Named | null
  active: boolean
}

/** The product of a barcode; null where the chain knows none. */
export async function findProduct(barcode: string): Promise<FoundProduct | null> {
  const { data } = await get<Page<FoundProduct>>(
    'product',
    { barcode: spellingsOf(barcode), perpage: 1 },
    { quiet: true },
  )
  return data[0] ?? null
}
