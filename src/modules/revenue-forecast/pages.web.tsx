import { lazy } from 'react'
import { t } from '../../shared/language.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { ListScreen } from '../../web/screens/screens.ts'
import { revenueForecast } from './revenue-forecast.ts'

const Overview = lazy(() => import('./overview.web.tsx'))

/** The rows as they came by workbooks; nothing is changed here. */
const Rows = () => (
  <ListScreen
    definition={revenueForecast}
    title={t('All rows')}
    crumbs={[{ label: t(revenueForecast.label), to: '/revenue-forecast' }]}
    openFilters={['year', 'month', 'store', 'department_group']}
    rowLink={() => null}
    hasTrash={false}
    hasBulkDelete={false}
  />
)

export default { pages: { '': Overview, rows: Rows } } satisfies ModuleWeb
