import { isOddTaxCode, OddCodeHint } from '../../web/fields/inputs/confirm-hint.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { FormScreen } from '../../web/screens/screens.ts'
import { useMay } from '../../web/session.ts'
import { masterCompany } from './master-company.ts'

/** A company; only of an odd tax code it is asked whether it exists all the same, and only who may say so. */
function Company({ params }: PageParams) {
  const mayConfirm = useMay()(masterCompany.permission, 'other')
  return (
    <FormScreen
      definition={masterCompany}
      id={params.id}
      isAsked={(name, { values }) =>
        name !== 'is_confirmed' || (mayConfirm && (isOddTaxCode(values.tax_code) || values.is_confirmed === true))
      }
      besideField={(name, form) =>
        name === 'tax_code' ? <OddCodeHint code={form.values.tax_code} mayConfirm={mayConfirm} /> : null
      }
    />
  )
}

export default { pages: { create: Company, 'update/$id': Company } } satisfies ModuleWeb
