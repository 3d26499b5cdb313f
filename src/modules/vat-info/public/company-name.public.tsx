import { useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { isTaxCode, plainDigits } from '../../../shared/vietnam/vietnam.ts'
import { Line, type QuestionProps } from '../../../web/public/form/question.tsx'
import { call } from '../../../web/public/request.ts'
import { Icon } from '../../../web/public/ui/icon.tsx'

/** The company behind a tax code is offered as soon as that is complete, and filled in where nothing stands yet. */
export function CompanyName(props: QuestionProps) {
  const { part } = props
  const name = String(part.values.company_name).trim()
  const found = useCompany(String(part.values.tax_code))
  const take = useRef(part.change)
  take.current = part.change
  const isEmpty = name === ''
  useEffect(() => {
    if (found && isEmpty) take.current({ company_name: found })
  }, [found, isEmpty])
  return (
    <>
      <Line {...props} />
      <div role="status">
        {found && found !== name && (
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
