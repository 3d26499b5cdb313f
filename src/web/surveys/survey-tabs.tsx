import { t } from '../../shared/language.ts'
import { Tabs } from '../screens/view/tabs.tsx'

const RESPONSES = '/customer-survey-responses'

/** One screen of several lists: what was answered, narrowed as people need it, and what is asked. */
export const SurveyTabs = () => (
  <Tabs
    label={t('Surveys')}
    tabs={[
      { to: RESPONSES, label: t('All') },
      { to: `${RESPONSES}/new`, label: t('New') },
      { to: `${RESPONSES}/low`, label: t('Low scores') },
      { to: `${RESPONSES}/mine`, label: t('Mine') },
      { to: `${RESPONSES}/done`, label: t('Done') },
      { to: '/surveys', label: t('Surveys') },
    ]}
  />
)
