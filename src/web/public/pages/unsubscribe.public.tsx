import { useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { PageProps } from '../page-loader.ts'
import { call, Refused } from '../request.ts'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { NotFoundNotice } from './not-found.public.tsx'

type State = { at: 'asked' | 'sending' | 'failed' | 'unknown' } | { at: 'done'; ended: string[] }

const SETTINGS = '/profile-setting?tab=notifications'

/** Where the link in a mail's head leads: opening it changes nothing, one press ends these mails, without a session. */
export default function UnsubscribePage({ token }: PageProps) {
  const [state, setState] = useState<State>({ at: 'asked' })
  const end = () => {
    setState({ at: 'sending' })
    call<{ ended: string[] }>('POST', `/notification/unsubscribe?token=${encodeURIComponent(token)}`).then(
      ({ ended }) => setState({ at: 'done', ended }),
      (error) => setState({ at: error instanceof Refused && error.status === 404 ? 'unknown' : 'failed' }),
    )
  }
  return (
    <Page title={t('E-mails to you')}>
      {state.at === 'unknown' && (
        <NotFoundNotice
          title={t('This link is no longer valid')}
          text={t('In your account settings you choose what you are notified about, and where.')}
          way={{ to: SETTINGS, label: t('Open account settings') }}
        />
      )}
      {state.at === 'done' && <Done ended={state.ended} />}
      {(state.at === 'asked' || state.at === 'sending' || state.at === 'failed') && (
        <section className="notice">
          <h1>{t('Stop these e-mails?')}</h1>
          <p>{t('The bell keeps notifying you as you chose. Only the e-mails stop.')}</p>
          <div role="alert">
            {state.at === 'failed' && <p>{t('There is no connection right now. Please try again in a moment.')}</p>}
          </div>
          <button type="button" className="button" aria-disabled={state.at === 'sending'} onClick={end}>
            {t('Stop these e-mails')}
          </button>
        </section>
      )}
    </Page>
  )
}

const Done = ({ ended }: { ended: string[] }) => (
  <section className="notice" role="status">
    <span className="notice-icon">
      <Icon name="check" size={34} stroke={2} />
    </span>
    <h1>{t('You will no longer get these e-mails')}</h1>
    <ul>
      {ended.map((kind) => (
        <li key={kind}>{kind}</li>
      ))}
    </ul>
    <a className="button is-quiet" href={SETTINGS}>
      {t('Open account settings')}
    </a>
  </section>
)
