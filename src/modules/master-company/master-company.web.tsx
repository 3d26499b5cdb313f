import { OddCodeHint } from '../../web/fields/inputs/confirm-hint.tsx'
import { FormScreen } from '../../web/screens/form/form.tsx'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { useMay } from '../../web/session.ts'
import { masterCompany } from './master-company.ts'

/** A company; who may not confirm an odd tax code is not asked to. */
function Company({ params }: PageParams) {
  const mayConfirm = useMay()(masterCompany.permission, 'other')
  const names = Object.keys(masterCompany.fields).filter((name) => mayConfirm || name !== 'is_confirmed')
  return (
    <FormScreen
      definition={masterCompany}
      id={params.id}
      fields={names}
      besideField={(name, form) =>
        name === 'tax_code' ? <OddCodeHint code={form.values.tax_code} mayConfirm={mayConfirm} /> : null
      }
    />
  )
}

export default { pages: { create: Company, 'update/$id': Company } } satisfies ModuleWeb
