import { useEffect, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { isTaxCode, plainDigits } from '../../../shared/vietnam/vietnam.ts'
import { Line, type QuestionProps } from '../../../web/public/form/question.tsx'
import { call } from '../../../web/public/request.ts'

/** The end of a whole number that is pasted; whatever else is typed stays. */
const eight = (typed: string) => (/^\d{9,}$/.test(plainDigits(typed)) ? plainDigits(typed).slice(-8) : typed)

/** The last digits of the bill; where the tills know none that ends so, that is said, and may be sent all the same. */
export function BillTail(props: QuestionProps) {
  const { part, name } = props
  const isUnknown = useUnknown(plainDigits(String(part.values[name])), plainDigits(String(part.values.tax_code)))
  return (
    <>
      <Line {...props} tidy={eight} />
      <p role="status" className="form-warning">
        {isUnknown
          ? t('We have not seen this bill yet. Please check the 8 digits; you may send the request all the same.')
          : ''}
      </p>
    </>
  )
}

/** Whether no till told of a bill that ends so, asked once the company is named; nothing is said without an answer. */
function useUnknown(tail: string, code: string): boolean {
  const [asked, setAsked] = useState({ tail: '', isKnown: true })
  const isWhole = /^\d{8}$/.test(tail) && isTaxCode(code)
  useEffect(() => {
    if (!isWhole) return
    let isGone = false
    call<{ is_known: boolean }>('GET', `/public/bill?bill_tail=${tail}&tax_code=${code}`).then(
      (found) => isGone || setAsked({ tail, isKnown: found.is_known }),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [tail, code, isWhole])
  return isWhole && asked.tail === tail && !asked.isKnown
}
