import { t } from '../../../shared/language.ts'

/** A list that did not come, and the way to ask for it again. */
export const LoadFailed = ({ id, onRetry }: { id?: string; onRetry: () => void }) => (
  <p className="failed">
    {t('This list could not be loaded.')}{' '}
    <button type="button" className="link" id={id} onClick={onRetry}>
      {t('Try again')}
    </button>
  </p>
)
