import { IconChecklist, IconMessage2Heart, IconUserShield } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'

/** What this is, how long it takes and what comes of it. */
export function Intro() {
  return (
    <div className="intro">
      <h1>{t('We are listening')}</h1>
      <p className="lead">{t('It takes about a minute. You get a number to follow it.')}</p>
      <ul className="intro-points">
        <li>
          <IconUserShield size={22} stroke={1.6} aria-hidden />
          {t('The store manager reads it right away.')}
        </li>
        <li>
          <IconChecklist size={22} stroke={1.6} aria-hidden />
          {t('You see every step on a private page.')}
        </li>
        <li>
          <IconMessage2Heart size={22} stroke={1.6} aria-hidden />
          {t('In the end you tell us how well we did.')}
        </li>
      </ul>
    </div>
  )
}
