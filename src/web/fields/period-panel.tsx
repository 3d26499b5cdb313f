import { DatePicker, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.css'
import './dates.css'
import 'dayjs/locale/ko'
import 'dayjs/locale/vi'
import { useState } from 'react'
import { currentLanguage, t } from '../../shared/language.ts'
import { calendarLabels } from './calendar-labels.ts'
import css from './filter.module.css'
import type { FilterProps } from './filter-props.ts'
import { isPeriodName, PERIODS, periodLabel, periodOf } from './periods.ts'

/** A period: one that moves with today, or two days of a calendar. */
export default function PeriodPanel({ field, values, onChange, onDone, today }: FilterProps) {
  const [now = ''] = values
  const period = periodOf(now, today)
  const [picked, setPicked] = useState<[string | null, string | null]>([period?.from ?? null, period?.to ?? null])
  const choose = (value: string) => {
    onChange([value])
    onDone()
  }
  const pick = (range: [string | null, string | null]) => {
    setPicked(range)
    const [from, to] = range
    if (from && to) choose(`${from.slice(0, 10)}..${to.slice(0, 10)}`)
  }
  return (
    <div className={css.period}>
      <fieldset aria-label={t(field.label)}>
        {PERIODS.map((name) => (
          <button
            key={name}
            type="button"
            className={css.option}
            aria-pressed={isPeriodName(now) && now === name}
            onClick={() => choose(name)}
          >
            {periodLabel(name)}
          </button>
        ))}
      </fieldset>
      <DatesProvider settings={{ locale: currentLanguage(), firstDayOfWeek: 1 }}>
        <DatePicker
          ariaLabels={calendarLabels()}
          type="range"
          allowSingleDateInRange
          value={picked}
          onChange={pick}
          defaultDate={period?.to ?? today}
          size="sm"
        />
      </DatesProvider>
    </div>
  )
}
