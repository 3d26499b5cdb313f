import { t } from '../../../shared/language.ts'
import { NotFoundNotice } from '../../../web/public/pages/not-found.public.tsx'
import { Page } from '../../../web/public/ui/page.tsx'

export const UnknownEvent = () => (
  <Page title={t('Page not found')}>
    <NotFoundNotice
      title={t('There is no event at this address')}
      text={t('Please check the address on the poster or your slip.')}
    />
  </Page>
)
