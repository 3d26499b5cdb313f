import type { AnswerPromise } from '../../shared/complaints/promise.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { saidMoment } from '../../shared/time/said-moment.ts'
import { spacedPhone } from '../../shared/vietnam/vietnam.ts'
import { TIME_ZONE } from './chain.ts'
import { Icon } from './ui/icon.tsx'

/** Who answers. */
export interface PromisingStore {
  code: string
  name: string
  phone: string | null
}

/** By when the customer hears from us, to whoever reads it now. */
export function promiseSaid({ what, at }: AnswerPromise): string {
  const when = saidMoment(at, { language: currentLanguage(), timeZone: TIME_ZONE, now: Date.now() })
  return what === 'reply'
    ? t('You will hear from us by {{when}}.', { when })
    : t('You will have our answer by {{when}}.', { when })
}

interface PromiseCardProps {
  promise: AnswerPromise | null
  store: PromisingStore | null
  /** Nothing goes on before the customer writes. */
  isWaiting?: boolean
}

/** By when an answer comes and by whom, and how to reach them before. */
export function PromiseCard({ promise, store, isWaiting = false }: PromiseCardProps) {
  if (!promise && !isWaiting) return null
  return (
    <section className="card promise" aria-label={t('When you hear from us')}>
      <Icon name="clock" size={24} stroke={1.75} />
      <div>
        {promise?.is_late && <p>{t('We are sorry that you had to wait.')}</p>}
        <p className="promise-when">
          {promise ? promiseSaid(promise) : t('We have asked you something, and go on as soon as you write back.')}
        </p>
        {store && (
          <p className="soft">
            {store.name}
            {store.phone && (
              <>
                {' · '}
                <a href={`tel:${store.phone.replace(/[^\d+]/g, '')}`}>{spacedPhone(store.phone)}</a>
              </>
            )}
          </p>
        )}
      </div>
    </section>
  )
}

/** 0912 345 678, as Vietnamese numbers are read aloud; anything else as it is. */
