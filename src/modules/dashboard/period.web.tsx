import { Button, Popover, SegmentedControl, Skeleton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { wallClock } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { isPeriodName, type Period, periodLabel, periodOf } from '../../web/fields/filters/periods.ts'
import { useSession } from '../../web/session.ts'
import css from './dashboard.module.css'

// Most periods are one press.
const DayRange = lazy(() =>
  import('../../web/fields/filters/day-range.tsx').then((found) => ({ default: found.DayRange })),
)

const OFFERED = [
  { value: 'today', label: 'Today' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: 'year', label: 'This year' },
]
const USUAL = '30d'

interface Chosen {
  text: string
  days: Period
}

/** The period the address asks for. */
export function usePeriod(): Chosen {
  const [params] = useSearchParams()
  return useDays(params.get('period') ?? USUAL)
}

/** A period and its days; the usual one in place of what is none. */
export function useDays(wished: string): Chosen {
  const { time_zone } = useSession()
  const today = wallClock(new Date(), time_zone).day
  const found = periodOf(wished, today)
  const usual = periodOf(USUAL, today) ?? { from: today, to: today }
  return found ? { text: wished, days: found } : { text: USUAL, days: usual }
}

/** Today, 7, 30, 90 days, the year, or any days. */
export function PeriodPicker() {
  const [, change] = useSearchParams()
  const { text } = usePeriod()
  const choose = (period: string) => change({ period: period === USUAL ? null : period })
  return (
    <div className={css.period}>
      <SegmentedControl
        className={css.periodNames}
        aria-label={t('Period')}
        value={isPeriodName(text) ? text : ''}
        onChange={choose}
        data={OFFERED.map(({ value, label }) => ({ value, label: t(label) }))}
      />
      <OwnPeriod text={text} onChoose={choose} />
    </div>
  )
}

function OwnPeriod({ text, onChoose }: { text: string; onChoose: (period: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const { time_zone } = useSession()
  const today = wallClock(new Date(), time_zone).day
  const isOwn = !isPeriodName(text)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          variant={isOwn ? 'light' : 'default'}
          leftSection={<IconCalendar size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          {isOwn ? periodLabel(text) : t('Other days')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton width={260} height={320} />}>
          <DayRange
            period={isOwn ? periodOf(text, today) : undefined}
            today={today}
            last={today}
            onChoose={({ from, to }) => {
              onChoose(`${from}..${to}`)
              setOpen(false)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
