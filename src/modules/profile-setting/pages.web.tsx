import { t } from '../../shared/language.ts'
import { useSearchParams } from '../../web/app/location.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { Tabs } from '../../web/screens/view/tabs.tsx'
import { Page } from '../../web/ui/page.tsx'
import { LookTab } from './look-tab.web.tsx'
import { MailTab } from './mail-tab.web.tsx'
import { NotificationsTab } from './notifications-tab.web.tsx'
import { PasswordTab } from './password-tab.web.tsx'
import { ProfileTab } from './profile-tab.web.tsx'
import { SessionsTab } from './sessions-tab.web.tsx'

const TABS = [
  { name: 'profile', label: 'Profile', Tab: ProfileTab },
  { name: 'password', label: 'Password', Tab: PasswordTab },
  { name: 'sessions', label: 'Sessions and devices', Tab: SessionsTab },
  { name: 'notifications', label: 'Notifications', Tab: NotificationsTab },
  { name: 'mail', label: 'E-mail connection', Tab: MailTab },
  { name: 'look', label: 'Language and look', Tab: LookTab },
]

/** One's own account. */
function Account() {
  const [query] = useSearchParams()
  const current = TABS.find((tab) => tab.name === query.get('tab')) ?? TABS[0]
  return (
    <Page title={t('Account settings')}>
      <Tabs
        label={t('Account settings')}
        tabs={TABS.map(({ name, label }, at) => ({
          to: at === 0 ? '/profile-setting' : `/profile-setting?tab=${name}`,
          label: t(label),
          isCurrent: name === current?.name,
        }))}
      />
      {current && <current.Tab />}
    </Page>
  )
}

export default { pages: { '': Account } } satisfies ModuleWeb
