import { formatDay, wallClock } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { ListScreen } from '../../web/screens/list/list.tsx'
import type { AnyRow, ModuleWeb } from '../../web/screens/module.ts'
import { Recounting } from '../../web/screens/view/recounting.tsx'
import { type Tab, Tabs } from '../../web/screens/view/tabs.tsx'
import { useSession } from '../../web/session.ts'
import { WEEKDAYS } from '../working-time/working-time.ts'
import { holidays } from './holidays.ts'

/** The days off and the days worked in their place, year by year. */
const HolidayList = () => (
  <ListScreen
    definition={holidays}
    columns={[{ name: 'day', width: 190, render: (row) => <Day row={row} /> }, 'name', 'kind']}
    tabs={
      <>
        <Years />
        <Recounting />
      </>
    }
  />
)

const Day = ({ row }: { row: AnyRow }) => {
  const day = String(row.day)
  return (
    <span>
      {formatDay(day)} · {t(WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7] ?? '')}
    </span>
  )
}

const AROUND = [-1, 0, 1, 2, 3]

function Years() {
  const { time_zone } = useSession()
  const [params] = useSearchParams()
  const chosen = params.get('day')
  const now = Number(wallClock(new Date(), time_zone).day.slice(0, 4))
  const tabs: Tab[] = [
    { to: '/holidays', label: t('All'), isCurrent: chosen === null },
    ...AROUND.map((years): Tab => {
      const period = `${now + years}-01-01..${now + years}-12-31`
      return { to: `/holidays?day=${period}&sort=day`, label: String(now + years), isCurrent: chosen === period }
    }),
  ]
  return <Tabs tabs={tabs} label={t('Year')} />
}

export default { pages: { '': HolidayList } } satisfies ModuleWeb
