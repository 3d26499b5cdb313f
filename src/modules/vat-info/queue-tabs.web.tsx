import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { keys } from '../../web/query.ts'
import { type Tab, Tabs } from '../../web/screens/view/tabs.tsx'
import { QUEUE, type QueueTab } from './choices.ts'
import { vatInfo } from './vat-info.ts'

type Counts = Record<QueueTab | 'all', number>

/** In which tab a list of these states stands; none where they are mixed otherwise. */
export const tabOf = (states: readonly string[] = []): QueueTab | undefined =>
  QUEUE.find((one) => one.states.length === states.length && one.states.every((state) => states.includes(state)))?.tab

const addressOf = (states: readonly string[]) =>
  `/${vatInfo.name}?${new URLSearchParams(states.map((state) => ['state', state]))}`

/** Where a request stands, in the order it goes through; what waits is what the menu counts. */
export function QueueTabs({ current, isAll }: { current: QueueTab | undefined; isAll: boolean }) {
  const { data: counts } = useQuery({
    queryKey: keys.counts(vatInfo.wire, {}),
    queryFn: () => get<Counts>(`${vatInfo.wire}/counts`, undefined, { quiet: true }),
  })
  const tabs = QUEUE.map(
    ({ tab, label, states }): Tab => ({
      to: addressOf(states),
      label: t(label),
      isCounted: true,
      count: counts?.[tab],
      isCurrent: tab === current,
    }),
  )
  const all = {
    to: `/${vatInfo.name}?view=none`,
    label: t('All'),
    isCounted: true,
    count: counts?.all,
    isCurrent: isAll,
  }
  return <Tabs tabs={[...tabs, all]} label={t(vatInfo.label)} />
}
