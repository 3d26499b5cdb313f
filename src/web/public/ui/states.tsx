import { t } from '../../../shared/language.ts'

export const Loading = () => (
  <div role="status" aria-label={t('Loading…')}>
    <div className="skeleton line-tall" />
    <div className="skeleton block" />
    <div className="skeleton block is-tall" />
  </div>
)

export const LoadingFailed = ({ message, onRetry }: { message: string | null; onRetry: () => void }) => (
  <section className="notice">
    <h1>{t('This could not be loaded')}</h1>
    <p>{message ?? t('There is no connection right now. Please try again in a moment.')}</p>
    <button type="button" className="button" onClick={onRetry}>
      {t('Try again')}
    </button>
  </section>
)
