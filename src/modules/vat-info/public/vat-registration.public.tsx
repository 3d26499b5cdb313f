import { formPage } from '../../../web/public/form/form-page-of.tsx'
import { BillTail } from './bill-tail.public.tsx'
import { CompanyName } from './company-name.public.tsx'
import { TaxCode } from './tax-code.public.tsx'
import { vatRegistration } from './vat-registration.public.ts'

export default formPage(vatRegistration, {
  questions: { tax_code: TaxCode, company_name: CompanyName, bill_tail: BillTail },
})
