import { t } from '../../../shared/language.ts'
import { DayRange } from './day-range.tsx'
import css from './filter.module.css'
import type { FilterProps } from './filter-props.ts'
import { isPeriodName, PERIODS, periodLabel, periodOf } from './periods.ts'

/** A period: one that moves with today, or two days. */
export default function PeriodPanel({ field, values, onChange, onDone, today }: FilterProps) {
  const [now = ''] = values
  const period = periodOf(now, today)
  const choose = (value: string) => {
    onChange([value])
    onDone()
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
      <DayRange period={period} today={today} onChoose={({ from, to }) => choose(`${from}..${to}`)} />
    </div>
  )
}
