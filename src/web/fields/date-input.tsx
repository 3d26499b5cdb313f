import { DateInput, DatesProvider, DateTimePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import './dates.css'
import dayjs from 'dayjs'
import 'dayjs/locale/ko'
import 'dayjs/locale/vi'
import { wallClock } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { useSession } from '../session.ts'
import { calendarLabels } from './calendar-labels.ts'
import { instantOf, readDay } from './days.ts'
import { framed, type InputProps, OPENED_LAYER } from './frame.tsx'

const settings = () => ({ locale: currentLanguage(), firstDayOfWeek: 1 as const })

/** Stands beside the page's regions, so it says itself what it is. */
const opened = ({ field }: InputProps) => ({
  zIndex: OPENED_LAYER,
  attributes: { dropdown: { role: 'dialog', 'aria-label': t(field.label) } },
})

/** A day as DD/MM/YYYY: typed, or picked from a calendar. */
export function DayInput(props: InputProps) {
  const today = wallClock(new Date(), useSession().time_zone).day
  return (
    <DatesProvider settings={settings()}>
      <DateInput
        {...framed(props)}
        popoverProps={opened(props)}
        ariaLabels={calendarLabels()}
        inputMode="numeric"
        placeholder={t('DD/MM/YYYY')}
        valueFormat="DD/MM/YYYY"
        dateParser={(typed) => readDay(typed, today)}
        clearable={!props.field.required}
        clearButtonProps={{ 'aria-label': t('Clear') }}
        value={typeof props.value === 'string' ? props.value.slice(0, 10) : null}
        onChange={(day) => props.onChange(day ? day.slice(0, 10) : null)}
      />
    </DatesProvider>
  )
}

/** An instant on the clock of the chain. */
export function MomentInput(props: InputProps) {
  const { time_zone: zone } = useSession()
  const clock =
    typeof props.value === 'string' && !Number.isNaN(Date.parse(props.value)) ? wallClock(props.value, zone) : undefined
  return (
    <DatesProvider settings={settings()}>
      <DateTimePicker
        {...framed(props)}
        popoverProps={opened(props)}
        ariaLabels={calendarLabels()}
        placeholder={t('DD/MM/YYYY HH:mm')}
        valueFormat="DD/MM/YYYY HH:mm"
        clearable={!props.field.required}
        clearButtonProps={{ 'aria-label': t('Clear') }}
        timePickerProps={{ hoursInputLabel: t('Hours'), minutesInputLabel: t('Minutes') }}
        submitButtonProps={{ 'aria-label': t('Done') }}
        value={clock ? `${clock.day} ${clock.time}:00` : null}
        onChange={(picked) =>
          props.onChange(picked ? instantOf(dayjs(picked).format('YYYY-MM-DD HH:mm:ss'), zone) : null)
        }
      />
    </DatesProvider>
  )
}
