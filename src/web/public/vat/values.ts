import type { Asked } from '../form/kind.ts'

export interface VatRequest extends Asked {
  tax_code: string
  company_name: string
  bill_tail: string
  email: string
  phone: string
  payment_method: string
}
