import { t } from '../../shared/language.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { Page } from '../../web/ui/page.tsx'
import { Settings } from './settings.web.tsx'

/** The chain's mailbox: how it is reached. What came is handled among the complaints. */
const Mailbox = () => (
  <Page title={t("The chain's mailbox")}>
    <Settings />
  </Page>
)

export default { pages: { '': Mailbox } } satisfies ModuleWeb
