import { ActionIcon, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { moment } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { plusMonths } from '../../shared/time/spans.ts'
import { FilterChip } from '../../web/screens/list/filters/filter-chip.tsx'
import css from '../../web/screens/statistics/statistics.module.css'
import { useSession } from '../../web/session.ts'
import { complaints } from '../complaints/complaints.ts'
import { FILTERS } from './report.ts'
import { type ReportQuery, usualPeriod } from './report-query.web.ts'

const PERIOD = moment('Period')

/** Period, comparison and filters; all of it stands in the address. */
export function Choices({ asked }: { asked: ReportQuery }) {
  const { kind, period, compare, filters, today, change, frame } = asked
  const { role } = useSession()
  // Who sees one store only has nothing to narrow down to it.
  const offered = FILTERS.filter(
    (name) => !Object.hasOwn(frame.fixed, name) && (name !== 'store' || role.scope !== 'store'),
  )
  const setPeriod = (next: string) =>
    change({ [kind.span === 'days' ? 'period' : kind.span]: next === usualPeriod(kind, today) ? null : next })
  return (
    <search className={css.choices} aria-label={t('Period and filters')}>
      {kind.span === 'days' ? (
        <FilterChip
          field={PERIOD}
          values={[period]}
          onChange={([next = '']) => setPeriod(next)}
          today={today}
          isFixed
        />
      ) : (
        <Stepper period={period} isYear={kind.span === 'year'} today={today} setPeriod={setPeriod} />
      )}
      <NativeSelect
        aria-label={t('Compare with')}
        value={compare}
        onChange={(event) =>
          change({ compare: event.currentTarget.value === 'previous' ? null : event.currentTarget.value })
        }
        data={[
          { value: 'previous', label: t('Compared with the previous period') },
          ...(kind.span === 'year' ? [] : [{ value: 'year', label: t('Compared with last year') }]),
          { value: 'none', label: t('Without comparison') },
        ]}
      />
      {offered.map((name) => (
        <FilterChip
          key={name}
          field={complaints.fields[name]}
          values={filters[name] ?? []}
          onChange={(values) => change({ [name]: values.length > 0 ? values : null })}
          today={today}
        />
      ))}
    </search>
  )
}

interface StepperProps {
  period: string
  isYear: boolean
  today: string
  setPeriod: (period: string) => void
}

/** A year or a month, one back, one on, or any of the last ones. */
function Stepper({ period, isYear, today, setPeriod }: StepperProps) {
  const now = isYear ? today.slice(0, 4) : today.slice(0, 7)
  const step = (by: number) =>
    setPeriod(isYear ? String(Number(period) + by) : plusMonths(`${period}-01`, by).slice(0, 7))
  return (
    <div className={css.stepper}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isYear ? t('Previous year') : t('Previous month')}
        onClick={() => step(-1)}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <NativeSelect
        aria-label={isYear ? t('Year') : t('Month')}
        value={period}
        onChange={(event) => setPeriod(event.currentTarget.value)}
        data={choosable(period, now, isYear).map((value) => ({
          value,
          label: value.split('-').toReversed().join('/'),
        }))}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isYear ? t('Next year') : t('Next month')}
        disabled={period >= now}
        onClick={() => step(1)}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

const YEARS = 10
const MONTHS = 36

/** The last years or months, and the one chosen wherever it lies. */
function choosable(period: string, now: string, isYear: boolean): string[] {
  const last = Array.from({ length: isYear ? YEARS : MONTHS }, (_, back) =>
    isYear ? String(Number(now) - back) : plusMonths(`${now}-01`, -back).slice(0, 7),
  )
  return [...new Set([...last, period])].toSorted().toReversed()
}
