import { Button } from '@mantine/core'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { wallClock } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { type Period, periodLabel } from '../../web/fields/filters/periods.ts'
import { PartsIn } from '../../web/screens/view/parts-in.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { Failed } from '../../web/ui/states.tsx'
import { Oldest, Rising } from './attention.web.tsx'
import css from './dashboard.module.css'
import { Figures } from './figures.web.tsx'
import type { DepartmentLine, Overview } from './figures-shape.web.tsx'
import { PeriodPicker, usePeriod } from './period.web.tsx'
import { ByDepartment, ByStatus, ByType, Trend } from './statistics.web.tsx'

/** How the chain, or the part of it this person sees, is doing. */
export default function Dashboard() {
  const { text, days } = usePeriod()
  const overview = useQuery(overviewOf(days))
  const departments = useQuery(departmentsOf(days))
  const failed = overview.isError && !overview.data
  return (
    <div className={css.page}>
      <Greeting days={days} />
      {failed ? (
        <Failed error={overview.error} retry={() => void overview.refetch()} />
      ) : (
        <div className={css.parts} aria-busy={overview.isPlaceholderData}>
          <Figures overview={overview.data} period={text} />
          <div className={css.grid}>
            <Trend overview={overview.data} period={text} />
            <ByStatus overview={overview.data} period={text} />
            <ByType overview={overview.data} period={text} />
            <ByDepartment departments={departments.data?.data} period={text} />
            <Oldest overview={overview.data} />
            <Rising overview={overview.data} period={text} />
            <PartsIn of="dashboard" />
          </div>
        </div>
      )}
    </div>
  )
}

function Greeting({ days }: { days: Period }) {
  const may = useMay()
  const greeting = useGreeting()
  useEffect(() => {
    document.title = `${t('Dashboard')} · ${t('Retail back office')}`
  }, [])
  return (
    <header className={css.top}>
      <h1 className={css.greeting} tabIndex={-1}>
        {greeting}
        <small>{periodLabel(`${days.from}..${days.to}`)}</small>
      </h1>
      <PeriodPicker />
      <Button variant="default" aria-label={t('Print')} title={t('Print')} onClick={() => window.print()}>
        <IconPrinter size={18} aria-hidden />
      </Button>
      {may('complaints', 'add') && (
        <Button component={Link} to="/complaints/create" leftSection={<IconPlus size={18} />}>
          {t('New complaint')}
        </Button>
      )}
    </header>
  )
}

/** Late turns on the second without anybody's doing: open figures are looked at again every minute, and after every change. */
const FRESH_MS = 60_000

const overviewOf = ({ from, to }: Period) => ({
  queryKey: ['dashboard', 'overview', from, to],
  queryFn: () => get<Overview>('get-dashboard', { from, to }),
  placeholderData: keepPreviousData<Overview>,
  refetchInterval: FRESH_MS,
})

const departmentsOf = ({ from, to }: Period) => ({
  queryKey: ['dashboard', 'departments', from, to],
  queryFn: () => get<{ data: DepartmentLine[] }>('get-ticket-dept-chart', { from, to }),
  placeholderData: keepPreviousData<{ data: DepartmentLine[] }>,
  refetchInterval: FRESH_MS,
})

/** Greets by the given name, which stands last in a Vietnamese name. */
function useGreeting(): string {
  const { user_name, time_zone } = useSession()
  const hour = Number(wallClock(new Date(), time_zone).time.slice(0, 2))
  const name = currentLanguage() === 'ko' ? user_name : (user_name.trim().split(/\s+/).at(-1) ?? user_name)
  if (hour < 11) return t('Good morning, {{name}}', { name })
  return hour < 18 ? t('Good afternoon, {{name}}', { name }) : t('Good evening, {{name}}', { name })
}
