import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { plusDays } from '../../../shared/time/spans.ts'
import '@mantine/dates/styles.css'
import './dates.css'
import 'dayjs/locale/ko'
import 'dayjs/locale/vi'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { currentLanguage, t } from '../../../shared/language.ts'
import { calendarLabels } from './calendar-labels.ts'
import { framed, type InputProps, inputId, OPENED_LAYER } from './frame.tsx'
import { useOpening } from './opening.ts'
import type { useTyped } from './use-typed.ts'

interface Props {
  of: InputProps
  typed: ReturnType<typeof useTyped>
  placeholder: string
  today: string
  /** The day that is typed, where it is one. */
  day: string | null
  /** Answers whether that was all. */
  onPick: (day: string) => boolean
  /** Below the calendar, e.g. the time; told how to close it. */
  below?: (close: () => void) => ReactNode
}

/** Where the focus is while the calendar is open. */
type Opened = 'beside' | 'inside'
const CALENDAR_HEIGHT = 400
/** A window at 200 % has no room for it above or below: then it lies over the field. */
const KEPT_IN_SIGHT = { flip: true, shift: { crossAxis: true, padding: 8 } }
/** Most people are born some decades before they fill in a form. */
const BIRTH_DAYS_BACK = 30 * 365

/**
 * A text with a calendar, which opens by the pointer or Alt and the arrow down, never by the focus alone. It opens below what the field
 * says, and goes as soon as something is typed.
 */
export function CalendarField({ of, typed, placeholder, today, day, onPick, below }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const { place, position } = useOpening(inputId(of.name), CALENDAR_HEIGHT)
  const input = useRef<HTMLInputElement>(null)
  const { isBirth = false } = of.field
  const open = (how: Opened) => {
    place()
    setOpened(how)
  }
  const close = () => {
    setOpened(null)
    input.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && event.altKey) open('inside')
    else if (event.key === 'Escape' && opened) setOpened(null)
    else return
    event.preventDefault()
  }
  return (
    <DatesProvider settings={{ locale: currentLanguage(), firstDayOfWeek: 1 }}>
      <Popover
        opened={opened !== null}
        onChange={(isOpen) => !isOpen && setOpened(null)}
        onDismiss={() => setOpened(null)}
        position={`${position}-start`}
        middlewares={KEPT_IN_SIGHT}
        trapFocus={opened === 'inside'}
        returnFocus={opened === 'inside'}
        withRoles={false}
        zIndex={OPENED_LAYER}
      >
        <Popover.Target>
          <div>
            <TextInput
              {...framed(of)}
              ref={input}
              placeholder={placeholder}
              inputMode="text"
              aria-keyshortcuts="Alt+ArrowDown"
              data-mantine-stop-propagation={opened ? true : undefined} // Escape closes the calendar, not the dialog around it
              value={typed.text}
              error={typed.error}
              onClick={() => opened ?? open('beside')}
              onKeyDown={onKeyDown}
              onChange={(event) => {
                setOpened(null)
                typed.type(event.currentTarget.value)
              }}
              onBlur={typed.leave}
              rightSection={
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  tabIndex={-1}
                  disabled={of.disabled === true}
                  aria-label={t('Choose a day')}
                  aria-haspopup="dialog"
                  aria-expanded={opened !== null}
                  onClick={() => (opened ? setOpened(null) : open('inside'))}
                >
                  <IconCalendar size={18} aria-hidden="true" />
                </ActionIcon>
              }
            />
          </div>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t(of.field.label)}>
          <DatePicker
            ariaLabels={calendarLabels()}
            __stopPropagation
            value={day}
            defaultDate={day ?? (isBirth ? plusDays(today, -BIRTH_DAYS_BACK) : today)}
            defaultLevel={isBirth && !day ? 'decade' : 'month'}
            {...(isBirth && { maxDate: today })}
            onChange={(picked) => picked && onPick(picked.slice(0, 10)) && close()}
          />
          {below?.(close)}
        </Popover.Dropdown>
      </Popover>
    </DatesProvider>
  )
}
