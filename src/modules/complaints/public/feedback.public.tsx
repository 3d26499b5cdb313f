import '../../../web/public/styles/feedback.css'
import { t } from '../../../shared/language.ts'
import { formPage } from '../../../web/public/form/form-page-of.tsx'
import type { Receipt } from '../../../web/public/form/outbox.ts'
import { PromiseCard } from '../../../web/public/promise.tsx'
import { chainName } from '../../../web/public/ui/brand.tsx'
import { Copy, Share } from '../../../web/public/ui/copy.tsx'
import { Icon } from '../../../web/public/ui/icon.tsx'
import { feedbackForm } from './feedback.public.ts'
import { FeedbackForm } from './feedback-form.public.tsx'

export default formPage(feedbackForm, { Form: FeedbackForm, thanks: (receipt) => <Thanks {...receipt} /> })

const Thanks = (receipt: Receipt) => (
  <>
    <PromiseCard promise={receipt.promise ?? null} store={receipt.store ?? null} />
    <PrivatePage {...receipt} />
  </>
)

/** The private link, and what comes next. */
function PrivatePage({ number, follow = '' }: Receipt) {
  const link = new URL(follow, location.origin).href
  return (
    <div className="card">
      <h2>{t('Your private page')}</h2>
      <p className="soft">
        {t(
          'Here you can follow the progress, add a message and rate our work. Only people with this link can open it.',
        )}
      </p>
      <p className="private-link">{link.replace(/^https?:\/\//, '')}</p>
      <div className="row">
        <Copy text={link} label={t('Copy link')} />
        <Share url={link} title={`${chainName()} · ${number}`} />
      </div>
      <a className="button is-wide" href={follow}>
        {t('Open my page')}
        <Icon name="arrow-right" size={20} stroke={1.75} />
      </a>
    </div>
  )
}
