import { useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { isTaxCode, plainDigits } from '../../../shared/vietnam/vietnam.ts'
import { Typed } from '../form/typed.tsx'
import type { PartProps } from '../form/use-form.ts'
import { call } from '../request.ts'
import { Icon } from '../ui/icon.tsx'
import type { VatRequest } from './values.ts'

/** The tax code first: the company behind it is offered as soon as it is complete, and filled in where nothing stands yet. */
export function CompanyFields({ part }: { part: PartProps<VatRequest> }) {
  const { tax_code, company_name } = part.values
  const found = useCompany(tax_code)
  const take = useRef(part.change)
  take.current = part.change
  const isEmpty = company_name.trim() === ''
  useEffect(() => {
    if (found && isEmpty) take.current({ company_name: found })
  }, [found, isEmpty])
  return (
    <>
      <Typed
        part={part}
        name="tax_code"
        label={t('Tax code')}
        as="digits"
        hint={t('10 or 13 digits of a business, 12 of a person')}
      />
      <Typed part={part} name="company_name" label={t('Company name')} as="company" />
      <div role="status">
        {found && found !== company_name.trim() && (
          <button type="button" className="button is-quiet" onClick={() => part.change({ company_name: found })}>
            <Icon name="building" size={20} stroke={1.75} />
            {t('Use “{{name}}”', { name: found })}
          </button>
        )}
      </div>
    </>
  )
}

/** The business with this code, where we know it; without an answer it is simply typed. */
function useCompany(typed: string): string | null {
  const code = plainDigits(typed)
  const [found, setFound] = useState<{ code: string; name: string | null }>({ code: '', name: null })
  const isBusiness = isTaxCode(code) && code.length !== 12
  useEffect(() => {
    if (!isBusiness) return
    let isGone = false
    call<{ name: string | null }>('GET', `/public/company?tax_code=${code}`).then(
      ({ name }) => isGone || setFound({ code, name }),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [code, isBusiness])
  return isBusiness && found.code === code ? found.name : null
}
