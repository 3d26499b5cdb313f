import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { useCounts } from '../../app/notifications/use-counts.ts'
import { Tabs } from '../view/tabs.tsx'
import type { List } from './use-list.ts'

/** What waits for somebody, as many as the menu says, and everything. */
export function WaitingTabs({ list: { definition, state } }: { list: List }) {
  const counts = useCounts()
  const isBare = Object.keys(state.filters).length === 0 && !state.view && !state.isTrash
  const tabs = [
    {
      to: waitingAddress(definition),
      label: t('To do'),
      isCounted: true,
      count: counts[definition.name],
      isCurrent: showsWaiting(definition, state.filters) && !state.view && !state.isTrash,
    },
    { to: `/${definition.name}?view=none`, label: t('All'), isCurrent: isBare },
  ]
  return <Tabs tabs={tabs} label={t(definition.label)} />
}

/** The list of what waits: the one that the count in the menu is of. */
export const waitingAddress = ({ name, pendingFilter = {}, waiting }: Definition): string =>
  `/${name}?${new URLSearchParams(Object.entries(waiting?.list ?? pendingFilter).flatMap(([field, values]) => values.map((one) => [field, one])))}`

/** Whether a list is narrowed to what waits, and by nothing else. */
export function showsWaiting({ pendingFilter = {} }: Definition, filters: Record<string, string[]>): boolean {
  const said = (of: Readonly<Record<string, readonly string[]>>) =>
    JSON.stringify(Object.entries(of).map(([name, values]) => [name, values.toSorted()]))
  return Object.keys(pendingFilter).length > 0 && said(pendingFilter) === said(filters)
}
