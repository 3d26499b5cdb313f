import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { formatMoment, instantOf, wallClock } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { useSession } from '../../../web/session.ts'
import { PopOver } from '../../../web/ui/pop-over.tsx'
import { laterMoments } from './moments.ts'
import css from './writing.module.css'

interface LaterProps {
  isBusy: boolean
  /** Gets an ISO moment. */
  onSend: (at: string) => void
}

/** Sends at a later moment, in the chain's time: one press for the usual ones, or any other. */
export function SendLater({ isBusy, onSend }: LaterProps) {
  const { time_zone } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [own, setOwn] = useState('')
  const at = own ? instantOf(own, time_zone) : null
  const isWrong = at !== null && !(at.getTime() > Date.now())
  const send = (moment: Date) => {
    setOpen(false)
    onSend(moment.toISOString())
  }
  return (
    <PopOver
      label={t('Send later')}
      isOpen={isOpen}
      setOpen={setOpen}
      width={280}
      align="start"
      className={css.later}
      button={(props) => (
        <Button
          {...props}
          variant="default"
          px={10}
          disabled={isBusy}
          aria-label={t('Send later')}
          title={t('Send later')}
        >
          <IconClock size={18} />
        </Button>
      )}
    >
      <ul>
        {laterMoments(new Date(), time_zone).map(({ label, moment }) => (
          <li key={label}>
            <button type="button" onClick={() => send(moment)}>
              <span>{t(label)}</span>
              <small>{formatMoment(moment, time_zone)}</small>
            </button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (at && !isWrong) send(at)
        }}
      >
        <label>
          {t('Another moment')}
          <input
            type="datetime-local"
            value={own}
            min={nowIn(time_zone)}
            aria-invalid={isWrong || undefined}
            onChange={(event) => setOwn(event.currentTarget.value)}
          />
        </label>
        {isWrong && <p role="alert">{t('Please choose a moment that is still to come')}</p>}
        <Button type="submit" size="xs" disabled={!at || isWrong}>
          {at && !isWrong ? t('Send on {{at}}', { at: formatMoment(at, time_zone) }) : t('Send later')}
        </Button>
      </form>
    </PopOver>
  )
}

function nowIn(timeZone: string): string {
  const { day, time } = wallClock(new Date(), timeZone)
  return `${day}T${time}`
}
