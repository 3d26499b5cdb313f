import { t } from '../../../shared/language.ts'
import { isTaxCode, looksLikeTaxCode, plainDigits } from '../../../shared/vietnam/vietnam.ts'
import css from './confirm-hint.module.css'

/** Whether a tax code, once it is typed, has a wrong check digit. */
export function isOddTaxCode(code: unknown): boolean {
  const digits = plainDigits(String(code ?? ''))
  return looksLikeTaxCode(digits) && !isTaxCode(digits)
}

/** Says under a tax code, as soon as it is typed, that its check digit is wrong, and who may keep it all the same. */
export function OddCodeHint({ code, mayConfirm }: { code: unknown; mayConfirm: boolean }) {
  const isOdd = isOddTaxCode(code)
  return (
    <p role="status" className={css.hint}>
      {isOdd
        ? mayConfirm
          ? t('The check digit is wrong. If a company with this code does exist, confirm it below.')
          : t('The check digit is wrong. Please check the code again.')
        : ''}
    </p>
  )
}
