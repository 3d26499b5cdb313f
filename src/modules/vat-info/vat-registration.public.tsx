import { plainDigits } from '../../shared/vietnam/vietnam.ts'
import { formPage } from '../../web/public/form/form-page-of.tsx'
import { Line } from '../../web/public/form/question.tsx'
import { CompanyName } from './company-name.public.tsx'
import { vatRegistration } from './vat-registration.public.ts'

/** The end of a whole number that is pasted; whatever else is typed stays. */
const eight = (typed: string) => (/^\d{9,}$/.test(plainDigits(typed)) ? plainDigits(typed).slice(-8) : typed)

export default formPage(vatRegistration, {
  questions: { company_name: CompanyName, bill_tail: (props) => <Line {...props} tidy={eight} /> },
})
