import { Button, TextInput } from '@mantine/core'
import { formatDay, formatMoment, instantOf, wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { readDay, readMoment } from '../../../shared/time/days.ts'
import { useSession } from '../../session.ts'
import css from '../fields.module.css'
import { CalendarField } from './calendar-field.tsx'
import type { InputProps } from './frame.tsx'
import { useTyped, type Way } from './use-typed.ts'

const ISO_DAY = /^\d{4}-\d\d-\d\d/

/** A day, typed as people write it or picked from a calendar. */
export function DayInput(props: InputProps) {
  const { field, value, onChange } = props
  const today = wallClock(new Date(), useSession().time_zone).day
  const typed = useTyped(props, dayWay({ today, isBirth: field.isBirth === true }))
  return (
    <CalendarField
      of={props}
      typed={typed}
      placeholder={t('DD/MM/YYYY')}
      today={today}
      day={typeof value === 'string' && ISO_DAY.test(value) ? value.slice(0, 10) : null}
      onPick={(day) => {
        onChange(day)
        return true
      }}
    />
  )
}

/** How a day is read from what was typed, and shown. */
export const dayWay = (wishes: Parameters<typeof readDay>[1]): Way => ({
  read: (typed) => {
    const found = readDay(typed, wishes)
    return 'value' in found ? found.value : undefined
  },
  show: (value) => (typeof value !== 'string' ? '' : ISO_DAY.test(value) ? formatDay(value) : value),
})

const INSTANT = /^\d{4}-\d\d-\d\dT/

/** An instant on the clock of the chain. */
export function MomentInput(props: InputProps) {
  const { value, onChange } = props
  const { time_zone: zone } = useSession()
  const { day: today } = wallClock(new Date(), zone)
  const typed = useTyped(props, momentWay(today, zone))
  const isKnown = typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value))
  const clock = isKnown ? wallClock(value, zone) : undefined
  const alone = readDay(typed.text, { today }) // a day that still lacks its time
  const day = clock?.day ?? ('value' in alone ? alone.value : null)
  const set = (wall: string) => onChange(instantOf(wall, zone).toISOString())
  return (
    <CalendarField
      of={props}
      typed={typed}
      placeholder={t('DD/MM/YYYY HH:mm')}
      today={today}
      day={day}
      onPick={(picked) => {
        if (clock) set(`${picked} ${clock.time}`)
        else onChange(formatDay(picked))
        return false
      }}
      below={(close) => (
        <div className={css.time}>
          <TextInput
            type="time"
            aria-label={t('Time')}
            value={clock?.time ?? ''}
            disabled={!day}
            onChange={(event) => day && event.currentTarget.value && set(`${day} ${event.currentTarget.value}`)}
          />
          <Button variant="default" onClick={close}>
            {t('Done')}
          </Button>
        </div>
      )}
    />
  )
}

const momentWay = (today: string, zone: string): Way => ({
  read: (typed) => {
    const found = readMoment(typed, { today })
    return 'value' in found ? instantOf(found.value, zone).toISOString() : undefined
  },
  show: (value) => (typeof value !== 'string' ? '' : INSTANT.test(value) ? formatMoment(value, zone) : value),
})
