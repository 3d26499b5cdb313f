import { t } from '../../../shared/language.ts'
import { Icon } from '../ui/icon.tsx'

/** What this is, how long it takes and what comes of it. */
export function Intro() {
  return (
    <div className="intro">
      <h1>{t('We are listening')}</h1>
      <p className="lead">{t('It takes about a minute. You get a number to follow it.')}</p>
      <ul className="intro-points">
        <li>
          <Icon name="user-shield" size={22} stroke={1.6} />
          {t('The store manager reads it right away.')}
        </li>
        <li>
          <Icon name="checklist" size={22} stroke={1.6} />
          {t('You see every step on a private page.')}
        </li>
        <li>
          <Icon name="message-2-heart" size={22} stroke={1.6} />
          {t('In the end you tell us how well we did.')}
        </li>
      </ul>
    </div>
  )
}
