import type { Fields } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { QuickFilters as Presses } from '../../../web/screens/list/filters/quick-filters.tsx'
import { useMay, useSession } from '../../../web/session.ts'
import { complaints } from '../complaints.ts'

/** Filters of complaints that the definition leaves out: the dashboard leads to lists with them. */
export const MORE_FILTERS: Fields = {
  due_at: { ...complaints.fields.due_at, filter: true },
  completed_at: { ...complaints.fields.completed_at, filter: true },
}

type Filters = Record<string, string[]>

/** The narrowings people reach for all day, one press each. */
export function QuickFilters({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  const { id, store, role } = useSession()
  const may = useMay()
  const quick = [
    { label: t('Mine'), name: 'assignee', value: String(id) },
    { label: t('Not assigned'), name: 'assignee', value: 'none' },
    ...(store && role.scope !== 'store' ? [{ label: t('My store'), name: 'store', value: String(store.id) }] : []),
    { label: t('High priority'), name: 'priority', value: 'high' },
    { label: t('First reply late'), name: 'is_reply_late', value: 'true' },
    { label: t('Due today'), name: 'due_at', value: 'today' },
    ...(may('complaints', 'other')
      ? [{ label: t('Cost waiting for approval'), name: 'cost_state', value: 'requested' }]
      : []),
  ]
  return <Presses quick={quick} filters={filters} change={change} />
}
