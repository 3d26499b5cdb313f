import { t } from '../../shared/language.ts'
import { useSearchParams } from '../../web/app/location.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { Tabs } from '../../web/screens/tabs.tsx'
import { useMay } from '../../web/session.ts'
import { Page } from '../../web/ui/page.tsx'
import { NoPermission } from '../../web/ui/states.tsx'
import { ReceivedTab } from './received.web.tsx'
import { SettingsTab } from './settings.web.tsx'

const TABS = [
  { name: 'settings', label: 'Set up', Tab: SettingsTab },
  { name: 'received', label: 'Mail that came', Tab: ReceivedTab },
]

/** The chain's mailbox: how it is reached, and what came that needs a person. */
function Mailbox() {
  const [query] = useSearchParams()
  const may = useMay()
  const current = TABS.find((tab) => tab.name === query.get('tab')) ?? TABS[0]
  if (!may('system', 'read')) return <NoPermission />
  return (
    <Page title={t("The chain's mailbox")}>
      <Tabs
        label={t("The chain's mailbox")}
        tabs={TABS.map(({ name, label }, at) => ({
          to: at === 0 ? '/mailbox' : `/mailbox?tab=${name}`,
          label: t(label),
          isCurrent: name === current?.name,
        }))}
      />
      {current && <current.Tab />}
    </Page>
  )
}

export default { pages: { '': Mailbox } } satisfies ModuleWeb
