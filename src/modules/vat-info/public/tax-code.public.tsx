import { t } from '../../../shared/language.ts'
import { isTaxCode, looksLikeTaxCode, plainDigits } from '../../../shared/vietnam/vietnam.ts'
import { Line, type QuestionProps } from '../../../web/public/form/question.tsx'

/** A tax code; that its check digit is wrong is said as soon as all of it is typed. */
export function TaxCode(props: QuestionProps) {
  const code = plainDigits(String(props.part.values[props.name]))
  const isOdd = looksLikeTaxCode(code) && !isTaxCode(code)
  return (
    <>
      <Line {...props} />
      <p role="status" className="form-warning">
        {isOdd ? t('The check digit is wrong. Please check the code again.') : ''}
      </p>
    </>
  )
}
