import { Button, TextInput } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.css'
import '../inputs/dates.css'
import 'dayjs/locale/ko'
import 'dayjs/locale/vi'
import { type FormEvent, useState } from 'react'
import { checkValue } from '../../../shared/checks.ts'
import { date, type Field } from '../../../shared/fields.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { isDay } from '../../../shared/time/days.ts'
import { calendarLabels } from '../inputs/calendar-labels.ts'
import { dayWay } from '../inputs/date-input.tsx'
import { useTyped } from '../inputs/use-typed.ts'
import css from './filter.module.css'
import type { Period } from './periods.ts'

interface Props {
  period: Period | undefined
  today: string
  /** The last day that can be chosen. */
  last?: string
  onChoose: (period: Period) => void
}

const FROM = date('From day', { required: true })
const TO = date('To day', { required: true })
const dayIn = (value: unknown): string | null => (typeof value === 'string' && isDay(value) ? value : null)

/** Two days: typed, or picked from one calendar. */
export function DayRange({ period, today, last, onChoose }: Props) {
  const [[from, to], setPicked] = useState<[unknown, unknown]>([period?.from ?? null, period?.to ?? null])
  const [isTold, setTold] = useState(false)
  const pick = ([first, second]: [string | null, string | null]) => {
    setPicked([first, second])
    if (first && second) onChoose({ from: first.slice(0, 10), to: second.slice(0, 10) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first, second] = [dayIn(from), dayIn(to)]
    if (!first || !second) return setTold(true)
    onChoose(first <= second ? { from: first, to: second } : { from: second, to: first })
  }
  return (
    <div>
      <form className={css.range} noValidate onSubmit={submit}>
        <RangeEnd field={FROM} value={from} today={today} isTold={isTold} onChange={(day) => setPicked([day, to])} />
        <RangeEnd field={TO} value={to} today={today} isTold={isTold} onChange={(day) => setPicked([from, day])} />
        <Button type="submit" size="xs" variant="default">
          {t('Apply')}
        </Button>
      </form>
      <DatesProvider settings={{ locale: currentLanguage(), firstDayOfWeek: 1 }}>
        <DatePicker
          ariaLabels={calendarLabels()}
          type="range"
          allowSingleDateInRange
          value={[dayIn(from), dayIn(to)]}
          onChange={pick}
          defaultDate={dayIn(to) ?? today}
          {...(last && { maxDate: last })}
          size="sm"
        />
      </DatesProvider>
    </div>
  )
}

interface EndProps {
  field: Field
  value: unknown
  today: string
  isTold: boolean
  onChange: (value: unknown) => void
}

function RangeEnd({ field, value, today, isTold, onChange }: EndProps) {
  const found = checkValue(field, value)
  const error = isTold && 'error' in found ? tell(found.error) : undefined
  const typed = useTyped({ name: field.label, field, value, onChange, error }, dayWay({ today }))
  return (
    <TextInput
      size="xs"
      label={t(field.label)}
      placeholder={t('DD/MM/YYYY')}
      value={typed.text}
      error={typed.error}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={typed.leave}
    />
  )
}
