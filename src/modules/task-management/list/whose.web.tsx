import type { Fields } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { QuickFilters } from '../../../web/screens/list/filters/quick-filters.tsx'
import { useSession } from '../../../web/session.ts'
import { WHOSE, WITH } from './whose.ts'

/** With whom tasks stand: a filter of lists, boards and their counts that no field tells. */
export const WHOSE_FILTER: Fields = { whose: WITH }

type Filters = Record<string, string[]>

/** One's own, one press each. */
export function WhoseFilters({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  const { store } = useSession()
  const own = WHOSE.filter(({ value }) => value !== 'my-store' || store !== null)
  return (
    <QuickFilters
      filters={filters}
      change={change}
      quick={own.map(({ value, label }) => ({ name: 'whose', value, label: t(label) }))}
    />
  )
}
