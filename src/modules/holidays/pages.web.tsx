import { formatDay, wallClock } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { weekdayName } from '../../shared/time/weekdays.ts'
import { useSearchParams } from '../../web/app/location.ts'
import type { AnyRow, ModuleWeb } from '../../web/screens/module.ts'
import { ListScreen } from '../../web/screens/screens.ts'
import { Recounting } from '../../web/screens/view/recounting.tsx'
import { type Tab, Tabs } from '../../web/screens/view/tabs.tsx'
import { useSession } from '../../web/session.ts'
import css from './holidays.module.css'
import { holidays } from './holidays.ts'

/** The days off and the days worked in their place, year by year; of this one to begin with. */
function HolidayList() {
  const { day: today } = useToday()
  return (
    <ListScreen
      definition={holidays}
      begins={yearAddress(Number(today.slice(0, 4)))}
      columns={[
        {
          name: 'day',
          width: 300,
          isWhole: true,
          render: (row) => <Day row={row} today={today} />,
          text: ({ day }) => daySaid(String(day)),
        },
        'name',
        'kind',
      ]}
      tabs={
        <>
          <Years />
          <Recounting />
        </>
      }
    />
  )
}

function useToday() {
  const { time_zone } = useSession()
  return wallClock(new Date(), time_zone)
}

/** The day with its weekday; one that is still to come says how soon, one that is over stands back. */
function Day({ row, today }: { row: AnyRow; today: string }) {
  const day = String(row.day).slice(0, 10)
  const n = (Date.parse(day) - Date.parse(today)) / DAY_MS
  const said = daySaid(day)
  if (n < 0) return <span className={css.over}>{said}</span>
  return (
    <span>
      {said} · {n === 0 ? <strong>{t('Today')}</strong> : t('in {{n}} days', { n })}
    </span>
  )
}

const daySaid = (day: string): string => `${formatDay(day)} · ${t(weekdayName(day.slice(0, 10)))}`

const AROUND = [-1, 0, 1, 2, 3]
const periodOf = (year: number) => `${year}-01-01..${year}-12-31`
const yearAddress = (year: number) => `/${holidays.name}?day=${periodOf(year)}`

function Years() {
  const [params] = useSearchParams()
  const chosen = params.get('day')
  const now = Number(useToday().day.slice(0, 4))
  const tabs: Tab[] = [
    { to: `/${holidays.name}?view=none`, label: t('All'), isCurrent: chosen === null },
    ...AROUND.map((years): Tab => {
      const year = now + years
      return { to: yearAddress(year), label: String(year), isCurrent: chosen === periodOf(year) }
    }),
  ]
  return <Tabs tabs={tabs} label={t('Year')} />
}

export default { pages: { '': HolidayList } } satisfies ModuleWeb
