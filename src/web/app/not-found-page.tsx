import { Button } from '@mantine/core'
import { t } from '../../shared/language.ts'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import css from './not-found-page.module.css'

/** For an address that is nothing, or not open to this person: the two are not told apart. */
export function NotFoundPage() {
  return (
    <Page title={t('Page not found')}>
      <div className={css.sheet}>
        <Words />
        <div className={css.ways}>
          <Button component={Link} to="/dashboard">
            {t('To the dashboard')}
          </Button>
          <Button component={Link} to="/modules" variant="default">
            {t('All modules')}
          </Button>
        </div>
      </div>
    </Page>
  )
}

/** The same for someone who is not signed in: without the shell. */
export function NotFoundAlone() {
  return (
    <main className={css.alone}>
      <h1>{t('Page not found')}</h1>
      <Words />
      <div className={css.ways}>
        <Button component="a" href="/backoffice/login">
          {t('Sign in')}
        </Button>
        <Button component="a" href="/feedback" variant="default">
          {t('Send feedback')}
        </Button>
      </div>
    </main>
  )
}

function Words() {
  return <p>{t('This address does not exist, or is not open to you.')}</p>
}
