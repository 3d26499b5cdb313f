import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useDeferredValue } from 'react'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { type Period, periodLabel } from '../../web/fields/filters/periods.ts'
import { PartsIn } from '../../web/screens/view/parts-in.tsx'
import { Failed } from '../../web/ui/states.tsx'
import css from './dashboard.module.css'
import type { DepartmentLine, Overview } from './figures-shape.web.ts'
import { PeriodPicker, useDays, usePeriod } from './period.web.tsx'
import { Rising } from './rising.web.tsx'
import { ByDepartment, ByStatus, ByType, Trend } from './statistics.web.tsx'
import { Tiles } from './tiles.web.tsx'

/** How the complaints of the chain, or of the part of it this person sees, are doing; the children stand before the charts. */
export default function Figures({ children }: { children?: ReactNode }) {
  const { text, days } = usePeriod()
  // The choice shows before what it leads to is drawn.
  const shown = useDeferredValue(text)
  return (
    <section className={css.parts} aria-label={t('Complaints')} aria-busy={shown !== text}>
      <header className={css.top}>
        <h2 className={css.heading}>
          {t('Complaints')}
          <small>{periodLabel(`${days.from}..${days.to}`)}</small>
        </h2>
        <PeriodPicker />
        <Button variant="default" aria-label={t('Print')} title={t('Print')} onClick={() => window.print()}>
          <IconPrinter size={18} aria-hidden />
        </Button>
      </header>
      <FiguresOf period={shown}>{children}</FiguresOf>
    </section>
  )
}

const FiguresOf = memo(function FiguresOf({ period, children }: { period: string; children: ReactNode }) {
  const { days } = useDays(period)
  const overview = useQuery(overviewOf(days))
  const departments = useQuery(departmentsOf(days))
  if (overview.isError && !overview.data) return <Failed error={overview.error} retry={() => void overview.refetch()} />
  return (
    <div className={css.parts} aria-busy={overview.isPlaceholderData}>
      <Tiles overview={overview.data} period={period} />
      {children}
      <div className={css.grid}>
        <Trend overview={overview.data} period={period} />
        <ByStatus overview={overview.data} period={period} />
        <ByType overview={overview.data} period={period} />
        <ByDepartment departments={departments.data?.data} period={period} />
        <Rising overview={overview.data} period={period} />
        <PartsIn of="dashboard" />
      </div>
    </div>
  )
})

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
